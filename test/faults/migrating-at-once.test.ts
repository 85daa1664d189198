import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { migrate } from '../../src/platform/database/schema/migrate.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { databaseMigrations } from '../../src/server/start/database-migrations.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'

const AT_ONCE = 3
const products = [
  ['chat', databaseMigrations.chat],
  ['telephony', databaseMigrations.telephony],
] as const

describe.each(engines)('several nodes migrate at once, on %s', (engine) => {
  let place: Place
  afterEach(() => place.remove())

  /** The names that each process says it has applied; every one of them has to end well. */
  async function migrateAtOnce(): Promise<string[]> {
    const ended = await Promise.all(
      Array.from({ length: AT_ONCE }, () => runSwitchboard(['migrate'], { place })),
    )
    for (const { code, stderr } of ended) expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return ended.flatMap(({ stdout }) => [...stdout.matchAll(/Applied (\S+)/g)].map(([, name]) => name!))
  }

  /** Opens what is there, and works on it. */
  async function withDatabases<T>(work: (product: (typeof products)[number], database: never) => Promise<T>) {
    const results: T[] = []
    for (const product of products) {
      const database = await openDatabase(product[0], place, createLogger('silent'))
      try {
        results.push(await work(product, database as never))
      } finally {
        await database.close()
      }
    }
    return results
  }

  const missing = () =>
    withDatabases(([name, migrations], database) => migrate(database, name, migrations, systemClock))

  it('an empty database: each step is applied by one of them', async () => {
    place = await makePlace(engine)
    const applied = await migrateAtOnce()
    expect(applied.length).toBeGreaterThan(databaseMigrations.chat.length)
    // Both products may have a step of the same name, those of the platform.
    expect(applied.length).toBeLessThanOrEqual(new Set(applied).size * 2)
    expect(await missing()).toEqual([[], []])
  }, 120_000)

  it('a database that lacks the last step: one applies it, the others find nothing to do', async () => {
    place = await makePlace(engine)
    await withDatabases(([name, migrations], database) =>
      migrate(database, name, migrations.slice(0, -1), systemClock),
    )
    const last = products.map(([, migrations]) => migrations.at(-1)!.name)
    expect((await migrateAtOnce()).sort()).toEqual(last.sort())
    expect(await missing()).toEqual([[], []])
  }, 120_000)
})
