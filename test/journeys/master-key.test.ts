import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createDemoOrganization } from '../../src/chat/demo/create-demo-organization.ts'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { migrateProducts, openProducts } from '../../src/server/start/open-products.ts'
import { ApiClient } from '../harness/api-client.ts'
import { buildSwitchboard } from '../harness/build-switchboard.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { openSecondNode } from '../harness/open-second-node.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'

const key = { SECRET_KEY: '8'.repeat(64) }
const wrong = { SECRET_KEY: '9'.repeat(64) }

const notSet =
  "SECRET_KEY is not set, and DATA_DIR does not contain the key that encrypted this database's secrets."
const notTheKey = "SECRET_KEY is not the key that encrypted this database's secrets."

describe.each(engines)('the key of the secrets, on %s', (engine) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace(engine)
  })
  afterEach(() => place.remove())

  const log = createLogger('error')
  const configOf = (environment: Record<string, string>) =>
    readConfig(
      {},
      {
        DATA_DIR: place.dataDir,
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
        ...environment,
      },
    )
  const open = async (environment: Record<string, string>, purpose: 'server' | 'command' = 'command') =>
    (await openProducts(configOf(environment), log, systemClock, purpose)).stop()
  const keyFile = () => join(place.dataDir, 'secret.key')

  it('is the one with which the data began; with another neither a server nor a command starts', async () => {
    // Who only migrates needs no key, and decides nothing.
    await migrateProducts(configOf(wrong), log)
    await open(key)
    for (const purpose of ['server', 'command'] as const) {
      await expect(open(wrong, purpose)).rejects.toThrow(new ConfigError(notTheKey))
      await expect(open({}, purpose)).rejects.toThrow(new ConfigError(notSet))
    }
    expect(existsSync(keyFile())).toBe(false)
    await open(key, 'server')
  })

  it('in the folder of the data does as well, and is missed when it is not there or another', async () => {
    await open({})
    const made = readFileSync(keyFile(), 'utf8')
    await open({ SECRET_KEY: made.trim() })
    writeFileSync(keyFile(), wrong.SECRET_KEY)
    await expect(open({})).rejects.toThrow(
      `The key in DATA_DIR ${place.dataDir} is not the key that encrypted this database's secrets.`,
    )
    rmSync(keyFile())
    await expect(open({})).rejects.toThrow(notSet)
    writeFileSync(keyFile(), made)
    await open({})
  })

  // On SQLite processes of their own are needed: see cli.test.ts.
  it.runIf(engine === 'PostgreSQL')('several that start at once on new data agree on it', async () => {
    await migrateProducts(configOf({}), log)
    await Promise.all([1, 2, 3].map(() => open({})))
  })
})

describe('a command with the wrong key', () => {
  beforeAll(() => buildSwitchboard())

  it('says so in one line, and fails', async () => {
    const place = await makePlace('SQLite')
    try {
      const run = (environment: Record<string, string>) =>
        runSwitchboard(['list-companies'], { place, environment })
      expect((await run(key)).code).toBe(0)
      expect(await run(wrong)).toEqual({ code: 1, stdout: '', stderr: `${notTheKey}\n` })
    } finally {
      await place.remove()
    }
  })
})

describe('a copy of the PostgreSQL database', () => {
  it('and the key are everything: files, people and their API keys', async () => {
    const place = await makePlace('PostgreSQL')
    const name = `copy_${randomBytes(8).toString('hex')}`
    const bytes = randomBytes(1_500_000)
    const client = new Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    try {
      const first = await openSecondNode(place.databaseUrl!, systemClock, key)
      const { people } = await createDemoOrganization(first.products.chat, undefined)
      const credentials = {
        email: people.ben.email,
        key: first.products.chat.secrets.decrypt(people.ben.api_key_sealed),
      }
      const ben = new ApiClient(first.app, credentials)
      const { url } = (await ben.upload('/user_uploads', { file: { bytes, name: 'all.bin' } })).body
      await first.stop()
      await client.query(`create database ${name} template ${new URL(place.databaseUrl!).pathname.slice(1)}`)
      const second = await openSecondNode(inject('postgresUrl').replace(/postgres$/, name), systemClock, key)
      try {
        expect((await new ApiClient(second.app, credentials).get('/users/me')).status).toBe(200)
        const basic = Buffer.from(`${credentials.email}:${credentials.key}`).toString('base64')
        const answer = await second.app.inject({ url, headers: { authorization: `Basic ${basic}` } })
        expect([answer.statusCode, answer.rawPayload.equals(bytes)]).toEqual([200, true])
      } finally {
        await second.stop()
      }
    } finally {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.end()
      await place.remove()
    }
  })
})
