import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract } from 'tar-stream'
import { ArchiveRefused } from '../files/archive-refused.ts'
import { readInPieces } from '../files/read-in-pieces.ts'
import { syncPath } from '../files/sync-path.ts'
import { tarEnd, tarHeader, tarPadding } from '../files/tar-entry.ts'
import { UnpackedFolder } from '../files/unpacked-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import { uncheckedCast } from '../unchecked-cast.ts'
import { BackupRefused } from './backup-manifest.ts'

/** The same stream, as the browser's types have it. */
type WebStream = Parameters<Encrypter['encrypt']>[0] & { getReader: unknown }

/**
 * Packs a backup into one file in the format of age (age-encryption.org): only the owner of the identity can read it, and
 * a changed or shortened file cannot be decrypted. The file gets its name when it is complete.
 */
export async function encryptBackup(folder: string, file: string, recipient: string): Promise<void> {
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new BackupRefused('--encrypt-to must be the public key of age: age1...')
  }
  const part = `${file}.part`
  try {
    const plain = Readable.toWeb(Readable.from(packed(folder), { objectMode: false }))
    const sealed = await encrypter.encrypt(uncheckedCast<WebStream>(plain))
    const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.fromWeb(uncheckedCast<ReadableStream>(sealed)), output)
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
  const decrypter = new Decrypter()
  const text = await readFile(identityFile, 'utf8').catch(() => '')
  const [identity] = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(text) ?? []
  if (identity === undefined) throw new BackupRefused(`${identityFile} contains no identity of age.`)
  decrypter.addIdentity(identity)
  const folder = `${file}.unpacked`
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
    throw new BackupRefused(`${folder} was left by an interrupted command. Remove it first.`)
  })
  try {
    await unpack(file, decrypter, folder)
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function unpack(file: string, decrypter: Decrypter, folder: string): Promise<void> {
  const entries = extract()
  try {
    // Before the entries arrive: they wait for nobody.
    const target = new UnpackedFolder(folder, basename(file), (await stat(file)).size)
    const sealed = Readable.toWeb(createReadStream(file, { highWaterMark: 2 ** 18 }))
    const plain = await decrypter.decrypt(uncheckedCast<WebStream>(sealed))
    const reading = pipeline(bytesOf(uncheckedCast<ReadableStream>(plain)), entries)
    // Reported by the loop, which ends with the same error.
    reading.catch(() => {})
    for await (const entry of entries) await target.write(entry.header.name, entry)
    await reading
  } catch (error) {
    if (error instanceof ArchiveRefused) throw new BackupRefused(error.message)
    const { code, message } = error as NodeJS.ErrnoException
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) throw error
    throw new BackupRefused(
      `${file} cannot be decrypted: it is damaged, or for another identity (${message}).`,
    )
  }
}

async function* packed(folder: string): AsyncGenerator<Buffer> {
  for await (const name of walkFiles(folder)) {
    const path = join(folder, name)
    const { size, mtimeMs } = await stat(path)
    yield tarHeader({ name, size, modified: Math.floor(mtimeMs / 1000) })
    yield* readInPieces(path)
    yield tarPadding(size)
  }
  yield tarEnd
}

/** The library reads nothing but buffers. */
async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, length } of stream) {
    yield Buffer.from(buffer, byteOffset, length)
  }
}
