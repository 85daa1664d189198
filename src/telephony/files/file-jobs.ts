import type { BackgroundJobs } from '../../platform/background-jobs.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { clearWorkFolders } from './documents/in-work-folder.ts'
import { isContentOfFile } from './file-store.ts'

const EVERY_MS = 3_600_000
/** An upload under way is younger. */
const LEFT_BEHIND_MS = 3_600_000

export async function startFileJobs(platform: TelephonyPlatform, work: BackgroundJobs): Promise<void> {
  const { clock, config, contents } = platform
  work.onLeader(EVERY_MS, 'removing bytes of files that are gone', () => collectFiles(platform))
  // Each server has a disk of its own.
  work.every(EVERY_MS, 'tidying up the folder of the data', async () => {
    await clearWorkFolders(config.dataDir, clock)
    await contents.tidy()
  })
}

/** Bytes without a row: of deleted files, and of processes that died between the two. */
export async function collectFiles({ clock, contents, database }: TelephonyPlatform): Promise<void> {
  const young = clock.now() - LEFT_BEHIND_MS
  await contents.removeLeftovers('files', young, (company, name) =>
    isContentOfFile(database.read, company, name),
  )
}
