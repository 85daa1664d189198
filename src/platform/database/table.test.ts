import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../../../test/harness/engines.ts'
import { systemClock } from '../clock.ts'
import { createLogger } from '../logging/log.ts'
import type { Database, Handle } from './database.ts'
import { openDatabase } from './open-database.ts'
import { createTables } from './schema/create-tables.ts'
import { migrate } from './schema/migrate.ts'
import { tablesOf } from './table.ts'

interface NotesTable {
  realm_id: number
  id: number
  title: string
  read_at: number | null
}
interface Tables {
  notes: NotesTable
}

const table = tablesOf<Tables, Handle<Tables>>()
const notes = table('notes', ['realm_id', 'id'])
const titles = table('notes', ['realm_id', 'id'], {
  orderBy: ['title', 'id desc'],
  read: ({ id, title }) => `${title} ${id}`,
})

describe.each(engines)('a typed table on %s', (engine) => {
  let place: Place
  let database: Database<Tables>
  beforeAll(async () => {
    place = await makePlace(engine)
    database = await openDatabase<Tables>('notes', place, createLogger('silent'))
    const columns = { realm_id: 'id', id: 'id', title: 'text', read_at: 'number?' } as const
    const up = (db: Parameters<typeof createTables>[0]) =>
      createTables(db, { notes: { columns, key: ['realm_id', 'id'] } }, [])
    await migrate(database, 'notes', [{ name: 'notes-1', up }], systemClock)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  const write = <T>(work: (db: Handle<Tables>) => Promise<T>) =>
    database.write(1, { work: ({ db }) => work(db) })
  const row = (realm_id: number, id: number, title = 'x', read_at: number | null = null): NotesTable => ({
    realm_id,
    id,
    title,
    read_at,
  })

  it('finds, changes and removes exactly the row with the key, whatever else is passed with it', async () => {
    await write((db) => notes.insert(db, [row(1, 1), row(1, 2), row(2, 1)]))
    const stale = row(1, 1, 'an old title', 7)
    expect(await notes.find(database.read, stale)).toEqual(row(1, 1))
    expect(await write((db) => notes.update(db, stale, { ...row(9, 9), title: 'new' }))).toBe(true)
    expect(await notes.list(database.read, {})).toEqual([row(1, 1, 'new'), row(1, 2), row(2, 1)])
    expect(await write((db) => notes.remove(db, stale))).toBe(true)
    expect(await write((db) => notes.remove(db, stale))).toBe(false)
    expect(await write((db) => notes.update(db, stale, { title: 'again' }))).toBe(false)
    expect(await notes.find(database.read, stale)).toBeUndefined()
    expect(await notes.list(database.read, {})).toEqual([row(1, 2), row(2, 1)])
  })

  it('matches values, nothing, and any number of values', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => index + 1)
    await write((db) =>
      notes.insert(
        db,
        many.map((id) => row(3, id, `title ${id}`, id % 2 ? id : null)),
      ),
    )
    const count = (match: Parameters<typeof notes.count>[1]) => notes.count(database.read, match)
    expect(await count({ realm_id: 3 })).toBe(5000)
    expect(await count({ realm_id: 3, read_at: null })).toBe(2500)
    expect(await count({ realm_id: 3, read_at: 5 })).toBe(1)
    expect(await count({ realm_id: 3, id: many })).toBe(5000)
    expect(await count({ realm_id: [2, 3], title: ['title 7', 'title 8', "'; --"] })).toBe(2)
    expect(await count({ realm_id: 3, id: [] })).toBe(0)
    expect(await notes.exists(database.read, { title: 'title 9' })).toBe(true)
    expect(await notes.exists(database.read, { title: 'title 0' })).toBe(false)
    expect(await write((db) => notes.updateWhere(db, { realm_id: 3, read_at: null }, { read_at: 1 }))).toBe(
      2500,
    )
    expect(await write((db) => notes.removeWhere(db, { realm_id: 3, id: [] }))).toBe(0)
    expect(await write((db) => notes.removeWhere(db, { realm_id: 3, id: many.slice(1) }))).toBe(4999)
    expect(await notes.findBy(database.read, { realm_id: 3 })).toEqual(row(3, 1, 'title 1', 1))
  })

  it('lists in its own order, which is the same on both engines, and reads rows as it says', async () => {
    const spelled = ['b', 'B', 'ä', 'a', 'a']
    await write((db) =>
      notes.insert(
        db,
        spelled.map((title, id) => row(4, id, title)),
      ),
    )
    expect(await titles.list(database.read, { realm_id: 4 })).toEqual(['B 1', 'a 4', 'a 3', 'b 0', 'ä 2'])
    expect(await titles.list(database.read, { realm_id: 4, id: [3, 1] }, ['id'])).toEqual(['B 1', 'a 3'])
    expect(await titles.find(database.read, { realm_id: 4, id: 2 })).toBe('ä 2')
  })

  it('keeps or replaces rows that exist', async () => {
    await write((db) => notes.insert(db, row(5, 1, 'first')))
    await expect(write((db) => notes.insert(db, row(5, 1, 'second')))).rejects.toThrow(/unique/i)
    expect(await write((db) => notes.insertIfAbsent(db, row(5, 1, 'second')))).toBe(false)
    expect(await write((db) => notes.insertIfAbsent(db, [row(5, 1, 'second'), row(5, 2)]))).toBe(true)
    await write((db) => notes.put(db, row(5, 1, 'third', 3)))
    await write((db) => notes.put(db, [row(5, 2, 'fourth', 4), row(5, 3, 'fifth')]))
    expect(await notes.list(database.read, { realm_id: 5 })).toEqual([
      row(5, 1, 'third', 3),
      row(5, 2, 'fourth', 4),
      row(5, 3, 'fifth'),
    ])
    await write((db) => notes.insert(db, []))
    await write((db) => notes.removeBefore(db, 'read_at', 4))
    expect((await notes.list(database.read, { realm_id: 5 })).map(({ id }) => id)).toEqual([2, 3])
  })
})
