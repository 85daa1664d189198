import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../../../../test/harness/engines.ts'
import { systemClock } from '../../clock.ts'
import { createLogger } from '../../logging/log.ts'
import type { Database, WriteBatch } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { createTables } from '../schema/create-tables.ts'
import { migrate } from '../schema/migrate.ts'
import { preparedWrite } from '../statements/prepared.ts'

interface Tables {
  notes: { id: number; text: string }
}
type Batch = WriteBatch<Tables>

const insert = preparedWrite<Tables, Tables['notes']>((db, parameter) =>
  db.insertInto('notes').values({ id: parameter('id'), text: parameter('text') }),
)
const change = preparedWrite<Tables, Tables['notes']>((db, parameter) =>
  db
    .updateTable('notes')
    .set({ text: parameter('text') })
    .where('id', '=', parameter('id')),
)

/** As the first message of a stream is noted. */
const changeIfNew = preparedWrite<Tables, Tables['notes']>(
  (db, parameter) =>
    db
      .updateTable('notes')
      .set({ text: parameter('text') })
      .where('id', '=', parameter('id'))
      .where('text', '=', 'x'),
  'once',
  ['id'],
)

describe.each(engines)('deferred writes on %s', (engine) => {
  let place: Place
  let database: Database<Tables>
  beforeAll(async () => {
    place = await makePlace(engine)
    database = await openDatabase<Tables>('deferred', place, createLogger('silent'))
    const tables = { notes: { columns: { id: 'id' as const, text: 'text' as const }, key: ['id'] } }
    const up = (db: Parameters<typeof createTables>[0]) => createTables(db, tables, [])
    await migrate(database, 'deferred', [{ name: 'deferred-1', up }], systemClock)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  const tablesOf = (batch: Batch) => batch.db as unknown as Kysely<Tables>
  const add = (id: number, then: (batch: Batch) => Promise<unknown> = async () => {}) =>
    database.write(1, {
      async work(batch) {
        await insert(tablesOf(batch), { id, text: 'x' })
        return then(batch)
      },
    })
  const idsFrom = async (first: number) => {
    const rows = database.read.selectFrom('notes').select('id').where('id', '>=', first)
    return (
      await rows
        .where('id', '<', first + 1000)
        .orderBy('id')
        .execute()
    ).map(({ id }) => id)
  }
  const statuses = async (jobs: Promise<unknown>[]) =>
    (await Promise.allSettled(jobs)).map((outcome) =>
      outcome.status === 'fulfilled' ? 'done' : String((outcome.reason as Error).message),
    )

  it('are stored by the commit, in order', async () => {
    const jobs = Array.from({ length: 200 }, (_, index) =>
      add(1000 + index, (batch) => change(tablesOf(batch), { id: 1000 + index, text: `changed ${index}` })),
    )
    await Promise.all(jobs)
    const rows = await database.read.selectFrom('notes').selectAll().orderBy('id').execute()
    const expected = jobs.map((_, index) => ({ id: 1000 + index, text: `changed ${index}` }))
    expect(rows.filter(({ id }) => id >= 1000 && id < 2000)).toEqual(expected)
  })

  it('are visible to the next query of the same job', async () => {
    const seen = await add(2000, ({ db }) =>
      db.selectFrom('notes').select('text').where('id', '=', 2000).execute(),
    )
    expect(seen).toEqual([{ text: 'x' }])
  })

  it('fail for the job that made them, and for no other', async () => {
    await add(3001)
    const outcomes = await statuses([add(3000), add(3001), add(3002)])
    expect(outcomes).toEqual(['done', expect.stringMatching(/unique/i), 'done'])
    expect(await idsFrom(3000)).toEqual([3000, 3001, 3002])
  })

  it('fail for the job that made them, even if another job caught the error', async () => {
    await add(4001)
    const careless = database.write(1, {
      work: ({ db }) =>
        db
          .selectFrom('notes')
          .select('id')
          .execute()
          .catch(() => 'caught'),
    })
    const outcomes = await statuses([add(4000), add(4001), careless, add(4002)])
    expect(outcomes).toEqual(['done', expect.stringMatching(/unique/i), 'done', 'done'])
    expect(await idsFrom(4000)).toEqual([4000, 4001, 4002])
    expect(await careless).not.toBe('caught')
  })

  it('leave nothing behind when their job fails afterwards', async () => {
    const late = () => Promise.reject(new Error('too late'))
    expect(await statuses([add(5000), add(5001, late), add(5002)])).toEqual(['done', 'too late', 'done'])
    expect(await idsFrom(5000)).toEqual([5000, 5002])
  })

  it('with onceFor are sent again after another statement', async () => {
    const textOf = async (id: number) =>
      (await database.read.selectFrom('notes').select('text').where('id', '=', id).executeTakeFirst())?.text
    await add(5500, async (batch) => {
      for (const text of ['first', 'second']) await changeIfNew(tablesOf(batch), { id: 5500, text })
      await insert(tablesOf(batch), { id: 5501, text: 'x' })
      await changeIfNew(tablesOf(batch), { id: 5501, text: 'another' })
    })
    expect([await textOf(5500), await textOf(5501)]).toEqual(['first', 'another'])
    await add(5502, async (batch) => {
      await changeIfNew(tablesOf(batch), { id: 5502, text: 'before' })
      await tablesOf(batch).updateTable('notes').set({ text: 'x' }).where('id', '=', 5502).execute()
      await changeIfNew(tablesOf(batch), { id: 5502, text: 'after' })
    })
    expect(await textOf(5502)).toBe('after')
  })

  it('throw after the end of their batch', async () => {
    let kept: Batch | undefined
    await add(6000, async (batch) => {
      kept = batch
    })
    expect(() => insert(tablesOf(kept!), { id: 6001, text: 'x' })).toThrow('after its batch had ended')
  })

  it('keep the order of the commits', async () => {
    const order: number[] = []
    const jobs = Array.from({ length: 100 }, (_, index) =>
      database.write(1, {
        work: (batch) => insert(tablesOf(batch), { id: 7000 + index, text: 'x' }),
        committed: () => void order.push(index),
      }),
    )
    await Promise.all(jobs)
    expect(order).toEqual(jobs.map((_, index) => index))
  })
})
