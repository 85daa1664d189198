import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncPath } from '../files/sync-path.ts'
import { BackupRefused } from './backup-manifest.ts'
import { decrypterFrom, packBackup, unpackBackup } from './packed-backup.ts'

/** Packs a backup into one encrypted file, which gets its name when it is complete. */
export async function encryptBackup(
  folder: string,
  file: string,
  { recipient, signal }: { recipient: string; signal: AbortSignal },
): Promise<void> {
  const part = `${file}.part`
  const sealed = await packBackup(folder, recipient)
  try {
    await pipeline(sealed, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), { signal })
    await rename(part, file)
    await syncPath(dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true })
    throw error
  }
}

/** Unpacks the backup beside its file, lets `work` read it, and deletes it again. */
export async function withDecryptedBackup<T>(
  file: string,
  identityFile: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const decrypter = await decrypterFrom(identityFile)
  const folder = `${file}.unpacked`
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
    throw new BackupRefused(`${folder} was left by an interrupted command. Remove it first.`)
  })
  try {
    const bytes = createReadStream(file, { highWaterMark: 2 ** 18 })
    await unpackBackup({ name: basename(file), size: (await stat(file)).size, bytes }, decrypter, folder)
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
