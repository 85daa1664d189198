import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../../../../test/harness/engines.ts'
import { systemClock } from '../../clock.ts'
import { createLogger } from '../../logging/log.ts'
import type { Database, Handle } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { createTables } from '../schema/create-tables.ts'
import { migrate } from '../schema/migrate.ts'

interface Tables {
  notes: { id: number; text: string }
}

/** Takes long enough to be overtaken, on any machine. */
const countFar = sql<{ count: number }>`
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1000000)
  select count(*) as count from numbers`

describe('history on SQLite', () => {
  let place: Place
  let database: Database<Tables>
  beforeAll(async () => {
    place = await makePlace('SQLite')
    database = await openDatabase<Tables>('history', place, createLogger('silent'))
    const tables = { notes: { columns: { id: 'id' as const, text: 'text' as const }, key: ['id'] } }
    const up = (db: Parameters<typeof createTables>[0]) => createTables(db, tables, [])
    await migrate(database, 'history', [{ name: 'history-1', up }], systemClock)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  const history = <T>(work: (db: Handle<Tables>) => Promise<T>) => database.history(1, 0, work)
  const write = (id: number, text: string) =>
    database.write(1, {
      work: async ({ db }) => void (await db.insertInto('notes').values({ id, text }).execute()),
    })
  const countNotes = (db: Handle<Tables>) => db.selectFrom('notes').select('id').execute()

  it('a slow query does not block others', async () => {
    const answered: string[] = []
    const far = history((db) => countFar.execute(db)).then(({ rows }) => {
      answered.push('history')
      return rows
    })
    await countNotes(database.read)
    answered.push('read')
    await write(1, 'meanwhile')
    answered.push('write')
    expect(await far).toEqual([{ count: 1_000_000 }])
    expect(answered).toEqual(['read', 'write', 'history'])
  })

  it('sees everything that was committed before', async () => {
    for (let id = 10; id < 20; id += 1) {
      await write(id, 'x')
      expect((await history(countNotes)).at(-1)).toEqual({ id })
    }
  })

  it('reports the error of a query, and runs the next one', async () => {
    const wrong = history((db) => sql`select * from notices`.execute(db))
    await expect(wrong).rejects.toThrow('no such table: notices')
    expect(await history(countNotes)).not.toEqual([])
  })

  it('is read-only: a write is refused', async () => {
    const written = history((db) => db.insertInto('notes').values({ id: 99, text: 'x' }).execute())
    await expect(written).rejects.toThrow('readonly')
    expect(await history(countNotes)).not.toContainEqual({ id: 99 })
  })
})
