import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { ContentCache } from './content-cache.ts'
import { ContentGone, type ContentPlace, type Contents } from './contents.ts'

/** Larger contents are not copied: they are read from the store each time. */
const MAX_COPIED = 32 * 2 ** 20
/** Each write holds a part of its file in memory. */
const MAX_CONCURRENT = 4
/** Long enough to begin a download, also on a slow line. */
const LINK_SECONDS = 120

const never = async () => false

/**
 * Objects of S3 or a compatible store, `<kind>/<tenant>/<name>`, and local copies of the ones in use. While a backup of
 * this machine runs, none is removed: a row in it may still refer to one.
 */
export function createObjectContents(
  objects: ObjectStore,
  cache: ContentCache,
  isBackupRunning: () => Promise<boolean> = never,
): Contents {
  const turns = createFairSemaphore({ atOnce: MAX_CONCURRENT, waiting: Number.POSITIVE_INFINITY })

  async function inTurn(tenant: string, work: () => Promise<void>): Promise<void> {
    const done = await turns.acquire(tenant)
    try {
      await work()
    } finally {
      done()
    }
  }

  async function* bytesOf(key: string): AsyncGenerator<Buffer> {
    const stream = await objects.get(key)
    if (!stream) throw gone()
    yield* stream
  }

  const copyOf = (key: string, { size, tag }: { size: number; tag: string }) =>
    cache.take(createHash('sha256').update(`${key}\n${tag}`).digest('hex'), size, () => bytesOf(key))

  return {
    write: ({ tenant, ...place }, bytes) =>
      inTurn(tenant, () => objects.put(keyOf({ tenant, ...place }), bytes)),

    async fill(place, work, { onChunk } = {}) {
      const draft = await cache.newDraft()
      try {
        await work(draft)
        await inTurn(place.tenant, () => objects.putFile(keyOf(place), draft, onChunk))
      } finally {
        await rm(draft, { force: true })
      }
    },

    async read(place) {
      const chunks: Buffer[] = []
      for await (const chunk of bytesOf(keyOf(place))) chunks.push(chunk)
      return Buffer.concat(chunks)
    },

    size: async (place) => (await objects.head(keyOf(place)))?.size,

    async stream(place, part) {
      const key = keyOf(place)
      const found = await objects.head(key)
      if (!found) return undefined
      const { size } = found
      // A full or missing disk makes this slower, not impossible.
      const path = size <= MAX_COPIED ? await copyOf(key, found).catch(() => undefined) : undefined
      if (path !== undefined) return { size, stream: createReadStream(path, part) }
      const stream = await objects.get(key, part)
      return stream && { size, stream }
    },

    async pathOf(place) {
      const found = await objects.head(keyOf(place))
      if (!found) throw gone()
      return copyOf(keyOf(place), found)
    },

    linkTo: async (place, headers) => objects.link(keyOf(place), LINK_SECONDS, headers),

    async *list(kind, tenant) {
      for await (const { key } of objects.list(`${kind}/${tenant}/`)) yield placeAt(key).name
    },

    async *walk(kind) {
      for await (const { key } of objects.list(`${kind}/`)) yield placeAt(key)
    },

    async remove(place) {
      if (await isBackupRunning()) return
      await objects.remove(keyOf(place)).catch(() => {})
    },

    async removeLeftovers(kind, youngerThan, isKnown) {
      await objects.claim()
      for await (const { key, writtenAt } of objects.list(`${kind}/`)) {
        const { tenant, name } = placeAt(key)
        if (writtenAt < youngerThan && !(await isKnown(tenant, name))) await objects.remove(key)
      }
    },

    tidy: () => cache.tidy(),
  }
}

const keyOf = ({ kind, tenant, name }: ContentPlace) => `${kind}/${tenant}/${name}`

function placeAt(key: string): ContentPlace {
  const [kind, tenant, ...name] = key.split('/')
  return { kind: kind!, tenant: tenant!, name: name.join('/') }
}

const gone = () => new ContentGone('the bytes are gone')
