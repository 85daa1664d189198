import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { openSoundLine } from '../../harness/asterisk/sound-line.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import { type BaresipOptions, type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'baresip')
const tones = { ada: 440, ben: 880 }

describe.skipIf(missing)(`phones wherever they are, with Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-reach-'))
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let domain: string
  let list: string
  const phones: BaresipPhone[] = []
  const plainPhones: PlainPhone[] = []
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startTelephonyWorld('SQLite', asterisk.settings)
    list = `/instances/${world.acmePbx}/bulks/extensions`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
    for (const [name, hertz] of Object.entries(tones)) writeTone(join(folder, `${name}.wav`), hertz)
  })
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.stop()
    for (const phone of plainPhones.splice(0)) await phone.close()
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  interface Shown {
    _id: string
    data: { id: number; secret: string }
    subscriber: { state: string; call_status: string }
  }
  const find = async (number: number) => (await world.ada.get(list, { search: number })).body[0] as Shown
  const create = async (id: number, data = {}) => {
    const { status, body } = await world.ada.post(list, { data: { id, name: `Desk ${id}`, ...data } })
    expect(status).toBe(201)
    return body as Shown
  }
  const statusOf = async (number: number) => (await find(number)).subscriber.call_status
  const isRegistered = (number: number) =>
    waitUntil(
      `${number} is registered`,
      async () => (await find(number)).subscriber.state === 'AUTHENTICATED',
    )
  async function startPhone(number: number, secret: string, more: Partial<BaresipOptions> = {}) {
    const phone = await startBaresip({ sipPort: asterisk.sipPort, number, domain, secret, ...more })
    phones.push(phone)
    await isRegistered(number)
    return phone
  }
  async function startPlainPhone(number: number, secret: string, more: object) {
    const phone = await createPlainPhone({ sipPort: asterisk.sipPort, number, domain, secret, ...more })
    plainPhones.push(phone)
    expect(await phone.register()).toBe(200)
    await isRegistered(number)
    return phone
  }
  /** What a phone hears by its recordings. */
  const heard = (path: string) => {
    const file = readdirSync(path).find((name) => name.includes('dec'))
    return file ? strongestTone(join(path, file), Object.values(tones)) : 0
  }

  it('a phone that says it is at a private address is called where it really is, and hears', async () => {
    const [caller, callee] = [await create(4001), await create(4002)]
    const ada = await startPhone(4001, caller.data.secret, { plays: join(folder, 'ada.wav') })
    const home = await startPlainPhone(4002, callee.data.secret, { contact: '192.168.77.50:5060' })
    const sound = await openSoundLine()
    home.answer('INVITE', () => {
      // Nothing is there; the sound comes from elsewhere, and goes back there.
      const body = sound.describe('127.0.0.9')
      const type = 'Content-Type: application/sdp'
      return ['200 OK', type, `Content-Length: ${body.length}`, '', body].join('\r\n')
    })
    ada.command('dial', `sip:4002@${domain}`)
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    sound.sendTo(home.requests.find((request) => request.startsWith('INVITE '))!)
    await waitUntil('sound arrives', () => sound.received() > 50)
    await waitUntil('the API shows it', async () => (await statusOf(4002)) === 'in_call')
    ada.command('hangup')
    await waitUntil('it is hung up', () => home.requests.some((request) => request.startsWith('BYE ')))
    sound.close()
  })

  it('phones with a domain in capital letters call each other', async () => {
    const [caller, callee] = [await create(4003), await create(4004)]
    const capitals = { domain: domain.toUpperCase() }
    const ada = await startPhone(4003, caller.data.secret, capitals)
    const ben = await startPhone(4004, callee.data.secret, capitals)
    ada.command('dial', `sip:4004@${capitals.domain}`)
    await waitUntil('it rings', () => ben.events.includes('CALL_INCOMING'))
    expect(ben.callers).toEqual([`Desk 4003 <sip:4003@${domain}>`])
    ben.command('accept')
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    ada.command('hangup')
    await waitUntil('it ends', () => ben.events.includes('CALL_CLOSED'))
  })

  it('over TLS with encrypted sound, both hear each other; a phone that does not encrypt is refused', async () => {
    const encrypted = { media_encryption: 'sdes' }
    const [caller, callee] = [await create(4005, encrypted), await create(4006, encrypted)]
    const records = { ada: mkdtempSync(join(folder, 'ada-')), ben: mkdtempSync(join(folder, 'ben-')) }
    const tls = { transport: 'tls', sipPort: asterisk.tlsPort, encrypts: true } as const
    const start = (number: number, { data }: Shown, name: keyof typeof tones) =>
      startPhone(number, data.secret, { ...tls, plays: join(folder, `${name}.wav`), records: records[name] })
    const [ada, ben] = [await start(4005, caller, 'ada'), await start(4006, callee, 'ben')]
    ada.command('dial', `sip:4006@${domain}`)
    await waitUntil('it rings', () => ben.events.includes('CALL_INCOMING'))
    ben.command('accept')
    await waitUntil('Ben hears Ada', () => heard(records.ben) === tones.ada)
    await waitUntil('Ada hears Ben', () => heard(records.ada) === tones.ben)
    ada.command('hangup')
    await waitUntil('it ends', () => ben.events.includes('CALL_CLOSED'))
    await ada.stop()
    const open = await startPhone(4005, caller.data.secret)
    open.command('dial', `sip:4006@${domain}`)
    await waitUntil('it is refused', () => open.endings.some((reason) => reason.startsWith('488')))
  })

  it.each(['plain', 'secure'] as const)(
    'a phone registers by WebSocket (%s), and is called',
    async (kind) => {
      const number = { plain: 4010, secure: 4012 }[kind]
      const [caller, callee] = [await create(number), await create(number + 1)]
      const ada = await startPhone(number, caller.data.secret)
      const webSocket = asterisk.webSockets[kind]
      const page = await startPlainPhone(number + 1, callee.data.secret, { webSocket })
      page.answer('INVITE', () => '486 Busy Here')
      ada.command('dial', `sip:${number + 1}@${domain}`)
      await waitUntil('it is called', () => page.requests.some((request) => request.startsWith('INVITE ')))
      await waitUntil('Ada learns that it is busy', () =>
        ada.endings.some((reason) => reason.startsWith('486')),
      )
      await page.close()
      plainPhones.splice(0)
      await waitUntil(
        'it is gone',
        async () => (await find(number + 1)).subscriber.state === 'UNAUTHENTICATED',
      )
    },
  )

  it('a phone that loses power is shown as gone once it does not answer', async () => {
    const { data } = await create(4009, { qualifyfreq: '2' })
    const phone = await startPhone(4009, data.secret)
    await phone.stop()
    await waitUntil('it is gone', async () => (await find(4009)).subscriber.state === 'UNAUTHENTICATED')
  })

  it('a phone that loses power in a call is free again after half a minute, and so is the other', async () => {
    const [caller, callee] = [await create(4007), await create(4008)]
    const ada = await startPhone(4007, caller.data.secret)
    const ben = await startPhone(4008, callee.data.secret)
    ada.command('dial', `sip:4008@${domain}`)
    await waitUntil('it rings', () => ben.events.includes('CALL_INCOMING'))
    ben.command('accept')
    await waitUntil('the API shows it', async () => (await statusOf(4008)) === 'in_call')
    await ben.stop()
    await expect.poll(() => ada.endings.length, { timeout: 60_000 }).toBe(1)
    await waitUntil('the API shows it', async () => (await statusOf(4008)) === 'idle')
    await waitUntil('the API shows it', async () => (await statusOf(4007)) === 'idle')
  }, 90_000)
})
