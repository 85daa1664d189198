import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** The files below a folder, as paths relative to it. Skips files that are still being written. */
export async function* walkFiles(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await opendir(join(folder, below)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  for await (const entry of entries) {
    const path = join(below, entry.name)
    if (entry.isDirectory()) yield* walkFiles(folder, path)
    else if (entry.isFile() && !/\.(part|table)$/.test(entry.name)) yield path
  }
}
