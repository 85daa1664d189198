import type { BackgroundJobs } from '../../../../platform/concurrency/background-jobs.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { isRecordingOfCompany } from '../call-store.ts'

const INTERVAL_MS = 3_600_000
/** Longer than it takes to store a recording. */
const LEFT_BEHIND_MS = 3_600_000

/** Deletes recordings without a row: of deleted calls, and from crashes between storing the two. */
export function startRecordingJobs(platform: TelephonyPlatform, work: BackgroundJobs): void {
  const { clock, contents, database } = platform
  work.onLeader(INTERVAL_MS, 'deleting the recordings of deleted calls', () =>
    contents.removeLeftovers('recordings', clock.now() - LEFT_BEHIND_MS, (company, id) =>
      isRecordingOfCompany(database.read, company, id),
    ),
  )
}
