import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import { clearWorkFolders } from '../../platform/documents/in-work-folder.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { isContentOfFile } from './file-store.ts'

const INTERVAL_MS = 3_600_000
/** Longer than any upload takes. */
const LEFT_BEHIND_MS = 3_600_000

export async function startFileJobs(platform: TelephonyPlatform, work: BackgroundJobs): Promise<void> {
  const { clock, config, contents } = platform
  work.onLeader(INTERVAL_MS, 'deleting the bytes of deleted files', () => collectFiles(platform))
  // Every server does this: each has its own disk.
  work.every(INTERVAL_MS, 'cleaning up the data folder', async () => {
    await clearWorkFolders(config.dataDir, clock)
    await contents.tidy()
  })
}

/** Deletes bytes without a row: of deleted files, and from crashes between storing the two. */
export async function collectFiles({ clock, contents, database }: TelephonyPlatform): Promise<void> {
  const young = clock.now() - LEFT_BEHIND_MS
  await contents.removeLeftovers('files', young, (company, name) =>
    isContentOfFile(database.read, company, name),
  )
}
