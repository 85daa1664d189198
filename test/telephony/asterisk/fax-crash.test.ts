import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaxMachine, startFaxMachine } from '../../harness/asterisk/fax-machine.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { makeFaxTiff, makePdf, missingDocumentPrograms } from '../../harness/documents.ts'
import { makePlace, type Place } from '../../harness/engines.ts'
import { formOf } from '../../harness/form-of.ts'
import { freePort } from '../../harness/free-port.ts'
import { type RunningSwitchboard, startSwitchboard } from '../../harness/run-switchboard.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'

const missing = missingPrograms('asterisk') || missingDocumentPrograms
const ON_THE_LINE = { timeout: 120_000, interval: 200 }

describe.skipIf(missing)(`crashes during a fax through Asterisk${missing}`, () => {
  let asterisk: RunningAsterisk
  let machine: FaxMachine
  let place: Place
  let port: number
  let server: RunningSwitchboard
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    machine = await startFaxMachine(asterisk.sipPort, { t38: true })
    place = await makePlace('SQLite')
    port = await freePort()
    await start()
    const trunk = { name: 'Provider', kind: 'ip', host: '127.0.0.1', port: machine.port }
    expect((await call('POST', '/trunks', JSON.stringify(trunk))).status).toBe(201)
  }, 120_000)
  afterAll(async () => {
    await server?.kill()
    await machine?.stop()
    await asterisk?.stop()
    await place?.remove()
  })

  async function start(): Promise<void> {
    server = await startSwitchboard(['--development', '--demo', '--port', String(port)], {
      place,
      environment: { ...asterisk.settings, LOG_LEVEL: 'warn' },
    })
  }
  async function call(method: string, path: string, body?: string | Buffer, headers = {}) {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: 'Bearer dev-acme-key',
        'x-user-id': 'primary',
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  async function send(to: string, pages = 1): Promise<string> {
    const { body, headers } = await formOf({ to, upfile: { bytes: makePdf(pages), name: 'letter.pdf' } })
    const sent = await call('POST', '/fax/messages', body, headers)
    expect(sent.status).toBe(202)
    return sent.body.id
  }
  const files = (prefix: string) => readdirSync(asterisk.recordings).filter((name) => name.startsWith(prefix))
  const arrivals = (to: string) =>
    machine.received().filter((one) => one.to === to && one.status === 'SUCCESS')
  const becomes = (id: string, expected: object) =>
    expect
      .poll(async () => (await call('GET', `/fax/messages/${id}`)).body, ON_THE_LINE)
      .toMatchObject(expected)
  const isOnItsWay = () => expect.poll(() => machine.isReceiving(), ON_THE_LINE).toBe(true)

  it('Switchboard dies and is back before the end: the fax arrives once', { timeout: 200_000 }, async () => {
    const id = await send('+12025550193', 4)
    await isOnItsWay()
    await server.kill()
    await start()
    expect(files('fax-result')).toEqual([])
    await becomes(id, { status: 'delivered', error: null })
    expect(arrivals('+12025550193')).toHaveLength(1)
    expect(files('fax-')).toEqual([])
  })

  it('Switchboard dies and is back after the end: the fax arrives once', { timeout: 200_000 }, async () => {
    const id = await send('+12025550194')
    await isOnItsWay()
    await server.kill()
    await expect.poll(() => files('fax-result').length, ON_THE_LINE).toBe(1)
    await start()
    await becomes(id, { status: 'delivered', error: null })
    expect(arrivals('+12025550194')).toHaveLength(1)
    expect(files('fax-')).toEqual([])
  })

  it('Switchboard dies while a fax comes: it is there when Switchboard is back', {
    timeout: 200_000,
  }, async () => {
    await machine.send('+12025550111', '+12025550777', makeFaxTiff(1))
    await expect.poll(() => files('fax-in').length, ON_THE_LINE).toBe(1)
    await server.kill()
    await expect.poll(() => files('fax-end').length, ON_THE_LINE).toBe(1)
    await start()
    const received = async () =>
      (await call('GET', '/fax/messages?direction=inbound')).body.filter(
        ({ from }: { from: string }) => from === '+12025550777',
      )
    await expect.poll(received, ON_THE_LINE).toMatchObject([{ pages: 1, error: null }])
    await expect.poll(() => files('fax-'), ON_THE_LINE).toEqual([])
    expect(await received()).toHaveLength(1)
  })

  it('Asterisk dies: the fax is sent again', { timeout: 200_000 }, async () => {
    const id = await send('+12025550195')
    await isOnItsWay()
    await asterisk.kill()
    await asterisk.start()
    await becomes(id, { status: 'media.processed', error: 'Asterisk has stopped during the call' })
    await becomes(id, { status: 'delivered', error: null })
    expect(arrivals('+12025550195')).toHaveLength(1)
    expect(files('fax-')).toEqual([])
  })
})
