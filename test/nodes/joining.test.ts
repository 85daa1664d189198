import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { openProducts } from '../../src/server/start/open-products.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { openNodes, type TestNodes } from '../harness/open-nodes.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'

let cluster: TestNodes
let alone: Place
beforeAll(async () => {
  cluster = await openNodes(2, { LOG_LEVEL: 'silent' })
  alone = await makePlace('PostgreSQL')
})
// Real processes, one after the other.
vi.setConfig({ testTimeout: 120_000 })
afterAll(async () => {
  await cluster?.stop()
  await alone?.remove()
})

const serve = (environment: Record<string, string>) =>
  runSwitchboard(['serve', '--port', '0'], { place: alone, environment })

test('a second server without Redis does not start, and says why', async () => {
  const config = readConfig({ dataDir: alone.dataDir }, { DATABASE_URL: alone.databaseUrl! })
  const first = await openProducts(config, createLogger('silent'))
  try {
    const second = await serve({})
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr.trim()).toBe(
      'Another server uses this database. Several servers need Redis to notify each other: set REDIS_URL for each of them.',
    )
    const withRedis = await serve({ REDIS_URL: cluster.redis.url })
    expect(withRedis.stderr.trim()).toBe(
      'Another server uses this database without Redis. Give it the same REDIS_URL, or stop it.',
    )
  } finally {
    await first.stop()
  }
})

test('a Redis that refuses us is named, without its password', async () => {
  const { host } = new URL(cluster.redis.url)
  const answer = await serve({ REDIS_URL: `redis://nobody:secret@${host}` })
  expect(answer).toMatchObject({ code: 1 })
  expect(answer.stderr.trim()).toMatch(new RegExp(`^Redis at ${host} cannot be used: .+\\.$`))
  expect(answer.stderr).not.toContain('secret')
})

test('Redis without PostgreSQL is refused', async () => {
  const answer = await runSwitchboard(['serve', '--port', '0'], {
    environment: { DATA_DIR: alone.dataDir, REDIS_URL: cluster.redis.url },
  })
  expect(answer).toMatchObject({ code: 1 })
  expect(answer.stderr).toContain('REDIS_URL is for several servers on one PostgreSQL')
})

test('one server has the leadership; another takes it over when that one stops or loses its connection', async () => {
  const holders = () => cluster.nodes.filter(({ products }) => products.chat.leadership.isLeader)
  await expect.poll(() => holders().length).toBe(1)
  const [first] = holders()
  const other = cluster.nodes.find((node) => node !== first)!
  // Cut off: as when the machine is gone.
  await first!.stop()
  await expect.poll(() => other.products.chat.leadership.isLeader).toBe(true)
  await cluster.add()
  await onDatabase(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()) and granted`,
  )
  await expect.poll(() => holders().length).toBe(1)
})

async function onDatabase(sql: string): Promise<void> {
  const client = new Client({ connectionString: cluster.environment.DATABASE_URL! })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
