import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../../../../test/harness/engines.ts'
import { systemClock } from '../../clock.ts'
import { createLogger } from '../../logging/log.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { createTables } from '../schema/create-tables.ts'
import { migrate } from '../schema/migrate.ts'

interface Tables {
  notes: { id: number; text: string }
}

describe.each(engines)('a job that fails, on %s', (engine) => {
  let place: Place
  let database: Database<Tables>
  beforeAll(async () => {
    place = await makePlace(engine)
    database = await openDatabase<Tables>('queue', place, createLogger('silent'))
    const tables = { notes: { columns: { id: 'id' as const, text: 'text' as const }, key: ['id'] } }
    const up = (db: Parameters<typeof createTables>[0]) => createTables(db, tables, [])
    await migrate(database, 'queue', [{ name: 'queue-1', up }], systemClock)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  const add = (id: number, returning: boolean, fails: boolean) =>
    database.write(1, {
      async work({ db }) {
        const insertion = db.insertInto('notes').values({ id, text: 'x' })
        await (returning ? insertion.returning('id').execute() : insertion.execute())
        if (fails) throw new Error('too late')
      },
    })
  const ids = async () =>
    (await database.read.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id)

  it.each([
    { how: 'plainly', returning: false, first: 10 },
    { how: 'with an answer', returning: true, first: 20 },
  ])('after it has written $how leaves nothing, and its neighbours what they wrote', async (row) => {
    const { returning, first } = row
    const outcomes = await Promise.allSettled([
      add(first, returning, false),
      add(first + 1, returning, true),
      add(first + 2, returning, false),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await ids()).filter((id) => id >= first && id < first + 10)).toEqual([first, first + 2])
  })
})

describe.each(engines)('counters of two processes on one %s', (engine) => {
  it('never repeat or skip a number', async () => {
    const place = await makePlace(engine)
    const log = createLogger('silent')
    const both = [
      await openDatabase<Tables>('queue', place, log),
      await openDatabase<Tables>('queue', place, log),
    ]
    const next = (database: Database<Tables>) =>
      database.write(1, {
        async work(batch) {
          const sequence = await batch.sequence(1, 'tickets')
          sequence.value += 1
          return sequence.value
        },
      })
    await migrate(both[0]!, 'queue', [], systemClock)
    const numbers: number[] = []
    // Alone for a while, in turns, and at once: a cached value must not outlive a change by the other.
    for (const index of [0, 0, 1, 0, 1, 1, 0]) numbers.push(await next(both[index]!))
    numbers.push(...(await Promise.all(Array.from({ length: 200 }, (_, index) => next(both[index % 2]!)))))
    expect([...numbers].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 207 }, (_, index) => index + 1),
    )
    for (const database of both) await database.close()
    await place.remove()
  })
})
