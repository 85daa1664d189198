import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { writeTone } from '../../harness/asterisk/tone.ts'
import { makePlace, type Place } from '../../harness/engines.ts'
import { freePort } from '../../harness/free-port.ts'
import { type RunningSwitchboard, startSwitchboard } from '../../harness/run-switchboard.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
const PATIENT = { timeout: 30_000, interval: 200 }
/** One second and the header, as Asterisk records it. */
const SECOND_BYTES = 16_044

describe.skipIf(missing)(`a crash while a caller leaves a message${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-voicemail-crash-'))
  let asterisk: RunningAsterisk
  let place: Place
  let port: number
  let server: RunningSwitchboard
  let ada: BaresipPhone
  let domain: string
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    place = await makePlace('SQLite')
    port = await freePort()
    await start()
    const [{ uuid, internal_domain }] = await call('GET', '/instances')
    domain = internal_domain
    const list = `/instances/${uuid}/bulks/extensions`
    const extensions = (await call('GET', list)) as { _id: string; data: { id: number; secret: string } }[]
    const find = (number: number) => extensions.find(({ data }) => data.id === number)!
    await call('PATCH', `${list}/${find(1002)._id}`, { data: { voicemail: 'default' } })
    const { secret } = find(1001).data
    const plays = join(folder, 'ada.wav')
    writeTone(plays, 440, 60)
    ada = await startBaresip({ sipPort: asterisk.sipPort, number: 1001, domain, secret, plays })
  }, 120_000)
  afterAll(async () => {
    await ada?.stop()
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
  const newest = async () => (await call('GET', '/cdrs?page_size=1'))[0]
  const messages = async () =>
    (await call('GET', '/voicemail/messages')).map(({ from, call_id }: { from: string; call_id: string }) => [
      from,
      call_id,
    ])
  /** Ada calls Ben, who is not there, and has spoken for a second. */
  async function speak(): Promise<void> {
    ada.command('dial', `sip:1002@${domain}`)
    await waitUntil('a second is recorded', () =>
      readdirSync(asterisk.recordings).some(
        (name) => statSync(join(asterisk.recordings, name)).size > SECOND_BYTES,
      ),
    )
  }
  async function hangUp(): Promise<void> {
    const before = ada.endings.length
    ada.command('hangup')
    await waitUntil('the call ends', () => ada.endings.length > before)
  }
  /** The message is there, and the history says so. */
  async function isVoicemail(known: readonly unknown[]): Promise<void> {
    await expect.poll(newest, PATIENT).toMatchObject({ result: 'voicemail', from: { number: '1001' } })
    const { id, ended_at, to } = await newest()
    expect([to, ended_at]).toEqual(['1002', expect.any(String)])
    await expect.poll(messages, PATIENT).toEqual([['1001', id], ...known])
    await expect.poll(() => readdirSync(asterisk.recordings), PATIENT).toEqual([])
  }

  it('a message left while Switchboard was down is voicemail in the history', {
    timeout: 120_000,
  }, async () => {
    const known = await messages()
    await speak()
    await server.kill()
    await hangUp()
    await start()
    await isVoicemail(known)
  })

  it('so is one whose caller speaks on until Switchboard is back', { timeout: 120_000 }, async () => {
    const known = await messages()
    await speak()
    await server.kill()
    await start()
    expect(await newest()).toMatchObject({ result: 'in_progress' })
    await hangUp()
    await isVoicemail(known)
  })
})
