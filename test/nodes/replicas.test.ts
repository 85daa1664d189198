import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createDemoOrganization,
  type DemoOrganization,
} from '../../src/chat/demo/create-demo-organization.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { createServer } from '../../src/server/http/create-server.ts'
import { openProducts, type Products } from '../../src/server/start/open-products.ts'
import { ApiClient } from '../harness/api-client.ts'
import { freePort } from '../harness/free-port.ts'
import { runInProcess } from '../harness/run-in-process.ts'
import { type RunningPostgres, startPostgres } from '../harness/start-postgres.ts'
import { type Standby, startStandby } from '../harness/start-standby.ts'

let primary: RunningPostgres
let standby: Standby
let demo: DemoOrganization
let dataDir: string
let products: Products
let ada: ApiClient
let history: { asked: number; byPrimary: number }

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'switchboard-replica-'))
  primary = await startPostgres()
  standby = await startStandby(primary)
  const config = readConfig(
    { development: true, dataDir },
    { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: standby.urlOf(primary.url), LOG_LEVEL: 'silent' },
  )
  const log = createLogger('silent')
  products = await openProducts(config, log)
  demo = await createDemoOrganization(products.chat, undefined)
  history = countHistory(products)
  const app = createServer(products, log)
  await app.ready()
  const { ada: user } = demo.people
  ada = new ApiClient(app, { email: user.email, key: products.chat.secrets.decrypt(user.api_key_sealed) })
})
afterAll(async () => {
  await products?.stop()
  await standby?.stop()
  await primary?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Counts by which of the two a question about history was answered. */
function countHistory({ chat }: Products) {
  const counts = { asked: 0, byPrimary: 0 }
  const { database } = chat
  const original = database.history.bind(database)
  database.history = (tenant, position, work) => {
    counts.asked += 1
    return original(tenant, position, (db) => {
      if (db === database.read) counts.byPrimary += 1
      return work(db)
    })
  }
  return counts
}

/** What is in memory would not be asked for. */
function forgetAll() {
  products.chat.messageTexts.invalidate(demo.realm.id)
}

const say = (content: string) =>
  ada.post('/messages', { type: 'stream', to: 'general', topic: 'copies', content })
const newest = async () => {
  forgetAll()
  const narrow = [{ operator: 'topic', operand: 'copies' }]
  const { body } = await ada.get('/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  return body.messages.map((message: { content: string }) => message.content)
}

test('history is read from a copy that has got far enough', async () => {
  await say('one')
  await expect
    .poll(async () => {
      const before = { ...history }
      expect(await newest()).toEqual(['one'])
      return history.asked > before.asked && history.byPrimary === before.byPrimary
    })
    .toBe(true)
})

/** What `switchboard doctor` says of replicas at these addresses. */
async function examine(...urls: string[]): Promise<string[]> {
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URLS: urls.join(','),
    PUBLIC_URL: 'http://chat.switchboard.invalid',
  }
  const { stdout } = await runInProcess(['doctor', '--json'], { environment })
  const found = JSON.parse(stdout) as { check: string; level: string; text: string }[]
  return found.flatMap(({ check, level, text }) => (check === 'replicas' ? [`${level}: ${text}`] : []))
}

test('the doctor names copies that follow, that are behind, that are none and that are away', async () => {
  const copy = standby.urlOf(primary.url)
  const host = (url: string) => new URL(url).host
  const away = `postgres://127.0.0.1:${await freePort()}/postgres`
  expect(await examine(copy, primary.url, away)).toEqual([
    expect.stringMatching(`^ok: The replica ${host(copy)} has everything`),
    expect.stringMatching(`^problem: ${host(primary.url)} is no replica`),
    expect.stringMatching(`^problem: The replica ${host(away)} cannot be used`),
  ])
  await standby.pause()
  const { id } = (await say('while it does not follow')).body
  expect(await examine(copy)).toEqual([expect.stringMatching(`^problem: .* behind: history is read from`)])
  await standby.goOn()
  expect((await ada.delete(`/messages/${id}`)).status).toBe(200)
})

test('from the database itself while the copy is behind: what was just written is always there', async () => {
  await standby.pause()
  await say('two')
  const before = history.byPrimary
  expect(await newest()).toEqual(['one', 'two'])
  expect(history.byPrimary).toBeGreaterThan(before)
  await standby.goOn()
})

test('and when the copy is away', async () => {
  await standby.stop()
  await say('three')
  expect(await newest()).toEqual(['one', 'two', 'three'])
  expect(await newest()).toEqual(['one', 'two', 'three'])
})
