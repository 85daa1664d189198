import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../../../test/harness/engines.ts'
import { type RunningObjectStore, startObjectStore } from '../../../test/harness/start-object-store.ts'
import { listContents } from '../../../test/harness/stored-contents.ts'
import { readConfig } from '../../config/config.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrate } from '../database/schema/migrate.ts'
import { createLogger } from '../logging/log.ts'
import { ForeignBucket, type ObjectStore, openObjectStore } from '../objects/object-store.ts'
import { createContentCache } from './content-cache.ts'
import { ContentGone, type ContentPlace, type Contents } from './contents.ts'
import { moveContents } from './move-contents.ts'
import { createObjectContents } from './object-contents.ts'
import { openContents, openOwnContents } from './open-contents.ts'

const MEBIBYTE = 2 ** 20
const at = (name: string, tenant = '1') => ({ kind: 'things', tenant, name })

async function bytesOf(stream: Readable | undefined): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream!) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe.each(engines)('bytes in an object store, beside those of %s', (engine) => {
  let place: Place
  let store: RunningObjectStore
  let database: Database<unknown>
  let objects: ObjectStore
  /** with what the server uses, with the bucket alone, and with what was there before */
  let contents: Contents
  let bucket: Contents
  let own: Contents
  const settings = (more: Record<string, string> = {}) =>
    readConfig({}, { ...store.settings, ...more }).objectStore!
  const openStore = (owner = 'we', more: Record<string, string> = {}) =>
    openObjectStore(settings(more), owner, createLogger('silent'))
  beforeAll(async () => {
    place = await makePlace(engine)
    store = await startObjectStore()
    database = await openDatabase<unknown>('test', place, createLogger('silent'))
    await migrate(database, 'test', [], systemClock)
    objects = openStore()
    await objects.claim()
    const { dataDir } = place
    contents = await openContents(database, systemClock, {
      product: 'test',
      dataDir,
      kinds: ['things'],
      objects,
    })
    const cache = createContentCache(join(dataDir, 'other'), systemClock)
    bucket = createObjectContents(objects, cache)
    own = openOwnContents(database, systemClock, dataDir, cache)
  })
  afterAll(async () => {
    await database.close()
    await store.remove()
    await place.remove()
  })

  const isIn = async (one: Contents, where: ContentPlace) => (await one.size(where)) !== undefined

  it.each([
    ['nothing', 0],
    ['a few', 5],
    ['a part and one', 16 * MEBIBYTE + 1],
    ['three parts, more than is copied to the disk', 35 * MEBIBYTE + 7],
  ])('%s: stored there, read in parts, lent as a file, and removed', async (name, size) => {
    const bytes = randomBytes(size)
    await contents.fill(at(name), (path) => writeFile(path, bytes))
    expect([await isIn(bucket, at(name)), await isIn(own, at(name))]).toEqual([true, false])
    expect(await contents.size(at(name))).toBe(size)
    expect((await contents.read(at(name))).equals(bytes)).toBe(true)
    expect((await bytesOf((await contents.stream(at(name)))!.stream)).equals(bytes)).toBe(true)
    if (size > 3) {
      const part = await contents.stream(at(name), { start: size - 3, end: size - 2 })
      expect(part!.size).toBe(size)
      expect((await bytesOf(part!.stream)).equals(bytes.subarray(size - 3, size - 1))).toBe(true)
    }
    await contents.pathOf(at(name))
    await contents.remove(at(name))
    expect(await contents.stream(at(name))).toBeUndefined()
    await expect(contents.read(at(name))).rejects.toThrow(ContentGone)
    await expect(contents.pathOf(at(name))).rejects.toThrow(ContentGone)
  })

  it('nothing is stored of a file that could not be written, or of an upload that was stopped', async () => {
    const broken = contents.fill(at('broken'), () => Promise.reject(new Error('no more')))
    await expect(broken).rejects.toThrow('no more')
    let chunks = 0
    const stopped = contents.fill(at('stopped'), (path) => writeFile(path, randomBytes(40 * MEBIBYTE)), {
      onChunk: async () => {
        chunks += 1
        if (chunks === 3) throw new Error('not ours')
      },
    })
    await expect(stopped).rejects.toThrow('not ours')
    expect([await isIn(contents, at('broken')), await isIn(contents, at('stopped'))]).toEqual([false, false])
    expect(readdirSync(join(place.dataDir, 'cache/test')).filter((name) => name.endsWith('.part'))).toEqual(
      [],
    )
  })

  it('what was stored before is read, listed and removed like the rest', async () => {
    await own.write(at('b', '7'), Buffer.from('before'))
    for (const name of ['a', 'c']) await contents.write(at(name, '7'), Buffer.from('after'))
    expect(await listContents(contents, 'things', '7')).toEqual(['a', 'b', 'c'])
    expect(String(await contents.read(at('b', '7')))).toBe('before')
    expect(await contents.linkTo(at('b', '7'), { contentType: 'text/plain', cacheControl: 'no-store' })).toBe(
      undefined,
    )
    await contents.remove(at('b', '7'))
    await contents.remove(at('a', '7'))
    expect(await listContents(contents, 'things', '7')).toEqual(['c'])
  })

  it('a move copies, compares and removes, continues after an interruption, and goes back', async () => {
    const names = ['one', 'two', 'three'].sort()
    for (const name of names) await own.write(at(name, '8'), Buffer.from(`the bytes of ${name}`))
    // As an interrupted run leaves it: one is in both, and of another there is a wrong copy.
    await bucket.write(at('one', '8'), Buffer.from('the bytes of one'))
    await bucket.write(at('two', '8'), Buffer.from('the bytes of 2'))
    const quiet = { keepsOriginals: false, report: () => {} }
    const moved = await moveContents(own, bucket, ['things'], quiet)
    expect(moved.files).toBe(3)
    expect(await listContents(own, 'things', '8')).toEqual([])
    expect(await listContents(bucket, 'things', '8')).toEqual(names)
    for (const name of names) expect(String(await contents.read(at(name, '8')))).toBe(`the bytes of ${name}`)
    expect((await moveContents(own, bucket, ['things'], quiet)).files).toBe(0)
    await moveContents(bucket, own, ['things'], { ...quiet, keepsOriginals: true })
    expect(await listContents(own, 'things', '8')).toEqual(names)
    expect(await listContents(bucket, 'things', '8')).toEqual(names)
  })

  it('leftovers are removed, but never those of another installation, nor where deleting is forbidden', async () => {
    await contents.write(at('known', '9'), Buffer.from('x'))
    await contents.write(at('unknown', '9'), Buffer.from('x'))
    const isKnown = async (tenant: string, name: string) => tenant !== '9' || name === 'known'
    const later = systemClock.now() + 3_600_000
    const cache = createContentCache(join(place.dataDir, 'third'), systemClock)
    const foreign = createObjectContents(openStore('others'), cache)
    await expect(foreign.removeLeftovers('things', later, isKnown)).rejects.toThrow(ForeignBucket)
    const careful = createObjectContents(openStore('we', { S3_DELETE: 'no' }), cache)
    await careful.removeLeftovers('things', later, isKnown)
    await contents.removeLeftovers('things', later - 7_200_000, isKnown)
    expect(await listContents(contents, 'things', '9')).toEqual(['known', 'unknown'])
    await contents.removeLeftovers('things', later, isKnown)
    expect(await listContents(contents, 'things', '9')).toEqual(['known'])
  })

  it('wrong keys, a missing bucket and a dead store are failures, never missing files', async () => {
    const cache = createContentCache(join(place.dataDir, 'third'), systemClock)
    for (const wrong of [{ S3_SECRET_KEY: 'wrong' }, { S3_BUCKET: 'absent' }]) {
      const failing = createObjectContents(openStore('we', wrong), cache)
      await expect(failing.write(at('x'), Buffer.from('x')), JSON.stringify(wrong)).rejects.toMatchObject({
        code: 'S3_AWAY',
      })
      await expect(failing.read(at('x'))).rejects.toMatchObject({ code: 'S3_AWAY' })
    }
    await contents.write(at('kept'), Buffer.from('kept'))
    await store.stop()
    await expect(contents.size(at('kept'))).rejects.toMatchObject({ code: 'S3_AWAY' })
    await expect(contents.write(at('new'), Buffer.from('x'))).rejects.toMatchObject({ code: 'S3_AWAY' })
    expect(objects.isUp).toBe(false)
    await contents.remove(at('kept'))
    await store.start()
    expect(String(await contents.read(at('kept')))).toBe('kept')
    expect(objects.isUp).toBe(true)
  })
})
