import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { ArchiveRefused } from './archive-refused.ts'
import { unpackZip } from './unpack-zip.ts'
import { UnpackedFolder } from './unpacked-folder.ts'

/** Unpacks a zip, tar or tar.gz file of unknown origin into a new folder. Throws ArchiveRefused. */
export async function unpackArchive(path: string, folder: string): Promise<void> {
  const target = new UnpackedFolder(folder, basename(path), (await stat(path)).size)
  try {
    const kind = await kindOf(path)
    if (kind === 'zip') await unpackZip(path, target)
    else await unpackTar(path, kind === 'gzip', target)
  } catch (error) {
    if (error instanceof ArchiveRefused || isOfDisk(error)) throw error
    throw new ArchiveRefused(`${basename(path)} is damaged: ${(error as Error).message}.`, { cause: error })
  }
}

async function kindOf(path: string): Promise<'zip' | 'gzip' | 'tar'> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    const start = buffer.subarray(0, bytesRead)
    if (start.subarray(0, 2).toString('latin1') === 'PK') return 'zip'
    if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip'
    if (start.subarray(257, 262).toString('latin1') === 'ustar') return 'tar'
  } finally {
    await file.close()
  }
  throw new ArchiveRefused(`${basename(path)} is neither a zip nor a tar archive.`)
}

async function unpackTar(path: string, isZipped: boolean, target: UnpackedFolder): Promise<void> {
  const entries = extract()
  const source = createReadStream(path, { highWaterMark: 2 ** 18 })
  const reading = isZipped ? pipeline(source, createGunzip(), entries) : pipeline(source, entries)
  // Reported by the loop, which ends with the same error.
  reading.catch(() => {})
  for await (const entry of entries) {
    // Links and devices could point out of the folder. No export needs them.
    if (entry.header.type === 'file') await target.write(entry.header.name, entry)
    else entry.resume()
  }
  await reading
}

/** A full disk is not the archive's fault. */
const isOfDisk = (error: unknown) =>
  ['ENOSPC', 'EACCES', 'EDQUOT', 'EIO', 'EMFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
