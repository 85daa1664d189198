import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEar, tones } from '../../harness/asterisk/phone-ear.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { writeTone } from '../../harness/asterisk/tone.ts'
import { makePlace, type Place } from '../../harness/engines.ts'
import { freePort } from '../../harness/free-port.ts'
import { type RunningSwitchboard, startSwitchboard } from '../../harness/run-switchboard.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`a crash while callers are in line${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-queue-crash-'))
  const phones: BaresipPhone[] = []
  let asterisk: RunningAsterisk
  let place: Place
  let port: number
  let server: RunningSwitchboard
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    place = await makePlace('SQLite')
    port = await freePort()
    await start()
  }, 120_000)
  afterAll(async () => {
    for (const phone of phones) await phone.stop()
    await server?.kill()
    await asterisk?.stop()
    await place?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    server = await startSwitchboard(['--development', '--demo', '--port', String(port)], {
      place,
      environment: { ...asterisk.settings, LOG_LEVEL: 'warn' },
    })
  }
  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: 'Bearer dev-acme-key',
        'x-user-id': 'primary',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBeLessThan(300)
    return response.json()
  }
  async function startPhone(pbx: string, domain: string, number: number) {
    const extensions = await call('GET', `/instances/${pbx}/bulks/extensions`)
    const { secret } = extensions.find((one: { data: { id: number } }) => one.data.id === number).data
    const plays = join(folder, `${number}.wav`)
    writeTone(plays, tones[number]!, 60)
    const records = mkdtempSync(join(folder, `${number}-`))
    const phone = await startBaresip({
      ...{ sipPort: asterisk.sipPort, number, domain, secret, plays, records },
    })
    phones.push(phone)
    return {
      ...phone,
      hears: createEar(records),
      call: (to: number) => phone.command('dial', `sip:${to}@${domain}`),
    }
  }

  it('callers keep their places and their times, and the agent who signs in then gets the first', {
    timeout: 120_000,
  }, async () => {
    const [{ uuid, internal_domain: domain }] = await call('GET', '/instances')
    const made = await call('POST', `/instances/${uuid}/queues`, {
      number: 6401,
      name: 'Support',
      members: ['1002'],
      leave_when_empty: false,
      announce_interval: 0,
    })
    const queue = `/instances/${uuid}/queues/${made.id}`
    const inLine = async () =>
      (await call('GET', `${queue}/board`)).waiting.map((one: object) => ({ ...one, is_callback: undefined }))
    const [ada, hall, ben] = await Promise.all([1001, 1003, 1002].map((one) => startPhone(uuid, domain, one)))
    ada!.call(6401)
    await expect.poll(inLine).toMatchObject([{ number: '1001' }])
    hall!.call(6401)
    await expect.poll(inLine).toMatchObject([{ number: '1001' }, { number: '1003' }])
    const before = await inLine()

    await server.kill()
    await start()
    await expect.poll(inLine).toEqual(before)
    await call('PUT', `${queue}/agents/1002`, { signed_in: true })
    await waitUntil('it rings', () => ben!.callers.length === 1)
    expect(ben!.callers[0]).toContain('1001')
    ben!.command('accept')
    await waitUntil('Ada hears Ben', () => ada!.hears() === 1002)
    expect([ada!.endings, hall!.endings]).toEqual([[], []])
    await expect.poll(inLine).toEqual([{ ...before[1], position: 1 }])
    const [cdr] = (await call('GET', '/cdrs?page_size=2')).slice(1)
    expect(cdr).toMatchObject({ from: { number: '1001' }, called: [{ number: '1002', outcome: 'answered' }] })
  })
})
