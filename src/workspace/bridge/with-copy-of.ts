import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentPlace, Contents } from '../../platform/contents/contents.ts'
import type { ReceivedFile } from '../../platform/uploads/received-file.ts'

/** Gives a temporary copy of stored bytes to something that takes uploads, which move their file. */
export async function withCopyOf<T>(
  contents: Contents,
  place: ContentPlace,
  name: string,
  work: (copy: ReceivedFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-bridge-'))
  const path = join(folder, 'file')
  try {
    await copyFile(await contents.pathOf(place), path)
    const { size } = await stat(path)
    return await work({ field: '', name, path, size })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
