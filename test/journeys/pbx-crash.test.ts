import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createServer } from '../../src/server/create-server.ts'
import { openProducts } from '../../src/server/open-products.ts'
import { createDemoCompanies } from '../../src/telephony/demo/create-demo-companies.ts'
import { pbxAccountOf } from '../../src/telephony/phones/extensions/extension.ts'
import { buildScript } from '../harness/build-script.ts'
import { type EngineName, engines, makePlace, type Place } from '../harness/engines.ts'
import { TelephonyClient } from '../harness/telephony-client.ts'

const steps = [
  'before the intent',
  'after the intent',
  'after the PBX',
  'before the commit',
  'after the commit',
]
/** What the engines have to do with it, creating shows; of the rest, one step before the change and one after it. */
const stepsOn = (engine: EngineName) => (engine === 'SQLite' ? steps : ['after the PBX', 'after the commit'])
/** Whether the change is there after the crash: only what was committed is. */
const survives = (step: string) => step === 'after the commit'
const NEW_SECRET = 'a-new-secret-for-the-phone'

describe.each(engines)('killed while an extension is changed, on %s', (engine) => {
  let place: Place
  let script: string
  let pbx: string
  let lastNumber = 2000
  const newNumber = () => {
    lastNumber += 1
    return lastNumber
  }
  beforeAll(async () => {
    script = await buildScript('die-at-step')
    place = await makePlace(engine)
    await whileServing(async ({ telephony }) => {
      pbx = (await createDemoCompanies(telephony)).acme.instanceUuid
    })
  })
  afterAll(() => place.remove())

  const config = () =>
    readConfig(
      { development: true },
      {
        DATA_DIR: place.dataDir,
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
        LOG_LEVEL: 'silent',
      },
    )

  /** As a restarted server does: what was left behind is repaired before anything else. */
  async function whileServing<T>(work: (server: Serving) => Promise<T>): Promise<T> {
    const log = createLogger('silent')
    const products = await openProducts(config(), log)
    const app = createServer(products, log)
    const client = new TelephonyClient(app, { authorization: 'Bearer dev-acme-key', 'x-user-id': 'primary' })
    try {
      return await work({ telephony: products.telephony, client })
    } finally {
      await app.close()
      await products.stop()
    }
  }

  async function dieDuring(step: string, change: { method: string; url: string; body?: object }) {
    const argument = JSON.stringify({ config: config(), step, change })
    const child = spawn(process.execPath, [script, argument], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [code, signal] = await once(child, 'exit')
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' })
  }

  /** PBX and database say the same of every extension, and nothing is left to repair. */
  async function expectAgreement({ telephony, client }: Serving) {
    const { read } = telephony.database
    const { body } = await client.get(`/instances/${pbx}/bulks/extensions`)
    const [{ internal_domain: domain }] = (await client.get('/instances')).body
    const wanted = body.map((one: { data: { id: number; name: string; secret: string } }) =>
      pbxAccountOf({ number: one.data.id, name: one.data.name, data: {} }, { domain }, one.data.secret),
    )
    const accounts = await read
      .selectFrom('pbx_accounts')
      .selectAll()
      .where('domain', '=', domain)
      .orderBy('number')
      .execute()
    expect(accounts.map(({ number, ha1 }) => ({ number, ha1 }))).toEqual(
      wanted.map(({ number, ha1 }: { number: number; ha1: string }) => ({ number, ha1 })),
    )
    expect(await read.selectFrom('pbx_intents').selectAll().execute()).toEqual([])
  }

  const find = async ({ client }: Serving, number: number) => {
    const { body } = await client.get(`/instances/${pbx}/bulks/extensions`)
    return body.find((one: { data: { id: number } }) => one.data.id === number)
  }

  it.each(steps)('creating, killed %s', async (step) => {
    const number = newNumber()
    const url = `/instances/${pbx}/bulks/extensions`
    await dieDuring(step, { method: 'POST', url, body: { data: { id: number, name: 'Crash' } } })
    await whileServing(async (server) => {
      await expectAgreement(server)
      expect((await find(server, number)) !== undefined).toBe(survives(step))
      const again = await server.client.post(url, { data: { id: number, name: 'Again' } })
      expect(again.status).toBe(survives(step) ? 400 : 201)
    })
  })

  it.each(stepsOn(engine))('rotating the secret, killed %s', async (step) => {
    const former = await whileServing((server) => find(server, 1003))
    const secret = `${NEW_SECRET} ${step}`.replaceAll(' ', '-')
    const url = `/instances/${pbx}/bulks/extensions/${former._id}`
    await dieDuring(step, { method: 'PATCH', url, body: { data: { secret } } })
    await whileServing(async (server) => {
      await expectAgreement(server)
      const now = await find(server, 1003)
      expect(now.data.secret).toBe(survives(step) ? secret : former.data.secret)
    })
  })

  it.each(stepsOn(engine))('deleting, killed %s', async (step) => {
    const number = newNumber()
    const made = await whileServing(({ client }) =>
      client.post(`/instances/${pbx}/bulks/extensions`, { data: { id: number, name: 'Doomed' } }),
    )
    await dieDuring(step, { method: 'DELETE', url: `/instances/${pbx}/bulks/extensions/${made.body._id}` })
    await whileServing(async (server) => {
      await expectAgreement(server)
      expect((await find(server, number)) === undefined).toBe(survives(step))
    })
  })
})

interface Serving {
  telephony: Awaited<ReturnType<typeof openProducts>>['telephony']
  client: TelephonyClient
}
