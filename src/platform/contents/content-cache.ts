import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'

const UNUSED_MS = 86_400_000
const NOTED_EVERY_MS = 3_600_000
const MOST_BYTES = 2 * 2 ** 30

/** Copies of stored contents on this machine, by their id. The folder may be emptied at any time. */
export interface ContentCache {
  /** The path of a whole copy; made of the chunks if there is none. Many who want it at once share the work. */
  take(id: string, size: number, chunks: () => AsyncIterable<Buffer>): Promise<string>
  /** A path of one's own in the folder. Whoever takes it removes what is there. */
  newDraft(): Promise<string>
  /** Drops what was not used for a day, and the longest unused where there is too much. */
  tidy(): Promise<void>
}

export function createContentCache(folder: string, clock: Clock, mostBytes = MOST_BYTES): ContentCache {
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

  /** Noted in the file's time, so that whoever tidies knows it after a restart, too. */
  async function isThere(path: string, size: number): Promise<boolean> {
    const found = await stat(path).catch(() => undefined)
    if (found?.size !== size) return false
    const now = clock.now()
    if (found.mtimeMs < now - NOTED_EVERY_MS) await utimes(path, now / 1000, now / 1000).catch(() => {})
    return true
  }

  return {
    async take(id, size, chunks) {
      const path = join(folder, id)
      if (await isThere(path, size)) return path
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
        // What is just being written counts, but is not ours to take.
        const isTooMuch = total > mostBytes && !name.endsWith('.part')
        if (isUnused || isTooMuch) await rm(join(folder, name), { force: true })
      }
    },
  }
}
