import { createWriteStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncPath } from '../files/sync-path.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { BackupRefused } from './backup-manifest.ts'

/** The bucket in which a server keeps its files. */
export interface FileBucket {
  objects: ObjectStore
  /** what is backed up of it: the first parts of the keys */
  kinds: readonly string[]
}

/** Copies each file of the bucket under its key, unless it is there, and yields the paths. Memory stays small. */
export async function* takeObjects(
  { objects, kinds }: FileBucket,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const made = new Set<string>()
  for (const kind of kinds) {
    for await (const { key } of objects.list(`${kind}/`)) {
      if (!isPlainPath(key)) throw new BackupRefused(`The bucket has an object with the key '${key}'.`)
      const target = join(folder, key)
      // It was still on the disk, and a command is moving the files into the bucket.
      if (existsSync(target)) continue
      const bytes = await objects.get(key)
      // Deleted since it was listed.
      if (!bytes) continue
      if (!made.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      made.add(dirname(target))
      await pipeline(bytes, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }), { signal })
      yield key
    }
  }
  for (const one of made) await syncPath(one)
}

/** Puts a file of a backup into the bucket. Bytes never change under a key, so what is there stays. */
export async function putObject(
  objects: ObjectStore,
  key: string,
  path: string,
  size: number,
): Promise<void> {
  if ((await objects.head(key))?.size === size) return
  await objects.putFile(key, path)
}

const isPlainPath = (key: string) =>
  !/[\r\n\0]/.test(key) && key.split('/').every((part) => !['', '.', '..'].includes(part))
