import { copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { walkFiles } from '../../../platform/backup/walk-files.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { fileKinds } from '../export/write-archive.ts'
import type { ImportProgress } from './import-progress.ts'

/** Stores the files of an archive. Skips those that an earlier run has stored. */
export async function importFiles(
  chat: ChatPlatform,
  realmId: number,
  folder: string,
  { report, checkExclusive }: ImportProgress,
): Promise<void> {
  let count = 0
  for (const kind of fileKinds) {
    for await (const name of walkFiles(join(folder, 'files', kind))) {
      const path = join(folder, 'files', kind, name)
      const place = { kind, tenant: String(realmId), name }
      const { size } = await stat(path)
      if ((await chat.contents.size(place)) !== size) {
        checkExclusive()
        await chat.contents.fill(place, (draft) => copyFile(path, draft))
      }
      count += 1
      if (count % 1000 === 0) report(`files: ${count}`)
    }
  }
}
