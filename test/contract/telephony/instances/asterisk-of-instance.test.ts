import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompany } from '../../../../src/telephony/company/create-company.ts'
import { engines } from '../../../harness/engines.ts'
import { openTestServer, type TestServer } from '../../../harness/open-test-server.ts'
import { TelephonyClient } from '../../../harness/telephony-client.ts'

// Nothing listens there: which Asterisk serves an instance is decided without asking any.
const settings = {
  SIP_PROXY: 'one.example.com:5060',
  ASTERISK_URL: 'http://user:password@127.0.0.1:1',
  ASTERISK_DATABASE_URL: 'sqlite:/nowhere/one.db',
  ASTERISK_2_SIP_PROXY: 'two.example.com:5060',
  ASTERISK_2_URL: 'http://user:password@127.0.0.1:2',
  ASTERISK_2_DATABASE_URL: 'sqlite:/nowhere/two.db',
  // There is no third one any more.
  ASTERISK_4_SIP_PROXY: 'four.example.com',
  ASTERISK_4_URL: 'http://user:password@127.0.0.1:4',
  ASTERISK_4_DATABASE_URL: 'sqlite:/nowhere/four.db',
}

interface Shown {
  uuid: string
  external_domain: string
  ip: string
  proxy_ip: string
}

describe.each(engines)('the Asterisk of an instance, on %s', (engine) => {
  let server: TestServer
  let clients: TelephonyClient[]
  beforeAll(async () => {
    server = await openTestServer(engine, settings)
    clients = []
    for (const name of ['Acme', 'Globex', 'Initech', 'Hooli']) {
      const wanted = { name, owner: { firstName: 'Ada' }, location: 'Main' }
      const { apiKey } = await createCompany(server.products.telephony, wanted)
      clients.push(
        new TelephonyClient(server.app, { authorization: `Bearer ${apiKey}`, 'x-user-id': 'primary' }),
      )
    }
  })
  afterAll(() => server?.stop())

  const instances = async (client: TelephonyClient) => (await client.get('/instances')).body as Shown[]
  const hosts = async (client: TelephonyClient) =>
    (await instances(client)).map(({ external_domain: host }) => host.split('.')[0])
  const addLocation = async (client: TelephonyClient) => {
    const { status, body } = await client.post('/company/locations', { name: 'Another' })
    expect(status).toBe(201)
    return body.id as string
  }

  it('is the one with the fewest instances, the first of several such', async () => {
    expect((await Promise.all(clients.map(hosts))).flat()).toEqual(['one', 'two', 'four', 'one'])
    const [acme] = clients
    await addLocation(acme!)
    await addLocation(acme!)
    expect(await hosts(acme!)).toEqual(['one', 'two', 'four'])
    for (const { external_domain: host, ip, proxy_ip: proxy } of await instances(acme!)) {
      expect([ip, proxy]).toEqual([host, host])
    }
  })

  it('counts what is there: the place of a deleted instance is taken first', async () => {
    const [, globex, initech] = clients
    // All have two now.
    const ids = [await addLocation(globex!), await addLocation(globex!)]
    expect(await hosts(globex!)).toEqual(['two', 'one', 'two'])
    expect((await globex!.delete(`/company/locations/${ids[1]}`)).status).toBe(200)
    await addLocation(initech!)
    expect(await hosts(initech!)).toEqual(['four', 'two'])
  })

  it('is asked whether it responds, and no other', async () => {
    const [acme] = clients
    const details = []
    for (const { uuid } of await instances(acme!)) {
      const { body } = await acme!.get(`/instances/${uuid}/status`)
      expect(body.reachable).toBe(false)
      details.push(body.detail)
    }
    expect(details).toEqual([
      'Asterisk does not respond.',
      'Asterisk 2 does not respond.',
      'Asterisk 4 does not respond.',
    ])
  })

  it('without settings, its extensions cannot be changed, and everything else works', async () => {
    const [acme] = clients
    const [, , third] = await instances(acme!)
    const { database } = server.products.telephony
    await database.write(0, {
      work: ({ db }) =>
        db.updateTable('instances').set({ asterisk: 3 }).where('uuid', '=', third!.uuid).execute(),
    })
    const { status, body } = await acme!.post(`/instances/${third!.uuid}/bulks/extensions`, {
      data: { id: 1001, name: 'Desk' },
    })
    expect(status).toBe(502)
    expect(JSON.stringify(body)).toContain('served by Asterisk 3, which has no settings')
    expect(await hosts(acme!)).toEqual(['one', 'two', 'one'])
  })
})
