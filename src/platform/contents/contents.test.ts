import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../../../test/harness/engines.ts'
import { listContents } from '../../../test/harness/stored-contents.ts'
import { TestClock } from '../../../test/harness/test-clock.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrate } from '../database/schema/migrate.ts'
import { createLogger } from '../logging/log.ts'
import { markBackup } from './backup-marker.ts'
import { ContentGone, type Contents } from './contents.ts'
import { openContents } from './open-contents.ts'

const MEBIBYTE = 2 ** 20

async function bytesOf(stream: Readable | undefined): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream!) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe.each(engines)('stored bytes on %s', (engine) => {
  let place: Place
  let database: Database<unknown>
  let contents: Contents
  /** of another server */
  let other: Contents
  const clock = new TestClock()
  const folder = (name: string) => join(place.dataDir, name)
  const open = (dataDir: string) =>
    openContents(database, clock, { product: 'test', dataDir, kinds: ['things'], objects: undefined })
  beforeAll(async () => {
    place = await makePlace(engine)
    database = await openDatabase<unknown>('test', place, createLogger('silent'))
    await migrate(database, 'test', [], systemClock)
    contents = await open(folder('one'))
    other = await open(folder('two'))
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  const at = (name: string, tenant = '1') => ({ kind: 'things', tenant, name })
  const ofRows = engine === 'PostgreSQL'

  it.each([
    ['nothing', 0],
    ['a few', 5],
    ['exactly a piece', MEBIBYTE],
    ['a piece and one', MEBIBYTE + 1],
    ['more than is copied to the disk', 33 * MEBIBYTE + 7],
  ])('%s: written, measured, read, streamed in parts, lent as a file, and removed', async (name, size) => {
    const bytes = randomBytes(size)
    expect(await contents.size(at(name))).toBeUndefined()
    await contents.write(at(name), bytes)
    expect(await contents.size(at(name))).toBe(size)
    expect((await contents.read(at(name))).equals(bytes)).toBe(true)
    const whole = await contents.stream(at(name))
    expect(whole!.size).toBe(size)
    expect((await bytesOf(whole!.stream)).equals(bytes)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [size - 1, size - 1],
      [MEBIBYTE - 2, MEBIBYTE],
      [3, size - 2],
    ] as const) {
      if (start < 0 || end >= size || start > end) continue
      const part = await contents.stream(at(name), { start, end })
      expect(part!.size).toBe(size)
      expect((await bytesOf(part!.stream)).equals(bytes.subarray(start, end + 1)), `${start}`).toBe(true)
    }
    await contents.remove(at(name))
    await contents.remove(at(name))
    expect(await contents.size(at(name))).toBeUndefined()
    expect(await contents.stream(at(name))).toBeUndefined()
    await expect(contents.read(at(name))).rejects.toThrow(ContentGone)
    await expect(contents.pathOf(at(name))).rejects.toThrow(ContentGone)
  })

  it('a file of any size is stored completely or not at all', async () => {
    const bytes = randomBytes(2 * MEBIBYTE + 3)
    await contents.fill(at('filled'), (path) => writeFile(path, bytes))
    expect((await contents.read(at('filled'))).equals(bytes)).toBe(true)
    const failing = contents.fill(at('broken'), async (path) => {
      await writeFile(path, 'half')
      throw new Error('no more')
    })
    await expect(failing).rejects.toThrow('no more')
    expect(await contents.size(at('broken'))).toBeUndefined()
    if (!ofRows) return
    const stopped = contents.fill(at('stopped'), (path) => writeFile(path, bytes), {
      onChunk: () => Promise.reject(new Error('not ours')),
    })
    await expect(stopped).rejects.toThrow('not ours')
    expect(await contents.size(at('stopped'))).toBeUndefined()
    expect(readdirSync(folder('one/cache/test')).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('lists the names of one kind and tenant only', async () => {
    for (const name of ['b', 'a', 'c']) await contents.write(at(name, '7'), Buffer.from(name))
    await contents.write(at('a', '8'), Buffer.from('other'))
    expect(await listContents(contents, 'things', '7')).toEqual(['a', 'b', 'c'])
    expect((await contents.read(at('a', '7'))).toString()).toBe('a')
    expect(await listContents(contents, 'thing', '7')).toEqual([])
  })

  it('concurrent writers of one name all read the complete bytes of one of them', async () => {
    const all = Array.from({ length: 8 }, (_, index) => Buffer.alloc(2 * MEBIBYTE, index))
    if (ofRows) await Promise.all(all.map((bytes) => contents.write(at('wanted'), bytes)))
    else for (const bytes of all) await contents.write(at('wanted'), bytes)
    const stored = await contents.read(at('wanted'))
    expect(all.some((bytes) => bytes.equals(stored))).toBe(true)
  })

  it('leftovers: only old contents without a row are removed', async () => {
    await contents.write(at('known', '9'), Buffer.from('x'))
    await contents.write(at('unknown', '9'), Buffer.from('x'))
    const isKnown = async (tenant: string, name: string) => tenant !== '9' || name === 'known'
    await contents.removeLeftovers('things', clock.now() - 3_600_000, isKnown)
    expect(await listContents(contents, 'things', '9')).toEqual(['known', 'unknown'])
    await contents.removeLeftovers('things', clock.now() + 3_600_000, isKnown)
    expect(await listContents(contents, 'things', '9')).toEqual(['known'])
  })

  it.skipIf(ofRows)(
    'while a backup is made nothing is removed that it might want, and only one is made',
    async () => {
      await contents.write(at('wanted still'), Buffer.from('x'))
      const end = await markBackup(folder('one'), clock)
      expect(await markBackup(folder('one'), clock)).toBeUndefined()
      await contents.remove(at('wanted still'))
      expect(await contents.size(at('wanted still'))).toBe(1)
      await end!()
      await contents.remove(at('wanted still'))
      expect(await contents.size(at('wanted still'))).toBeUndefined()
    },
  )

  it.skipIf(ofRows)('a backup that died holds nobody up for long', async () => {
    writeFileSync(join(folder('one'), 'backup-under-way'), '')
    await contents.write(at('unwanted'), Buffer.from('x'))
    await contents.remove(at('unwanted'))
    expect(await contents.size(at('unwanted'))).toBe(1)
    clock.advance(150)
    await contents.remove(at('unwanted'))
    expect(await contents.size(at('unwanted'))).toBeUndefined()
    await (await markBackup(folder('one'), clock))!()
    expect(existsSync(join(folder('one'), 'backup-under-way'))).toBe(false)
  })

  describe.runIf(ofRows)('for several servers', () => {
    it('a node reads what another wrote, from its own disk the second time, and not after its removal', async () => {
      const bytes = randomBytes(3 * MEBIBYTE)
      await contents.write(at('shared'), bytes)
      const read = async () => bytesOf((await other.stream(at('shared'), { start: 1, end: 9 }))!.stream)
      for (let time = 0; time < 2; time += 1) expect((await read()).equals(bytes.subarray(1, 10))).toBe(true)
      const copy = await other.pathOf(at('shared'))
      expect(copy.startsWith(folder('two'))).toBe(true)
      rmSync(folder('two/cache'), { recursive: true })
      expect((await read()).equals(bytes.subarray(1, 10))).toBe(true)
      await contents.remove(at('shared'))
      expect(await other.stream(at('shared'))).toBeUndefined()
      await contents.write(at('shared'), Buffer.from('another content'))
      expect((await read()).toString()).toBe('nother co')
    })

    it('an incomplete copy is not used, and a broken disk does not prevent reads', async () => {
      await contents.write(at('copied'), Buffer.from('all of it'))
      writeFileSync(await other.pathOf(at('copied')), 'all')
      const read = async () => (await bytesOf((await other.stream(at('copied')))!.stream)).toString()
      expect(await read()).toBe('all of it')
      rmSync(folder('two/cache'), { recursive: true })
      writeFileSync(folder('two/cache'), 'in the way')
      expect(await read()).toBe('all of it')
      rmSync(folder('two/cache'))
    })

    it('copies that were not used for a day are deleted; used ones stay', async () => {
      for (const name of ['used', 'unused']) await contents.write(at(name, '5'), Buffer.from(name))
      const [used, unused] = [await other.pathOf(at('used', '5')), await other.pathOf(at('unused', '5'))]
      clock.advance(80_000)
      await other.pathOf(at('used', '5'))
      await other.tidy()
      expect([existsSync(used), existsSync(unused)]).toEqual([true, true])
      clock.advance(20_000)
      await other.tidy()
      expect([existsSync(used), existsSync(unused)]).toEqual([true, false])
      expect((await other.read(at('unused', '5'))).toString()).toBe('unused')
    })

    it('removed, rejected or duplicate contents leave no chunks behind', async () => {
      const { rows } = await sql<{ pieces: number }>`select count(*) as pieces from content_chunks
        where id not in (select id from contents)`.execute(database.read)
      expect(rows).toEqual([{ pieces: 0 }])
    })

    it('files of an earlier version move into the database', async () => {
      const tenant = folder('three/things/4')
      mkdirSync(tenant, { recursive: true })
      writeFileSync(join(tenant, 'kept'), 'from before')
      writeFileSync(join(tenant, 'half.part'), 'hal')
      await open(folder('three'))
      expect(existsSync(folder('three/things'))).toBe(false)
      expect(await listContents(other, 'things', '4')).toEqual(['kept'])
      expect((await other.read(at('kept', '4'))).toString()).toBe('from before')
    })
  })
})
