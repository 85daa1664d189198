import { ProgramFailed, ProgramMissing } from '../../../platform/documents/run-program.ts'
import type { Company } from '../../identity/company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { FaxWithFile } from '../faxes/fax.ts'
import { FaxLineFailure } from '../faxes/fax-line.ts'
import { noteProgress } from './fax-progress.ts'

/** The retries end after about three hours. */
const pauses = [15_000, 60_000, 300_000, 900_000, 3_600_000, 7_200_000]

/** Retries later, if that can help. */
export async function noteFailure(
  platform: TelephonyPlatform,
  company: Company,
  fax: FaxWithFile,
  error: unknown,
): Promise<void> {
  const isFinal = error instanceof ProgramFailed || (error instanceof FaxLineFailure && !error.temporary)
  const pause = pauses[fax.attempts - 1]
  await noteProgress(platform, company, fax.id, ({ status }) =>
    isFinal || pause === undefined
      ? { progress: { status: 'failed', error: reasonOf(error) }, nextAttemptAt: null }
      : {
          progress: {
            status: status === 'sending' ? 'media.processed' : status,
            error: reasonOf(error),
          },
          nextAttemptAt: platform.clock.now() + pause,
        },
  )
}

/** Internal errors are logged, and not shown to clients. */
function reasonOf(error: unknown): string {
  if (error instanceof ProgramFailed) return 'The document cannot be converted: it is broken or locked'
  if (error instanceof FaxLineFailure || error instanceof ProgramMissing) return error.message
  return 'The server failed'
}
