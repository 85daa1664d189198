import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'
import type { Database } from '../database/database.ts'
import type { ContentCache } from './content-cache.ts'
import {
  deleteContent,
  findContent,
  insertChunk,
  insertContent,
  readChunk,
  type StoredContent,
  walkContents,
} from './content-store.ts'
import { ContentGone, type ContentPlace, type Contents, type FillOptions } from './contents.ts'

const CHUNK = 2 ** 20
/** Larger contents are not copied: their chunks are read on demand. */
const MAX_COPIED = 32 * CHUNK
/** Each write holds a connection until its bytes are stored. */
const MAX_CONCURRENT = 4

/**
 * Stores bytes in rows that every server can read, and keeps local copies of the ones in use. A content and its chunks
 * are written in one transaction: readers never see a part of it, and the cleanup never removes it half-written.
 */
export function createDatabaseContents<Tables>(
  database: Database<Tables>,
  cache: ContentCache,
  clock: Clock,
): Contents {
  const db = database.read
  const turns = createFairSemaphore({ atOnce: MAX_CONCURRENT, waiting: Number.POSITIVE_INFINITY })
  // Separate write queues: large contents must not delay the organization's writes, nor share a commit with them.
  const queues = Array.from({ length: MAX_CONCURRENT }, (_, index) => -1 - index)

  async function withQueue<T>(tenant: string, work: (queue: number) => Promise<T>): Promise<T> {
    const done = await turns.acquire(tenant)
    const queue = queues.pop()!
    try {
      return await work(queue)
    } finally {
      queues.push(queue)
      done()
    }
  }

  /** The first of two writers of one name wins: both write the same bytes. */
  const store = (place: ContentPlace, size: number, chunkAt: (number: number) => Promise<Buffer>) =>
    withQueue(place.tenant, (queue) =>
      database.write(queue, {
        async work({ db }) {
          const content = { tenant: place.tenant, id: randomBytes(16).toString('hex'), size }
          const { id } = content
          if (!(await insertContent(db, place, { id, size, written_at: clock.now() }))) return
          for (let number = 0; number * CHUNK < size; number += 1) {
            await insertChunk(db, content, number, await chunkAt(number))
          }
        },
      }),
    )

  async function* chunksOf(
    content: StoredContent,
    start = 0,
    end = content.size - 1,
  ): AsyncGenerator<Buffer> {
    for (let position = start; position <= end; ) {
      const number = Math.floor(position / CHUNK)
      const bytes = await readChunk(db, content, number)
      if (!bytes) throw gone()
      yield bytes.subarray(position - number * CHUNK, end + 1 - number * CHUNK)
      position = (number + 1) * CHUNK
    }
  }

  const copyOf = (content: StoredContent) => cache.take(content.id, content.size, () => chunksOf(content))

  async function requireContent(place: ContentPlace): Promise<StoredContent> {
    const content = await findContent(db, place)
    if (!content) throw gone()
    return content
  }

  return {
    write: (place, bytes) =>
      store(place, bytes.length, async (number) => bytes.subarray(number * CHUNK, (number + 1) * CHUNK)),

    async fill(place, work, { onChunk }: FillOptions = {}) {
      const draft = await cache.newDraft()
      try {
        await work(draft)
        const file = await open(draft)
        try {
          const { size } = await file.stat()
          await store(place, size, async (number) => {
            await onChunk?.()
            const bytes = Buffer.alloc(Math.min(CHUNK, size - number * CHUNK))
            const { bytesRead } = await file.read(bytes, 0, bytes.length, number * CHUNK)
            if (bytesRead !== bytes.length)
              throw new Error('the file was truncated while it was being stored')
            return bytes
          })
        } finally {
          await file.close()
        }
      } finally {
        await rm(draft, { force: true })
      }
    },

    async read(place) {
      const content = await requireContent(place)
      const chunks: Buffer[] = []
      for await (const chunk of chunksOf(content)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },

    size: async (place) => (await findContent(db, place))?.size,

    async stream(place, part) {
      const content = await findContent(db, place)
      if (!content) return undefined
      const { size } = content
      // A full or missing disk makes this slower, not impossible.
      const path = size <= MAX_COPIED ? await copyOf(content).catch(() => undefined) : undefined
      if (path !== undefined) return { size, stream: createReadStream(path, part) }
      return { size, stream: Readable.from(chunksOf(content, part?.start, part?.end), { objectMode: false }) }
    },

    pathOf: async (place) => copyOf(await requireContent(place)),

    linkTo: async () => undefined,

    async *walk(kind) {
      for await (const place of walkContents(db, kind)) yield { kind, ...place }
    },

    async *list(kind, tenant) {
      for await (const { name } of walkContents(db, kind, { tenant })) yield name
    },

    remove: (place) =>
      withQueue(place.tenant, (queue) =>
        database.write(queue, { work: ({ db }) => deleteContent(db, place) }),
      ).catch(() => {}),

    async removeLeftovers(kind, youngerThan, isKnown) {
      for await (const { tenant, name } of walkContents(db, kind, { writtenBefore: youngerThan })) {
        if (await isKnown(tenant, name)) continue
        await withQueue(tenant, (queue) =>
          database.write(queue, { work: ({ db }) => deleteContent(db, { kind, tenant, name }) }),
        )
      }
    },

    tidy: () => cache.tidy(),
  }
}

const gone = () => new ContentGone('the bytes are gone')
