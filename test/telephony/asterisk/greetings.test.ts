import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import { freePort } from '../../harness/free-port.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'baresip')
const tones = { ada: 440, greeting: 600, beep: 1000 }

describe.skipIf(missing)(`greetings through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-greetings-'))
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let domain: string
  let list: string
  let greeting: string
  let ada: BaresipPhone
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    const port = await freePort()
    world = await startTelephonyWorld('SQLite', {
      ...asterisk.settings,
      ASTERISK_FETCH_URL: `http://127.0.0.1:${port}/`,
    })
    await world.app.listen({ host: '127.0.0.1', port })
    list = `/instances/${world.acmePbx}/bulks/extensions`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
    writeTone(join(folder, 'ada.wav'), tones.ada)
    writeTone(join(folder, 'greeting.wav'), tones.greeting, 2)
    const ben = await find(1002)
    greeting = `/instances/${world.acmePbx}/extensions/${ben._id}/greeting`
    expect((await world.ada.patch(`${list}/${ben._id}`, { data: { voicemail: 'default' } })).status).toBe(200)
    const { data } = await find(1001)
    ada = await startBaresip({
      sipPort: asterisk.sipPort,
      number: 1001,
      domain,
      secret: data.secret,
      plays: join(folder, 'ada.wav'),
      records: folder,
    })
    await waitUntil('she is registered', async () => (await find(1001)).subscriber.state === 'AUTHENTICATED')
  })
  afterAll(async () => {
    await ada?.stop()
    await world?.stop()
    await asterisk?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const find = async (number: number) =>
    (await world.ada.get(list)).body.find(({ data }: { data: { id: number } }) => data.id === number) as {
      _id: string
      data: { secret: string }
      subscriber: { state: string }
    }
  const upload = async (name: string) => {
    const file = readFileSync(join(folder, name))
    const { status } = await world.ben.call('PUT', greeting, file, { 'content-type': 'audio/wav' })
    expect(status).toBe(200)
  }
  const heardFiles = () => readdirSync(folder).filter((name) => name.includes('dec'))

  /** Ada calls Ben, who is not there, and speaks for two seconds; returns what she heard, and what was recorded. */
  async function leaveMessage() {
    const before = (await world.ben.get('/voicemail/messages')).body.length as number
    const [calls, known] = [ada.endings.length, heardFiles()]
    ada.command('dial', `sip:1002@${domain}`)
    await waitUntil('a second is recorded', () =>
      readdirSync(asterisk.recordings).some(
        (name) => readFileSync(join(asterisk.recordings, name)).length > 16_000 + 44,
      ),
    )
    ada.command('hangup')
    await waitUntil('the call ends', () => ada.endings.length > calls)
    await expect.poll(async () => (await world.ben.get('/voicemail/messages')).body.length).toBe(before + 1)
    const [message] = (await world.ben.get('/voicemail/messages')).body
    const { bytes } = await world.ben.get(`/voicemail/messages/${message.id}/audio`)
    const recorded = join(folder, 'message.wav')
    writeFileSync(recorded, bytes)
    const heard = heardFiles().filter((name) => !known.includes(name))
    return {
      heard: strongestTone(join(folder, heard[0]!), [tones.greeting, tones.beep]),
      recorded: strongestTone(recorded, Object.values(tones)),
    }
  }

  it('without one, callers hear a tone', async () => {
    expect(await leaveMessage()).toEqual({ heard: tones.beep, recorded: tones.ada })
  })

  it('callers hear the greeting before they are recorded', async () => {
    await upload('greeting.wav')
    expect(await leaveMessage()).toEqual({ heard: tones.greeting, recorded: tones.ada })
  })

  it('a greeting that Asterisk cannot fetch does not keep callers from leaving a message', async () => {
    await upload('greeting.wav')
    const row = await world.telephony.database.read.selectFrom('greetings').selectAll().executeTakeFirst()
    await world.telephony.contents.remove({
      kind: 'prompts',
      tenant: world.demo.acme.company.public_id,
      name: row!.prompt_id,
    })
    expect(await leaveMessage()).toEqual({ heard: tones.beep, recorded: tones.ada })
  })

  it('a caller who hangs up during the greeting leaves nothing', async () => {
    await upload('greeting.wav')
    const before = (await world.ben.get('/voicemail/messages')).body.length
    const [established, calls] = [
      ada.events.filter((type) => type === 'CALL_ESTABLISHED').length,
      ada.endings.length,
    ]
    ada.command('dial', `sip:1002@${domain}`)
    await waitUntil(
      'it is answered',
      () => ada.events.filter((type) => type === 'CALL_ESTABLISHED').length > established,
    )
    ada.command('hangup')
    await waitUntil('the call ends', () => ada.endings.length > calls)
    await expect.poll(async () => (await world.ada.get('/cdrs')).body[0].result).toBe('unavailable')
    expect((await world.ben.get('/voicemail/messages')).body).toHaveLength(before)
  })
})
