import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { speakAnnouncements } from './speak.ts'

const INTERVAL_MS = 3_600_000
/** Longer than it takes to store a prompt and the row that uses it. */
const LEFT_BEHIND_MS = 3_600_000

/** Whether a company (by its public id) uses this prompt. */
export type PromptUse = (db: TelephonyDb, company: string, promptId: string) => Promise<boolean>

/** `uses`: one for each table with prompts. */
export function startPromptJobs(
  platform: TelephonyPlatform,
  work: BackgroundJobs,
  uses: readonly PromptUse[],
): void {
  work.onLeader(INTERVAL_MS, 'deleting unused prompts', () => collectPrompts(platform, uses))
  // At once on a new server, and after an upgrade with other texts.
  work.onWake(0, 'speaking announcements', () => speakAnnouncements(platform, work.stopping))
}

/** Deletes prompts that no row names: of deleted ones, and from crashes between storing the two. */
export async function collectPrompts(
  { clock, contents, database }: TelephonyPlatform,
  uses: readonly PromptUse[],
): Promise<void> {
  await contents.removeLeftovers('prompts', clock.now() - LEFT_BEHIND_MS, async (company, id) => {
    for (const isUsed of uses) if (await isUsed(database.read, company, id)) return true
    return false
  })
}
