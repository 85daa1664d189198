import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import type { AnyHandle } from '../../src/platform/database/any-handle.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { migrate } from '../../src/platform/database/schema/migrate.ts'
import type { Migration } from '../../src/platform/database/schema/migration.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { databaseMigrations } from '../../src/server/start/database-migrations.ts'
import { isInstalled } from '../debian-packages.js'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { againAndAgain, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { runTrial } from '../harness/faults/trial.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'
import { type RunningRedis, startRedis } from '../harness/start-redis.ts'

const NODES = 2
/** The busiest tables, in another order than that in which a send locks them. */
const busyTables = ['event_queues', 'events', 'messages', 'sequences']

/** A step of a version to come. */
const stepOf = (round: number): Migration => ({
  name: `9999-${String(round).padStart(4, '0')}`,
  async up(db: AnyHandle) {
    for (const table of busyTables) {
      await sql`alter table ${sql.ref(table)} add column ${sql.ref(`added_${round}`)} bigint`.execute(db)
      // Long enough for senders to meet it half-way.
      if (table === 'events') await sql`select pg_sleep(0.05)`.execute(db)
    }
  },
})

describe.skipIf(!isInstalled('redis-server'))('a migration under load', () => {
  let place: Place
  let redis: RunningRedis
  let fleet: Fleet
  beforeAll(async () => {
    place = await makePlace('PostgreSQL')
    redis = await startRedis()
    const environment = { REDIS_URL: redis.url, SECRET_KEY: '0123456789abcdef'.repeat(4) }
    fleet = await startFleet(place, { nodes: NODES, environment })
  }, 240_000)
  afterAll(async () => {
    await fleet?.stop()
    await redis?.stop()
    await place.remove()
  })

  /** As a node does that starts. */
  async function migrateTo(migrations: readonly Migration[]): Promise<string[]> {
    const database = await openDatabase('chat', place, createLogger('silent'))
    try {
      return await migrate(database, 'chat', [...databaseMigrations.chat, ...migrations], systemClock)
    } finally {
      await database.close()
    }
  }

  it(
    'two nodes that start at once alter the busiest tables: they succeed, and everybody else continues',
    async () => {
      const steps: Migration[] = []
      const readers = startReaders(place.databaseUrl!)
      let slowest = 0
      try {
        const { tally } = await runTrial({
          name: 'migrations that alter busy tables, two nodes',
          fleet,
          fault: ({ afterMore }) =>
            againAndAgain(3, async (round) => {
              steps.push(stepOf(round))
              const began = performance.now()
              const applied = await Promise.all([migrateTo(steps), migrateTo(steps)])
              slowest = Math.max(slowest, performance.now() - began)
              expect(applied.flat()).toEqual([steps.at(-1)!.name])
              await afterMore(20)
            }),
        })
        expect(tally.unanswered).toBe(0)
        for (const trouble of tally.troubles.keys()) expect(trouble).toMatch(/^503 /)
      } finally {
        const { reads, longestMs } = await readers.stop()
        console.log(
          `migrations under load: the slowest took ${Math.round(slowest)} ms; ${reads} reads of the altered tables, the longest ${Math.round(longestMs)} ms`,
        )
      }
    },
    testTimeout,
  )
})

describe.each(engines)('a database of a newer version, on %s', (engine) => {
  it('is refused by the server and by commands, with what to do', async () => {
    const place = await makePlace(engine)
    try {
      const database = await openDatabase('chat', place, createLogger('silent'))
      await migrate(
        database,
        'chat',
        [...databaseMigrations.chat, { ...stepOf(0), up: async () => {} }],
        systemClock,
      )
      await database.close()
      for (const args of [['serve', '--port', '0'], ['migrate'], ['list-companies']]) {
        const { code, stdout, stderr } = await runSwitchboard(args, { place })
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
        expect(stderr.trim()).toMatch(
          /^The database is newer than this version of Switchboard, \S+: it has the step '9999-0000'\. Start the version that made it, or a newer one\. To go back to this version, restore the backup from before the upgrade\.$/,
        )
      }
    } finally {
      await place.remove()
    }
  }, 120_000)
})

/** Reads of all the tables in one statement, over and over. A read that fails ends the test. */
function startReaders(url: string) {
  let isOver = false
  let reads = 0
  let longestMs = 0
  async function read() {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      while (!isOver) {
        const began = performance.now()
        await client.query(
          'select (select count(*) from chat.event_queues), (select max(position) from chat.events), (select count(*) from chat.messages)',
        )
        reads += 1
        longestMs = Math.max(longestMs, performance.now() - began)
        await new Promise((next) => setTimeout(next, 20))
      }
    } finally {
      await client.end()
    }
  }
  const reading = Promise.all([read(), read()])
  // A failure is noticed at the end.
  reading.catch(() => {})
  return {
    async stop() {
      isOver = true
      await reading
      return { reads, longestMs }
    },
  }
}
