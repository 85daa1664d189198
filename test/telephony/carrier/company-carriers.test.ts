import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { Smsc } from '../../harness/smsc.ts'
import type { TelephonyClient } from '../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const OUTSIDE = '+12025550150'
const ADAS = '+12025550101'
const BENS = '+12025550102'
const HANKS = '+12025550199'
const soon = { timeout: 40_000, interval: 50 }

describe.each(engines)('a carrier per company on %s', (engine) => {
  const usual = new Smsc()
  const acmes = new Smsc('acme-password')
  const globexs = new Smsc('globex-password')
  let world: TelephonyWorld
  let lines: string[]
  beforeAll(async () => {
    await Promise.all([usual.start(), acmes.start(), globexs.start()])
    world = await startTelephonyWorld(engine, { SMPP_URL: usual.url, LOG_LEVEL: 'silent' })
    lines = []
    const { log } = world.telephony
    for (const level of ['info', 'warn', 'error'] as const) {
      log[level] = ((...args: unknown[]) => lines.push(JSON.stringify(args))) as never
    }
  })
  afterAll(async () => {
    await world?.stop()
    await Promise.all([usual.stop(), acmes.stop(), globexs.stop()])
  })

  const settingsOf = (smsc: Smsc, more: object = {}) => {
    const { hostname: host, port, username, password } = new URL(smsc.url)
    return { host, port: Number(port), system_id: username, password, ...more }
  }
  const use = (client: TelephonyClient, smsc: Smsc, more: object = {}) =>
    client.put('/texting/carrier', settingsOf(smsc, more))
  const connected = (client: TelephonyClient) =>
    vi.waitFor(async () => {
      expect((await client.get('/texting/carrier')).body).toMatchObject({ state: 'connected', problem: null })
    }, soon)
  const talk = async (client: TelephonyClient, from: string) => {
    const { body } = await client.post('/texting/conversations', {
      from_number: from,
      recipients: [{ number: OUTSIDE }],
    })
    return `/texting/conversations/${body.id}/messages`
  }
  const publish = async (client: TelephonyClient, from: string, text: string) => {
    const messages = await talk(client, from)
    const { id } = (await client.post(`${messages}/publish`, { text })).body[0]
    return {
      id,
      status: async () =>
        (await client.get(messages)).body.find((one: { id: string }) => one.id === id).status as string,
    }
  }
  const arrives = (smsc: Smsc, text: string) =>
    vi.waitFor(() => expect(smsc.submits.map((one) => one.text)).toContain(text), soon)

  it('without settings, texts use the carrier of the server', async () => {
    expect((await world.ada.get('/texting/carrier')).status).toBe(404)
    await publish(world.ada, ADAS, 'By the usual way')
    await arrives(usual, 'By the usual way')
  })

  it('PUT /texting/carrier connects at once; the password is encrypted, and never shown or logged', async () => {
    const { status, body } = await use(world.ada, acmes)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'connecting', tls: false, numbers: null })
    await connected(world.ada)
    expect(acmes.binds.at(-1)).toEqual({ systemId: 'switchboard', status: 0 })
    const shown = await world.ada.get('/texting/carrier')
    const audit = await world.ada.get('/audit', { page_size: 5 })
    const stored = await world.telephony.database.read.selectFrom('company_carriers').selectAll().execute()
    for (const text of [shown.body, audit.body, stored, lines].map((part) => JSON.stringify(part))) {
      expect(text).not.toContain('acme-password')
    }
  })

  it('each company sends through its own, and gets its own receipts, even with the same ids', async () => {
    await use(world.hank, globexs)
    await connected(world.hank)
    const mine = await publish(world.ada, ADAS, 'From Acme')
    const theirs = await publish(world.hank, HANKS, 'From Globex')
    await arrives(acmes, 'From Acme')
    await arrives(globexs, 'From Globex')
    expect(usual.submits.map(({ text }) => text)).toEqual(['By the usual way'])
    await vi.waitFor(async () => expect(await mine.status()).toBe('sent'), soon)
    await vi.waitFor(async () => expect(await theirs.status()).toBe('sent'), soon)
    const { id } = acmes.submits.at(-1)!
    // Globex's carrier and the usual one know nothing of Acme's text, whatever they say.
    await globexs.receipt(id, 'UNDELIV')
    await usual.receipt(id, 'UNDELIV')
    expect(await mine.status()).toBe('sent')
    await acmes.receipt(id, 'DELIVRD')
    await vi.waitFor(async () => expect(await mine.status()).toBe('delivered'), soon)
  })

  it('an inbound text is accepted only for the numbers of the company', async () => {
    const deliver = (smsc: Smsc, to: string, text: string) =>
      smsc.deliver({
        source_addr: OUTSIDE.slice(1),
        destination_addr: to.slice(1),
        short_message: Buffer.from(text),
      })
    await deliver(globexs, ADAS, 'Intruder')
    expect(await deliver(acmes, ADAS, 'Welcome')).toBe(0)
    const texts = (await world.ada.get(await talk(world.ada, ADAS))).body.map(
      (one: { text: string }) => one.text,
    )
    expect(texts).toContain('Welcome')
    expect(texts).not.toContain('Intruder')
  })

  it('numbers: only these use it, the others the carrier of the server', async () => {
    const { body } = await use(world.ada, acmes, { numbers: ['(202) 555-0102'] })
    expect(body.numbers).toEqual([BENS])
    await connected(world.ada)
    await publish(world.ada, ADAS, 'Adas number')
    await publish(world.ada, BENS, 'Bens number')
    await arrives(usual, 'Adas number')
    await arrives(acmes, 'Bens number')
  })

  it('says why there is no connection, holds up nobody else, and sends when the settings are right', async () => {
    await use(world.ada, acmes, { password: 'wrong' })
    await vi.waitFor(async () => {
      const { body } = await world.ada.get('/texting/carrier')
      expect(body.state).toBe('disconnected')
      expect(body.problem).toContain('refused the bind')
    }, soon)
    const waiting = await Promise.all(
      Array.from({ length: 12 }, (_, index) => publish(world.ada, BENS, `Waiting ${index}`)),
    )
    await publish(world.hank, HANKS, 'Meanwhile')
    await arrives(globexs, 'Meanwhile')
    expect(await waiting[0]!.status()).not.toBe('sent')
    await use(world.ada, acmes)
    await arrives(acmes, 'Waiting 0')
    await arrives(acmes, 'Waiting 11')
  })

  it('DELETE goes back to the carrier of the server, and ends the connection', async () => {
    expect((await world.ada.delete('/texting/carrier')).status).toBe(200)
    await vi.waitFor(() => expect(acmes.isBound).toBe(false), soon)
    await publish(world.ada, ADAS, 'Usual again')
    await arrives(usual, 'Usual again')
    expect((await world.ada.delete('/texting/carrier')).status).toBe(404)
  })

  it('GET, edit, PUT keeps the password; another host or account needs it again', async () => {
    await use(world.ada, acmes)
    await connected(world.ada)
    const { body } = await world.ada.get('/texting/carrier')
    expect((await world.ada.put('/texting/carrier', { ...body, numbers: [ADAS] })).status).toBe(200)
    await connected(world.ada)
    for (const change of [{ host: 'smsc.example.com' }, { port: 2776 }, { system_id: 'other' }]) {
      const { status, body: problem } = await world.ada.put('/texting/carrier', { ...body, ...change })
      expect({ status, pointers: problem.errors.map((one: { pointer: string }) => one.pointer) }).toEqual({
        status: 400,
        pointers: ['/password'],
      })
    }
    await world.ada.delete('/texting/carrier')
  })

  it('a 400 lists all faults, and nothing is stored', async () => {
    const { status, body } = await world.ada.put('/texting/carrier', {
      host: 'bad host',
      port: 0,
      system_id: '',
      tls: 'yes',
      colour: 'red',
    })
    expect(status).toBe(400)
    expect(new Set(body.errors.map((one: { pointer: string }) => one.pointer))).toEqual(
      new Set(['/host', '/port', '/system_id', '/tls', '/colour']),
    )
    const second = await world.ada.put('/texting/carrier', {
      host: '127.0.0.1',
      system_id: 'switchboard',
      numbers: ['+12025550199', 'no number'],
    })
    expect(second.body.errors.map((one: { pointer: string }) => one.pointer)).toEqual([
      '/password',
      '/numbers/0',
      '/numbers/1',
    ])
    expect((await world.ada.get('/texting/carrier')).status).toBe(404)
  })

  it('is for the owner: who has it could read every text', async () => {
    for (const client of [world.ben, world.as('dev-acme-key', 'nobody')]) {
      expect((await client.get('/texting/carrier')).status).toBeGreaterThanOrEqual(401)
      expect((await use(client, acmes)).status).toBeGreaterThanOrEqual(401)
    }
  })
})

describe('a carrier in a network of its own', () => {
  it("a company cannot make the server connect to the server's own network", async () => {
    const smsc = new Smsc()
    await smsc.start()
    const world = await startTelephonyWorld('SQLite', {
      WEBHOOKS_TO_PRIVATE_NETWORKS: 'no',
      LOG_LEVEL: 'silent',
    })
    const settings = { port: Number(new URL(smsc.url).port), system_id: 'a', password: 'b' }
    for (const host of ['127.0.0.1', '10.1.2.3', '::1', '169.254.169.254']) {
      const { status, body } = await world.ada.put('/texting/carrier', { host, ...settings })
      expect({ status, pointer: body.errors[0].pointer }).toEqual({ status: 400, pointer: '/host' })
    }
    // A name is resolved only to connect.
    expect((await world.ada.put('/texting/carrier', { host: 'localhost', ...settings })).status).toBe(200)
    await vi.waitFor(async () => {
      const { body } = await world.ada.get('/texting/carrier')
      expect(body.problem).toContain("inside the server's own network")
    }, soon)
    expect(smsc.binds).toEqual([])
    await world.stop()
    await smsc.stop()
  })
})
