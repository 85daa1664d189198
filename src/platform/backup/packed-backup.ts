import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, Stanza } from 'age-encryption'
import { extract } from 'tar-stream'
import { ArchiveRefused } from '../files/archive-refused.ts'
import { readInPieces } from '../files/read-in-pieces.ts'
import { tarEnd, tarHeader, tarPadding } from '../files/tar-entry.ts'
import { UnpackedFolder } from '../files/unpacked-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import { uncheckedCast } from '../unchecked-cast.ts'
import { BackupRefused, readManifest } from './backup-manifest.ts'

/** How the names of packed backups end, and those of encrypted ones. */
export const PACKED = '.tar'
export const ENCRYPTED = '.tar.age'

/**
 * The first stanza of an encrypted backup, with the time when the backup was begun. It tells backups from other files
 * of age, and programs that decrypt them skip it, as they skip the stanza of every unknown recipient.
 */
const MARK = 'switchboard-backup'
const HEADER = 'age-encryption.org/v1'
/** Enough for the mark. */
const MARK_BYTES = 100

/** The same stream, as the browser's types have it. */
type WebStream = Parameters<Encrypter['encrypt']>[0] & { getReader: unknown }

/**
 * The bytes of a backup as one archive. With the public key of a recipient, in the format of age (age-encryption.org):
 * only the owner of the identity can read it, and a changed or shortened archive cannot be decrypted.
 */
export async function packBackup(folder: string, recipient: string | undefined): Promise<Readable> {
  const plain = Readable.from(packed(folder), { objectMode: false })
  if (recipient === undefined) return plain
  const { started_at: startedAt } = await readManifest(folder)
  const encrypter = new Encrypter()
  encrypter.addRecipient({ wrapFileKey: () => [new Stanza([MARK, startedAt], new Uint8Array())] })
  addPublicKey(encrypter, recipient)
  const sealed = await encrypter.encrypt(uncheckedCast<WebStream>(Readable.toWeb(plain)))
  return Readable.fromWeb(uncheckedCast<ReadableStream>(sealed))
}

/** Throws BackupRefused if it is no public key. */
export function checkPublicKey(recipient: string): void {
  addPublicKey(new Encrypter(), recipient)
}

function addPublicKey(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new BackupRefused('--encrypt-to must be the public key of age: age1...')
  }
}

/** When an encrypted backup was begun; undefined if the file is none. Takes no key. */
export async function readMark(path: string): Promise<string | undefined> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MARK_BYTES), 0, MARK_BYTES, 0)
    const [header, mark] = buffer.toString('latin1', 0, bytesRead).split('\n')
    const [arrow, type, startedAt] = mark?.split(' ') ?? []
    return header === HEADER && arrow === '->' && type === MARK ? startedAt : undefined
  } finally {
    await file.close()
  }
}

export async function decrypterFrom(identityFile: string): Promise<Decrypter> {
  const decrypter = new Decrypter()
  const text = await readFile(identityFile, 'utf8').catch(() => '')
  const [identity] = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(text) ?? []
  if (identity === undefined) throw new BackupRefused(`${identityFile} contains no identity of age.`)
  decrypter.addIdentity(identity)
  return decrypter
}

export interface PackedBackup {
  /** for errors */
  name: string
  size: number
  bytes: Readable
}

/** Unpacks an archive of unknown origin into a folder. */
export async function unpackBackup(
  { name, size, bytes }: PackedBackup,
  decrypter: Decrypter | undefined,
  folder: string,
): Promise<void> {
  const entries = extract()
  try {
    const target = new UnpackedFolder(folder, name, size)
    const reading = pipeline(await openBytes(bytes, decrypter), entries)
    // Reported by the loop, which ends with the same error.
    reading.catch(() => {})
    for await (const entry of entries) await target.write(entry.header.name, entry)
    await reading
  } catch (error) {
    bytes.destroy()
    if (error instanceof ArchiveRefused) throw new BackupRefused(error.message)
    const { code, message } = error as NodeJS.ErrnoException
    // Of the disk or of the store.
    if (typeof code === 'string' && /^(E[A-Z]+|S3_[A-Z]+)$/.test(code)) throw error
    throw new BackupRefused(
      decrypter
        ? `${name} cannot be decrypted: it is damaged, or for another identity (${message}).`
        : `${name} cannot be unpacked: it is damaged (${message}).`,
    )
  }
}

async function openBytes(bytes: Readable, decrypter: Decrypter | undefined): Promise<AsyncIterable<Buffer>> {
  if (!decrypter) return bytes
  const plain = await decrypter.decrypt(uncheckedCast<WebStream>(Readable.toWeb(bytes)))
  return bytesOf(uncheckedCast<ReadableStream>(plain))
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
