import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ObjectStore } from '../objects/object-store.ts'
import { BackupRefused, readManifest } from './backup-manifest.ts'
import { decrypterFrom, ENCRYPTED, PACKED, packBackup, unpackBackup } from './packed-backup.ts'
import { type FoundBackup, oldBackups } from './prune-backups.ts'

/** Between the tries of a request: nobody waits, and a long upload should survive a restart of the store. */
export const BUCKET_RETRY_AFTER_MS = [500, 2_000, 10_000, 30_000]

/** What marks an object as a backup; behind it, when the backup was begun. */
const MARK = 'backup '

/** Where a backup is in a bucket: the object appears when it is complete. */
export interface BucketPlace {
  objects: ObjectStore
  name: string
  /** for the operator */
  address: string
}

export async function checkIsFree({ objects, name, address }: BucketPlace): Promise<void> {
  if (await objects.head(name)) throw new BackupRefused(`${address} exists already.`)
}

/** Sends a folder with a backup as one object. Without the end of the upload, the store has nothing. */
export async function sendBackup(
  folder: string,
  { objects, name, address }: BucketPlace,
  { recipient, signal }: { recipient: string | undefined; signal: AbortSignal },
): Promise<void> {
  const manifest = await readManifest(folder)
  const packed = await packBackup(folder, recipient)
  let sent = 0
  async function* bytes() {
    for await (const chunk of packed) {
      signal.throwIfAborted()
      sent += chunk.length
      yield chunk
    }
  }
  try {
    await objects.putStream(name, bytes(), { size: manifest.bytes, mark: MARK + manifest.started_at })
  } finally {
    packed.destroy()
  }
  const stored = await objects.head(name)
  if (stored?.size === sent) return
  throw new BackupRefused(`The store has ${stored?.size ?? 0} instead of ${sent} bytes as ${address}.`)
}

/** Unpacks a backup from a bucket into the temporary folder, lets `work` read it, and deletes it again. */
export async function withBucketBackup<T>(
  { objects, name, address }: BucketPlace,
  identityFile: string | undefined,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const decrypter = identityFile === undefined ? undefined : await decrypterFrom(identityFile)
  const found = await objects.head(name)
  const stream = found && (await objects.get(name))
  if (!stream) throw new BackupRefused(`There is no backup ${address}.`)
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-backup-'))
  try {
    await unpackBackup({ name: address, size: found.size, bytes: Readable.from(stream) }, decrypter, folder)
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes the oldest backups beside this one. Objects without the mark of a backup stay. Returns their names. */
export async function pruneBucket({ objects, name: newest }: BucketPlace, keep: number): Promise<string[]> {
  const found: FoundBackup[] = []
  for await (const { key } of objects.list('')) {
    if (key.includes('/') || !(key.endsWith(PACKED) || key.endsWith(ENCRYPTED))) continue
    const mark = (await objects.head(key))?.mark
    if (!mark?.startsWith(MARK)) continue
    found.push({ path: key, startedAt: mark.slice(MARK.length) })
  }
  const old = oldBackups(found, newest, keep)
  for (const key of old) await objects.remove(key)
  return old
}
