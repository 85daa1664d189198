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
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { waitUntil } from '../harness/sip/wait-until.ts'
import { TelephonyClient } from '../harness/telephony-client.ts'

const ROWS = 250

describe.each(engines)('killed during an import in the background, on %s', (engine) => {
  let place: Place
  let script: string
  let pbx: string
  beforeAll(async () => {
    script = await buildScript('die-while-importing')
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

  // In the first part, between two parts, and in the last part.
  it.each([
    [20_000, 30],
    [21_000, 100],
    [22_000, 230],
  ])('continues with the row where it stopped (%i, after %i)', async (first, survivors) => {
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      data: { id: first + index, name: `Bed ${first + index}` },
    }))
    const url = `/instances/${pbx}/bulks/extensions/import`
    const argument = JSON.stringify({ config: config(), url, rows, survivors })
    const child = spawn(process.execPath, [script, argument], { stdio: ['ignore', 'inherit', 'inherit'] })
    const [code, signal] = await once(child, 'exit')
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' })
    await whileServing(async ({ client, telephony }) => {
      const [{ id }] = (await client.get('/imports')).body
      await waitUntil('the import ends', async () => {
        const { body } = await client.get(`/imports/${id}`)
        return body.status !== 'running'
      })
      expect((await client.get(`/imports/${id}`)).body).toMatchObject({
        status: 'completed',
        created: ROWS,
        failed: 0,
      })
      await expectAgreement({ client, telephony }, first)
    })
  })

  /** Every row is an extension with an account of its own in the PBX, once, and nothing is left to repair. */
  async function expectAgreement({ telephony, client }: Serving, first: number) {
    const { read } = telephony.database
    const { body } = await client.get(`/instances/${pbx}/bulks/extensions`, { page_size: 1000 })
    const [{ internal_domain: domain }] = (await client.get('/instances')).body
    const made = body.filter((one: Made) => one.data.id >= first && one.data.id < first + 1000)
    expect(made).toHaveLength(ROWS)
    const wanted = made.map((one: Made) => {
      const { number, ha1 } = pbxAccountOf(
        { number: one.data.id, name: one.data.name, data: {} },
        { domain },
        one.data.secret,
      )
      return { number, ha1 }
    })
    const accounts = await read
      .selectFrom('pbx_accounts')
      .select(['number', 'ha1'])
      .where('domain', '=', domain)
      .where('number', '>=', first)
      .where('number', '<', first + 1000)
      .orderBy('number')
      .execute()
    expect(accounts).toEqual(wanted)
    expect(await read.selectFrom('pbx_intents').selectAll().execute()).toEqual([])
  }
})

interface Made {
  data: { id: number; name: string; secret: string }
}

interface Serving {
  telephony: Awaited<ReturnType<typeof openProducts>>['telephony']
  client: TelephonyClient
}
