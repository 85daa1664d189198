import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../../../../test/harness/engines.ts'
import { systemClock } from '../../clock.ts'
import { createLogger } from '../../logging/log.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { createTables } from '../schema/create-tables.ts'
import { migrate } from '../schema/migrate.ts'
import { prepared, preparedOne } from './prepared.ts'

interface Tables {
  notes: { id: number; text: string }
}

const build = (db: Database<Tables>['read'], parameter: (name: 'id') => number) =>
  db.selectFrom('notes').selectAll().where('id', '=', parameter('id'))
const findAll = prepared<Tables, { id: number }, Tables['notes']>(build as never)
const findOne = preparedOne<Tables, { id: number }, Tables['notes']>(build as never)

describe.each(engines)('prepared queries on %s', (engine) => {
  let place: Place
  let database: Database<Tables>
  beforeAll(async () => {
    place = await makePlace(engine)
    database = await openDatabase<Tables>('notes', place, createLogger('silent'))
    const tables = { notes: { columns: { id: 'id' as const, text: 'text' as const }, key: ['id'] } }
    const up = (db: Parameters<typeof createTables>[0]) => createTables(db, tables, [])
    await migrate(database, 'notes', [{ name: 'notes-1', up }], systemClock)
    await database.write(1, {
      work: ({ db }) =>
        db
          .insertInto('notes')
          .values([1, 2, 3].map((id) => ({ id, text: `note ${id}` })))
          .execute(),
    })
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  it('of the same text for one row and for all rows do not interfere', async () => {
    const db = database.read as never
    for (const id of [1, 2, 3, 1]) {
      expect(await findAll(db, { id })).toEqual([{ id, text: `note ${id}` }])
      expect(await findOne(db, { id: 4 - id })).toMatchObject({ id: 4 - id, text: `note ${4 - id}` })
    }
    expect(await findAll(db, { id: 9 })).toEqual([])
    expect(await findOne(db, { id: 9 })).toBeUndefined()
  })
})
