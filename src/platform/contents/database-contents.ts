import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createTurns } from '../limited-turns.ts'
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
import { ContentGone, type ContentPlace, type Contents, type Filling } from './contents.ts'

const CHUNK = 2 ** 20
/** What is larger is read piece by piece where it is wanted, and only as far as it is wanted. */
const MOST_COPIED = 32 * CHUNK
/** Each takes a connection for as long as its bytes take. */
const AT_ONCE = 4

/**
 * Rows that every server reaches, with copies on this machine of what was used. The row that names the chunks and
 * the chunks are one transaction: nobody sees half of it, and nobody collects what is just being written.
 */
export function createDatabaseContents<Tables>(
  database: Database<Tables>,
  cache: ContentCache,
  clock: Clock,
): Contents {
  const db = database.read
  const turns = createTurns({ atOnce: AT_ONCE, waiting: Number.POSITIVE_INFINITY })
  // Lanes of our own: bytes of size must not hold up what the organization writes, nor share a commit with it.
  const lanes = Array.from({ length: AT_ONCE }, (_, index) => -1 - index)

  async function inLane<T>(tenant: string, work: (lane: number) => Promise<T>): Promise<T> {
    const done = await turns.take(tenant)
    const lane = lanes.pop()!
    try {
      return await work(lane)
    } finally {
      lanes.push(lane)
      done()
    }
  }

  /** Of two who write under one name the first stays: both mean the same. */
  const store = (place: ContentPlace, size: number, chunkAt: (number: number) => Promise<Buffer>) =>
    inLane(place.tenant, (lane) =>
      database.write(lane, {
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

  async function demand(place: ContentPlace): Promise<StoredContent> {
    const content = await findContent(db, place)
    if (!content) throw gone()
    return content
  }

  return {
    write: (place, bytes) =>
      store(place, bytes.length, async (number) => bytes.subarray(number * CHUNK, (number + 1) * CHUNK)),

    async fill(place, work, { goOn }: Filling = {}) {
      const draft = await cache.newDraft()
      try {
        await work(draft)
        const file = await open(draft)
        try {
          const { size } = await file.stat()
          await store(place, size, async (number) => {
            await goOn?.()
            const bytes = Buffer.alloc(Math.min(CHUNK, size - number * CHUNK))
            const { bytesRead } = await file.read(bytes, 0, bytes.length, number * CHUNK)
            if (bytesRead !== bytes.length) throw new Error('the file became shorter while it was stored')
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
      const content = await demand(place)
      const chunks: Buffer[] = []
      for await (const chunk of chunksOf(content)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },

    size: async (place) => (await findContent(db, place))?.size,

    async stream(place, part) {
      const content = await findContent(db, place)
      if (!content) return undefined
      const { size } = content
      // A disk that is full or gone makes it slower, and not impossible.
      const path = size <= MOST_COPIED ? await copyOf(content).catch(() => undefined) : undefined
      if (path !== undefined) return { size, stream: createReadStream(path, part) }
      return { size, stream: Readable.from(chunksOf(content, part?.start, part?.end), { objectMode: false }) }
    },

    pathOf: async (place) => copyOf(await demand(place)),

    async *list(kind, tenant) {
      for await (const { name } of walkContents(db, kind, { tenant })) yield name
    },

    remove: (place) =>
      inLane(place.tenant, (lane) =>
        database.write(lane, { work: ({ db }) => deleteContent(db, place) }),
      ).catch(() => {}),

    async removeLeftovers(kind, youngerThan, isKnown) {
      for await (const { tenant, name } of walkContents(db, kind, { writtenBefore: youngerThan })) {
        if (await isKnown(tenant, name)) continue
        await inLane(tenant, (lane) =>
          database.write(lane, { work: ({ db }) => deleteContent(db, { kind, tenant, name }) }),
        )
      }
    },

    tidy: () => cache.tidy(),
  }
}

const gone = () => new ContentGone('the bytes are gone')
