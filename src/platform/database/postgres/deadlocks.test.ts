import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../../../../test/harness/engines.ts'
import { systemClock } from '../../clock.ts'
import { createLogger } from '../../logging/log.ts'
import type { Database, WriteBatch } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { createTables } from '../schema/create-tables.ts'
import { migrate } from '../schema/migrate.ts'

interface Tables {
  notes: { id: number; text: string }
}

describe('two processes that deadlock', () => {
  let place: Place
  let here: Database<Tables>
  let there: Database<Tables>
  beforeAll(async () => {
    place = await makePlace('PostgreSQL')
    here = await openDatabase<Tables>('queue', place, createLogger('silent'))
    there = await openDatabase<Tables>('queue', place, createLogger('silent'))
    const tables = { notes: { columns: { id: 'id' as const, text: 'text' as const }, key: ['id'] } }
    const up = (db: Parameters<typeof createTables>[0]) => createTables(db, tables, [])
    await migrate(here, 'queue', [{ name: 'queue-1', up }], systemClock)
    const rows = [1, 2, 3].map((id) => ({ id, text: '' }))
    await here.write(1, { work: ({ db }) => db.insertInto('notes').values(rows).execute() })
  })
  afterAll(async () => {
    await Promise.all([here, there].map((database) => database?.close()))
    await place.remove()
  })

  const append = ({ db }: WriteBatch<Tables>, id: number, letter: string) =>
    db
      .updateTable('notes')
      .set((row) => ({ text: row(row.ref('text'), '||', letter as never) as never }))
      .where('id', '=', id)
      .execute()
  const textOf = async (id: number) =>
    (await here.read.selectFrom('notes').select('text').where('id', '=', id).executeTakeFirstOrThrow()).text

  it('both succeed, and each change is made once', async () => {
    // Each waits until the other has its first row, but not again when it is told to begin anew.
    let arrived = 0
    const meet = async () => {
      arrived += 1
      for (let looks = 0; arrived < 2 && looks < 1000; looks += 1) await pause()
    }
    const change = (database: Database<Tables>, first: number, second: number, letter: string) =>
      database.write(1, {
        async work(batch) {
          await append(batch, first, letter)
          await meet()
          await append(batch, second, letter)
        },
      })
    await Promise.all([change(here, 1, 2, 'a'), change(there, 2, 1, 'b')])
    expect(arrived).toBeGreaterThan(2)
    expect([...(await textOf(1))].sort()).toEqual(['a', 'b'])
    expect([...(await textOf(2))].sort()).toEqual(['a', 'b'])
  })

  it('do not deadlock when only some jobs of a batch announce events', async () => {
    let tries = 0
    const plain = (database: Database<Tables>) =>
      database.write(1, {
        async work(batch) {
          tries += 1
          await append(batch, 3, 'p')
          // Time for the other process to take the counter, if it can.
          await pause(50)
        },
      })
    const announcing = (database: Database<Tables>) =>
      database.write(1, {
        async work(batch) {
          tries += 1
          const counter = await batch.sequence(1, 'events')
          counter.value += 1
          await pause(50)
          await append(batch, 3, 'e')
        },
      })
    await Promise.all([plain(here), announcing(here), announcing(there)])
    expect([...(await textOf(3))].sort().join('')).toBe('eep')
    expect(tries).toBe(3)
  })
})

const pause = (ms = 5) => new Promise((next) => setTimeout(next, ms))
