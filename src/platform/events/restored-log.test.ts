import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../../../test/harness/engines.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { readHead } from '../database/log-head-store.ts'
import { openDatabase } from '../database/open-database.ts'
import { migrate } from '../database/schema/migrate.ts'
import { createLogger } from '../logging/log.ts'
import { detectRestore } from './restored-log.ts'

type Tables = Record<never, never>

describe('the history of a database on PostgreSQL', () => {
  let place: Place
  let databases: Database<Tables>[] = []
  let dropped = 0
  beforeAll(async () => {
    place = await makePlace('PostgreSQL')
    const open = () => openDatabase<Tables>('log', place, createLogger('silent'))
    databases = [await open(), await open()]
    await migrate(databases[0]!, 'log', [], systemClock)
    await announce()
  })
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()))
    await place.remove()
  })

  const announce = () =>
    databases[0]!.write(1, {
      async work(batch) {
        const counter = await batch.sequence(1, 'events')
        counter.value += 1
      },
    })
  const look = () =>
    Promise.all(
      databases.map((database) =>
        detectRestore(database, async () => {
          dropped += 1
        }),
      ),
    )
  const head = () => readHead(databases[0]!.read, 1)

  it('one of two servers records it; cursors of an older version are dropped, the log continues', async () => {
    expect(await look()).toEqual([false, false])
    expect(dropped).toBe(1)
    expect(await head()).toBe(1)
  })

  it('stays the same after writes', async () => {
    await announce()
    await sql`vacuum (full, freeze) history`.execute(databases[0]!.read)
    expect(await look()).toEqual([false, false])
    expect(dropped).toBe(1)
    expect(await head()).toBe(2)
  })

  it('a row of another transaction starts a new one, once', async () => {
    const before = await head()
    await sql`update history set written_by = 0`.execute(databases[0]!.read)
    expect((await look()).filter((begun) => begun)).toHaveLength(1)
    expect(dropped).toBe(2)
    expect(await head()).toBe(before + 10_000_000)
    expect(await look()).toEqual([false, false])
  })

  it('another database starts a new one, too', async () => {
    const { read } = databases[0]!
    // As after a promotion: the row is the same, and PostgreSQL says something else.
    await sql`delete from history`.execute(read)
    await sql`insert into history values (1, 'elsewhere', 0)`.execute(read)
    await sql`update history set written_by = cast(cast(xmin as text) as bigint)`.execute(read)
    expect((await look()).filter((begun) => begun)).toHaveLength(1)
    expect(dropped).toBe(3)
  })
})
