import { join } from 'node:path'
import { removeLeftovers } from '../../platform/files/content-folder.ts'
import type { RegularWork } from '../../platform/regular-work.ts'
import { clearWorkFolders } from '../documents/in-work-folder.ts'
import type { Telephony } from '../telephony.ts'
import { isContentOfFile } from './file-store.ts'

const EVERY_MS = 3_600_000
/** An upload under way is younger. */
const LEFT_BEHIND_MS = 3_600_000

export async function tendFiles(telephony: Telephony, work: RegularWork): Promise<void> {
  work.every(EVERY_MS, 'removing bytes of files that are gone', () => collectFiles(telephony))
}

/** Bytes without a row: of deleted files, and of processes that died between the two. */
export async function collectFiles({ clock, config, database }: Telephony): Promise<void> {
  const young = clock.now() - LEFT_BEHIND_MS
  await removeLeftovers(join(config.dataDir, 'files'), young, (company, name) =>
    isContentOfFile(database.read, company, name),
  )
  await clearWorkFolders(config.dataDir, clock)
}
