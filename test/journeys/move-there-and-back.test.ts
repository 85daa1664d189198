import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/engines.ts'
import { querySqlite } from '../harness/query-sqlite.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'
import { fillEmptyTables, type StoredRows, storedRows } from '../harness/stored-rows.ts'

/** Many processes, one after another, on a machine that may be busy. */
const MINUTES = 300_000

/** A queue counts as used when the move ends. */
const withoutLastSeen = (rows: StoredRows) =>
  new Map([...rows].map(([name, all]) => [name, all.map((row) => row.replace(/"last_seen":\d+/, ''))]))

describe('switchboard move', { timeout: MINUTES }, () => {
  let sqlite: Place
  let postgres: Place
  let back: Place
  const key = { SECRET_KEY: 'a1'.repeat(32) }
  const move = (from: Place, to: string) =>
    runSwitchboard(['move', '--to', to], { place: from, environment: key })
  beforeAll(async () => {
    sqlite = await makePlace('SQLite')
    postgres = await makePlace('PostgreSQL')
    back = await makePlace('SQLite')
    expect(await runSwitchboard(['seed-demo'], { place: sqlite, environment: key })).toMatchObject({
      code: 0,
    })
    expect(fillEmptyTables(sqlite)).toBeGreaterThan(20)
  }, MINUTES)
  afterAll(async () => {
    for (const place of [sqlite, postgres, back]) await place.remove()
  })

  it('moves every row of every table to PostgreSQL', async () => {
    const before = await storedRows(sqlite)
    for (const [name, rows] of before) expect([name, rows.length > 0]).toEqual([name, true])
    const moved = await move(sqlite, postgres.databaseUrl!)
    expect(moved).toMatchObject({ code: 0 })
    const rows = [...before.values()].reduce((sum, all) => sum + all.length, 0)
    expect(moved.stdout).toContain(`Moved ${rows} rows of ${before.size} tables and 0 files.`)
    expect(moved.stdout).toContain('the same SECRET_KEY')
    expect(moved.stderr).toMatch(/^chat\.messages: \d+ rows are the same, checksum [0-9a-f]{64}$/m)
    expect(withoutLastSeen(await storedRows(postgres))).toEqual(withoutLastSeen(before))
    // The source is as it was.
    expect(await storedRows(sqlite)).toEqual(before)
  })

  it('moves every row of every table back to SQLite, readable by its owner only', async () => {
    const moved = await move(postgres, `sqlite:${back.dataDir}`)
    expect(moved).toMatchObject({ code: 0 })
    expect(moved.stdout).toContain(`DATA_DIR=${back.dataDir} without DATABASE_URL`)
    expect(withoutLastSeen(await storedRows(back))).toEqual(withoutLastSeen(await storedRows(sqlite)))
    expect(statSync(join(back.dataDir, 'chat.db')).mode & 0o777).toBe(0o600)
    expect(readdirSync(back.dataDir).filter((name) => !/\.db/.test(name))).toEqual([])
  })

  it('refuses a target that holds other data', async () => {
    const toPostgres = await move(sqlite, postgres.databaseUrl!)
    expect(toPostgres).toMatchObject({ code: 1, stdout: '' })
    expect(toPostgres.stderr).toContain('The target contains other data.')
    const toSqlite = await move(postgres, `sqlite:${sqlite.dataDir}`)
    expect(toSqlite).toMatchObject({ code: 1, stdout: '' })
    expect(toSqlite.stderr).toContain('The target contains other data.')
  })

  it('refuses a table that the target does not know, instead of leaving it out', async () => {
    const empty = await makePlace('PostgreSQL')
    querySqlite(join(sqlite.dataDir, 'telephony.db'), 'create table forgotten (id bigint primary key)')
    const moved = await move(sqlite, empty.databaseUrl!)
    expect(moved).toMatchObject({ code: 1, stdout: '' })
    expect(moved.stderr).toContain('different tables in telephony: forgotten.')
    await empty.remove()
  })

  it('names what is wrong with its arguments and settings', async () => {
    const missing = await runSwitchboard(['move'], { place: sqlite })
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('--to is missing.') })
    const strange = await move(sqlite, 'mysql://somewhere')
    expect(strange).toMatchObject({ code: 2, stderr: expect.stringContaining('--to must be postgres://') })
    const same = await move(sqlite, `sqlite:${back.dataDir}`)
    expect(same).toMatchObject({ code: 1, stderr: expect.stringContaining('The source is already SQLite') })
    const both = await move(postgres, postgres.databaseUrl!)
    expect(both).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The source is already PostgreSQL'),
    })
    const silent = await move(sqlite, 'postgres://me:hush@127.0.0.1:1/chat')
    expect(silent).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing listens there') })
    expect(silent.stderr).not.toContain('hush')
    const nowhere = await runSwitchboard(['move', '--to', postgres.databaseUrl!], {
      environment: { DATA_DIR: join(sqlite.dataDir, 'missing') },
    })
    expect(nowhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no data in DATA_DIR'),
    })
  })
})
