import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checksumOf } from '../../../platform/backup/file-checksum.ts'
import { walkFiles } from '../../../platform/backup/walk-files.ts'

/** The same for the same data, wherever it is: of a file, or of all files of a folder with their names. */
export async function fingerprintOf(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return checksumOf(path)
  const names: string[] = []
  for await (const name of walkFiles(path)) names.push(name)
  const all = createHash('sha256')
  for (const name of names.sort()) all.update(`${name}\n${await checksumOf(join(path, name))}\n`)
  return all.digest('hex')
}
