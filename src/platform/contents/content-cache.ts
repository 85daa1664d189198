import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'

const UNUSED_MS = 86_400_000
const RECORD_USE_EVERY_MS = 3_600_000
const MAX_BYTES = 2 * 2 ** 30

/** Local copies of stored contents, by content id. The folder may be emptied at any time. */
export interface ContentCache {
  /**
   * Returns the path of a complete copy and makes it from the chunks if there is none. Concurrent callers share the
   * work.
   */
  take(id: string, size: number, chunks: () => AsyncIterable<Buffer>): Promise<string>
  /** A unique path in the folder. The caller removes the file. */
  newDraft(): Promise<string>
  /** Deletes copies that were not used for a day, and the least recently used ones beyond the size limit. */
  tidy(): Promise<void>
}

export function createContentCache(folder: string, clock: Clock, maxBytes = MAX_BYTES): ContentCache {
  const inFlight = new Map<string, Promise<string>>()

  async function newDraft(): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return join(folder, `${randomBytes(16).toString('hex')}.part`)
  }

  async function fetch(path: string, chunks: () => AsyncIterable<Buffer>): Promise<string> {
    const draft = await newDraft()
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        for await (const chunk of chunks()) await file.writeFile(chunk)
      } finally {
        await file.close()
      }
      await rename(draft, path)
      return path
    } finally {
      await rm(draft, { force: true })
    }
  }

  /** The file's mtime records the last use, so that `tidy` knows it after a restart too. */
  async function hasCopy(path: string, size: number): Promise<boolean> {
    const found = await stat(path).catch(() => undefined)
    if (found?.size !== size) return false
    const now = clock.now()
    if (found.mtimeMs < now - RECORD_USE_EVERY_MS) await utimes(path, now / 1000, now / 1000).catch(() => {})
    return true
  }

  return {
    async take(id, size, chunks) {
      const path = join(folder, id)
      if (await hasCopy(path, size)) return path
      let making = inFlight.get(id)
      if (!making) {
        making = fetch(path, chunks).finally(() => inFlight.delete(id))
        inFlight.set(id, making)
      }
      return making
    },
    newDraft,
    async tidy() {
      const copies = []
      for (const name of await readdir(folder).catch(() => [])) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found) copies.push({ name, size: found.size, used: found.mtimeMs })
      }
      copies.sort((one, other) => other.used - one.used)
      let total = 0
      for (const { name, size, used } of copies) {
        total += size
        const isUnused = used < clock.now() - UNUSED_MS
        // A file that is being written counts, but belongs to its writer.
        const isTooMuch = total > maxBytes && !name.endsWith('.part')
        if (isUnused || isTooMuch) await rm(join(folder, name), { force: true })
      }
    },
  }
}
