import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../../../../test/harness/engines.ts'
import { openPostgresLink, type PostgresLink } from '../../../../test/harness/faults/postgres-link.ts'
import { systemClock } from '../../clock.ts'
import { createLogger } from '../../logging/log.ts'
import { storageFailureOf } from '../../storage-failure.ts'
import type { Database, WriteBatch } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { createTables } from '../schema/create-tables.ts'
import { migrate } from '../schema/migrate.ts'
import { BATCH_IDLE_MS } from './postgres-session.ts'

interface Tables {
  notes: { id: number; text: string }
}

describe('a process whose connections to PostgreSQL are lost', () => {
  let place: Place
  let link: PostgresLink
  let here: Database<Tables>
  let there: Database<Tables>
  beforeAll(async () => {
    place = await makePlace('PostgreSQL')
    link = await openPostgresLink(place.databaseUrl!)
    here = await openDatabase<Tables>('queue', { ...place, databaseUrl: link.url }, createLogger('silent'))
    there = await openDatabase<Tables>('queue', place, createLogger('silent'))
    const tables = { notes: { columns: { id: 'id' as const, text: 'text' as const }, key: ['id'] } }
    const up = (db: Parameters<typeof createTables>[0]) => createTables(db, tables, [])
    await migrate(here, 'queue', [{ name: 'queue-1', up }], systemClock)
  })
  afterAll(async () => {
    await Promise.all([here, there].map((database) => database?.close()))
    await link?.stop()
    await place.remove()
  })

  const insert = ({ db }: WriteBatch<Tables>, id: number) =>
    db.insertInto('notes').values({ id, text: '' }).execute()
  const countOf = async (id: number) =>
    (await there.read.selectFrom('notes').select('id').where('id', '=', id).execute()).length

  /** Takes the next position of the tenant's log, which nobody else gets before the commit. */
  const announce = (database: Database<Tables>, id: number, then: (tries: number) => Promise<unknown>) => {
    let tries = 0
    return database.write(1, {
      async work(batch) {
        tries += 1
        const counter = await batch.sequence(1, 'events')
        counter.value += 1
        await insert(batch, id)
        await then(tries)
        return counter.value
      },
    })
  }
  const nothing = async () => {}

  it('in the middle of a batch: it is run again on another connection', async () => {
    let tries = 0
    await here.write(1, {
      async work(batch) {
        tries += 1
        await insert(batch, 1)
        if (tries === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(batch.db)
      },
    })
    expect(tries).toBe(2)
    expect(await countOf(1)).toBe(1)
  })

  it('because it hangs in a batch: PostgreSQL unblocks the others, and it retries', async () => {
    let tried = 0
    const positions: number[] = []
    // It goes on when the other one has written, which needs the counter that it holds.
    const hung = announce(here, 10, async (tries) => {
      tried = tries
      if (tries === 1) positions.push(await announce(there, 11, nothing))
    })
    positions.push(await hung)
    expect(tried).toBe(2)
    expect(positions).toEqual([positions[0], positions[0]! + 1])
    expect([await countOf(10), await countOf(11)]).toEqual([1, 1])
  })

  it('during the commit: the outcome is unknown, so the batch fails and is not run again', async () => {
    let tried = 0
    const written = here.write(1, {
      async work(batch) {
        tried += 1
        await insert(batch, 20)
        link.halfOpen()
      },
    })
    expect(storageFailureOf(await written.catch((reason) => reason))).toBe('away')
    link.mend()
    expect(tried).toBe(1)
    // The commit had arrived; only its answer was lost.
    expect(await countOf(20)).toBe(1)
    await expect.poll(() => here.link?.isUp).toBe(true)
  })

  it('one of them, silently: its statement fails, and the others keep working', async () => {
    const before = here.link!.destroyed
    let lost = 0
    here.link!.onLost(() => {
      lost += 1
    })
    const long = sql`select pg_sleep(3)`.execute(here.read)
    const dead = here.read.connection().execute(async (connection) => {
      const { rows } = await sql<{ port: number }>`select inet_client_port() as port`.execute(connection)
      link.deafen(rows[0]!.port)
      return sql`select 1`.execute(connection)
    })
    expect(storageFailureOf(await dead.catch((reason) => reason))).toBe('away')
    expect(here.link!.destroyed - before).toBe(1)
    await long
    expect(lost).toBe(0)
  })

  it('all of them, silently: pending and new requests fail until PostgreSQL responds again', async () => {
    const before = here.link!.destroyed
    link.cut()
    const waiting = Array.from({ length: 30 }, () =>
      here.read.selectFrom('notes').select('id').execute().then(String, storageFailureOf),
    )
    const writing = announce(here, 30, nothing).then(String, storageFailureOf)
    expect(new Set(await Promise.all([...waiting, writing]))).toEqual(new Set(['away']))
    expect(here.link!.isUp).toBe(false)
    expect(here.link!.destroyed).toBeGreaterThan(before)
    expect(await announce(here, 31, nothing).then(String, storageFailureOf)).toBe('away')
    expect(there.link!.isUp).toBe(true)
    await announce(there, 32, nothing)
    link.mend()
    await expect.poll(() => here.link!.isUp).toBe(true)
    await announce(here, 33, nothing)
    expect([await countOf(30), await countOf(31), await countOf(32), await countOf(33)]).toEqual([0, 0, 1, 1])
  })

  it('repeatedly, because the network is too slow to write: it reports so until a batch succeeds', async () => {
    link.slow(BATCH_IDLE_MS)
    expect(await announce(here, 40, nothing).then(String, storageFailureOf)).toBe('away')
    expect(here.link!.isUp).toBe(false)
    await announce(there, 41, nothing)
    link.mend()
    await announce(here, 42, nothing)
    expect(here.link!.isUp).toBe(true)
    expect([await countOf(40), await countOf(41), await countOf(42)]).toEqual([0, 1, 1])
  })
})
