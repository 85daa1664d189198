import type { Company } from '../../../identity/company.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../../telephony-platform.ts'
import { type ImportView, importUpdated, importView } from './extension-import-events.ts'
import { changeRunningImport, forgetWaitingValues } from './extension-import-store.ts'
import type { ExtensionImportsTable, ImportStatus } from './extension-import-tables.ts'

/** What was created stays. Does nothing if it has ended. */
export const endImport = async (
  platform: TelephonyPlatform,
  company: Company,
  running: ExtensionImportsTable,
  status: Exclude<ImportStatus, 'running'>,
  problem: string | null = null,
): Promise<void> => {
  await platform.transact(company.id, (tx) => markEnded(platform, tx, company, running, { status, problem }))
}

/** Undefined if it has ended before. */
export async function markEnded(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  company: Company,
  running: ExtensionImportsTable,
  end: { status: ImportStatus; problem: string | null },
): Promise<ImportView | undefined> {
  const now = clock.now()
  const ended = await changeRunningImport(tx.db, running, { ...end, updated_at: now, ended_at: now })
  if (!ended) return undefined
  await forgetWaitingValues(tx.db, running)
  const view = importView(ended, company.public_id)
  tx.announce(importUpdated(company, view))
  return view
}
