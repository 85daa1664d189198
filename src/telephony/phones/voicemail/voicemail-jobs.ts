import type { BackgroundJobs } from '../../../platform/background-jobs.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { isVoicemailOfCompany } from './voicemail-store.ts'

const EVERY_MS = 3_600_000
/** Longer than it takes to store a message. */
const LEFT_BEHIND_MS = 3_600_000

export function startVoicemailJobs(platform: TelephonyPlatform, work: BackgroundJobs): void {
  work.onLeader(EVERY_MS, 'deleting the recordings of deleted messages', () => collectRecordings(platform))
}

/** Deletes recordings without a row: of deleted messages, and from crashes between storing the two. */
export async function collectRecordings({ clock, contents, database }: TelephonyPlatform): Promise<void> {
  await contents.removeLeftovers('voicemail', clock.now() - LEFT_BEHIND_MS, (company, id) =>
    isVoicemailOfCompany(database.read, company, id),
  )
}
