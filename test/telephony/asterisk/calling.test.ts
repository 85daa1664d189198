import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'baresip')
const tones = { ada: 440, ben: 880 }

describe.skipIf(missing)(`calls through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-calls-'))
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let domain: string
  let list: string
  const phones: BaresipPhone[] = []
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startTelephonyWorld('SQLite', asterisk.settings)
    list = `/instances/${world.acmePbx}/bulks/extensions`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
    for (const [name, hertz] of Object.entries(tones)) writeTone(join(folder, `${name}.wav`), hertz)
  })
  afterEach(async () => {
    // They say goodbye, unlike those that are killed.
    for (const phone of phones) phone.command('quit')
    await waitUntil('all phones are gone', async () => {
      const states = (await extensions()).map(
        ({ subscriber }) => `${subscriber.state} ${subscriber.call_status}`,
      )
      return states.every((state) => state === 'UNAUTHENTICATED idle')
    })
    for (const phone of phones.splice(0)) await phone.stop()
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
  const extensions = async (path = list) => (await world.ada.get(path)).body as Shown[]
  const find = async (number: number, path = list) =>
    (await extensions(path)).find(({ data }) => data.id === number)!
  const change = async (number: number, data: object) =>
    expect((await world.ada.patch(`${list}/${(await find(number))._id}`, { data })).status).toBe(200)
  const statusOf = async (number: number) => (await find(number)).subscriber.call_status

  async function startPhone(
    number: number,
    more: { plays?: string; records?: string } = {},
    place = { list, domain },
  ) {
    const { data } = await find(number, place.list)
    const phone = await startBaresip({
      sipPort: asterisk.sipPort,
      number,
      domain: place.domain,
      secret: data.secret,
      ...more,
    })
    phones.push(phone)
    await waitUntil(
      `${number} is registered`,
      async () => (await find(number, place.list)).subscriber.state === 'AUTHENTICATED',
    )
    return phone
  }
  const call = (phone: BaresipPhone, to: number | string) => phone.command('dial', `sip:${to}@${domain}`)
  const rings = (phone: BaresipPhone) => waitUntil('it rings', () => phone.events.includes('CALL_INCOMING'))
  const ending = async (phone: BaresipPhone) => {
    await waitUntil('the call ends', () => phone.endings.length > 0)
    return phone.endings.at(-1)!.slice(0, 3)
  }

  interface Cdr {
    from: { number: string }
    to: string
    result: string
    called: { number: string; outcome: string }[]
  }
  /** The newest calls, in words. */
  const history = async (count: number) =>
    ((await world.ada.get('/cdrs', { page_size: count })).body as Cdr[]).map(
      ({ from, to, result, called }) =>
        `${from.number} -> ${to}: ${[result, ...called.map((one) => `${one.number} ${one.outcome}`)].join(', ')}`,
    )
  /** Waits until these are the newest calls. */
  const inHistory = (...newest: string[]) => expect.poll(() => history(newest.length)).toEqual(newest)

  it('Ada calls Ben: he sees who calls, both hear each other, and both are free again', async () => {
    const records = { ada: mkdtempSync(join(folder, 'ada-')), ben: mkdtempSync(join(folder, 'ben-')) }
    const ada = await startPhone(1001, { plays: join(folder, 'ada.wav'), records: records.ada })
    const ben = await startPhone(1002, { plays: join(folder, 'ben.wav'), records: records.ben })
    call(ada, 1002)
    await rings(ben)
    expect(ben.callers).toEqual([`Ada Lovelace <sip:1001@${domain}>`])
    await waitUntil('the API shows it', async () => (await statusOf(1002)) === 'ringing')
    await waitUntil('the API shows it', async () => (await statusOf(1001)) === 'ringing')
    ben.command('accept')
    await waitUntil('the API shows it', async () => (await statusOf(1001)) === 'in_call')
    await waitUntil('the API shows it', async () => (await statusOf(1002)) === 'in_call')
    const heard = (path: string) => {
      const file = readdirSync(path).find((name) => name.includes('dec'))
      return file ? strongestTone(join(path, file), Object.values(tones)) : 0
    }
    await waitUntil('Ben hears Ada', () => heard(records.ben) === tones.ada)
    await waitUntil('Ada hears Ben', () => heard(records.ada) === tones.ben)
    await inHistory('1001 -> 1002: in_progress, 1002 answered')
    ada.command('hangup')
    await waitUntil('the API shows it', async () => (await statusOf(1002)) === 'idle')
    await waitUntil('the API shows it', async () => (await statusOf(1001)) === 'idle')
    await inHistory('1001 -> 1002: answered, 1002 answered')
  })

  it.each([
    ['a number that nobody has', '1999'],
    ['a number of another company only', '1700'],
    ['a name', '1002abc'],
  ])('%s is 404', async (_, number) => {
    const there = `/instances/${world.globexPbx}/bulks/extensions`
    if (number === '1700') await world.hank.post(there, { data: { id: 1700, name: 'Elsewhere' } })
    const ada = await startPhone(1001)
    call(ada, number)
    expect(await ending(ada)).toBe('404')
    // Names do not get past the dialplan.
    if (number !== '1002abc') await inHistory(`1001 -> ${number}: unknown_number`)
  })

  it('a phone that is off is 480, one that is not answered too, after its ring time', async () => {
    const ada = await startPhone(1001)
    call(ada, 1002)
    expect(await ending(ada)).toBe('480')
    const ben = await startPhone(1002)
    await change(1002, { ringtimer: '1' })
    call(ada, 1002)
    await rings(ben)
    await waitUntil('the second call ends', () => ada.endings.length === 2)
    expect(ada.endings[1]).toContain('480')
    await waitUntil("Ben's phone is quiet", () => ben.events.includes('CALL_CLOSED'))
    await change(1002, { ringtimer: '0' })
    await inHistory('1001 -> 1002: no_answer, 1002 no_answer', '1001 -> 1002: unavailable, 1002 unavailable')
  })

  it('who reaches nobody leaves a message, which is moved to our storage', async () => {
    await change(1002, { voicemail: 'default' })
    const ada = await startPhone(1001, { plays: join(folder, 'ada.wav') })
    call(ada, 1002)
    await waitUntil('it is answered', () => ada.events.includes('CALL_ESTABLISHED'))
    const inAsterisk = () => readdirSync(asterisk.recordings)
    const length = () => inAsterisk().map((name) => statSync(join(asterisk.recordings, name)).size)[0] ?? 0
    await waitUntil('two seconds are recorded', () => length() > 32_000)
    ada.command('hangup')
    await expect.poll(async () => (await world.ben.get('/voicemail/messages')).body.length).toBe(1)
    const [message] = (await world.ben.get('/voicemail/messages')).body
    expect(message).toMatchObject({ from: '1001', from_name: 'Ada Lovelace', to: '1002', is_read: false })
    const { bytes } = await world.ben.get(`/voicemail/messages/${message.id}/audio`)
    const sound = join(folder, 'message.wav')
    writeFileSync(sound, bytes)
    expect(strongestTone(sound, Object.values(tones))).toBe(tones.ada)
    await inHistory('1001 -> 1002: voicemail, 1002 unavailable')
    await waitUntil('Asterisk has deleted its copy', () => inAsterisk().length === 0)
    // A message that ends while Switchboard is away is found when it is back.
    call(ada, 1002)
    await waitUntil('another is recorded', () => length() > 32_000)
    await world.telephony.pbx.stop()
    ada.command('hangup')
    await waitUntil('the call ends', () => ada.endings.length === 2)
    await world.telephony.pbx.start()
    await expect.poll(async () => (await world.ben.get('/voicemail/messages')).body.length).toBe(2)
    await waitUntil('Asterisk has deleted its copy', () => inAsterisk().length === 0)
    await change(1002, { voicemail: 'novm' })
  })

  it('do not disturb is 486, or another number with a prefix before the name', async () => {
    const status = (main: string) =>
      world.ben.patch('/status/v2/current-user', { main_status: { status: main } })
    expect((await status('do_not_disturb')).status).toBe(200)
    const ada = await startPhone(1001)
    await startPhone(1002)
    call(ada, 1002)
    expect(await ending(ada)).toBe('486')
    await change(1002, { busy_dest: '1003', busy_cid: 'For Ben: ' })
    const hall = await startPhone(1003)
    call(ada, 1002)
    await rings(hall)
    expect(hall.callers).toEqual([`For Ben: Ada Lovelace <sip:1001@${domain}>`])
    hall.command('hangup')
    await waitUntil('the second call ends', () => ada.endings.length === 2)
    await inHistory('1001 -> 1002: busy, 1002 busy, 1003 busy', '1001 -> 1002: busy, 1002 busy')
    await change(1002, { busy_dest: '' })
    expect((await status('available')).status).toBe(200)
  })

  it('no more calls at once than concurrency_limit', async () => {
    await change(1001, { concurrency_limit: 1 })
    const ada = await startPhone(1001)
    const ben = await startPhone(1002)
    call(ada, 1002)
    await rings(ben)
    call(ada, 1002)
    expect(await ending(ada)).toBe('503')
    await change(1001, { concurrency_limit: 3 })
  })

  it('an extension of another instance of the company rings', async () => {
    expect((await world.ada.post('/company/locations', { name: 'Branch' })).status).toBe(201)
    const branch = (await world.ada.get('/instances')).body.find(
      (one: { uuid: string }) => one.uuid !== world.acmePbx,
    )
    const place = { list: `/instances/${branch.uuid}/bulks/extensions`, domain: branch.internal_domain }
    expect((await world.ada.post(place.list, { data: { id: 3001, name: 'Branch' } })).status).toBe(201)
    const ada = await startPhone(1001)
    const far = await startPhone(3001, {}, place)
    call(ada, 3001)
    await rings(far)
    far.command('accept')
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    ada.command('hangup')
    await waitUntil('it ends', () => far.events.includes('CALL_CLOSED'))
  })

  it('a call that rings while Switchboard restarts is placed anew, one that is talked on goes on', async () => {
    const [ada, ben] = [await startPhone(1001), await startPhone(1002)]
    const restart = async () => {
      await world.telephony.pbx.stop()
      await world.telephony.pbx.start()
    }
    call(ada, 1002)
    await rings(ben)
    await restart()
    await waitUntil('the old call ends', () => ben.events.includes('CALL_CLOSED'))
    await waitUntil('it rings again', () => ben.callers.length === 2)
    ben.command('accept')
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    await restart()
    await waitUntil('the API shows it', async () => (await statusOf(1002)) === 'in_call')
    expect(ada.endings).toEqual([])
    const all = (await world.ada.get('/cdrs', { result: 'in_progress' })).body
    expect(all).toHaveLength(1)
    // What is over by the time that Switchboard is back is found out then.
    await world.telephony.pbx.stop()
    ada.command('hangup')
    await waitUntil('it ends for Ada', () => ada.endings.length === 1)
    await world.telephony.pbx.start()
    await waitUntil('it ends for Ben', () => ben.endings.length === 2)
    await inHistory('1001 -> 1002: answered, 1002 answered')
    expect((await world.ada.get('/cdrs', { result: 'in_progress' })).body).toEqual([])
  })

  it('Asterisk killed in a call: the call has ended once Asterisk is back', async () => {
    const [ada, ben] = [await startPhone(1001), await startPhone(1002)]
    call(ada, 1002)
    await rings(ben)
    ben.command('accept')
    await inHistory('1001 -> 1002: in_progress, 1002 answered')
    await asterisk.kill()
    await asterisk.start()
    await inHistory('1001 -> 1002: answered, 1002 answered')
    // The phones do not know of the crash, and would not register again for minutes.
    for (const phone of phones.splice(0)) await phone.stop()
    for (const number of [1001, 1002]) await change(number, { secret: `a-new-secret-of-${number}` })
  })

  it('while Switchboard is down, phones of an instance still reach each other', async () => {
    const [ada, ben] = [await startPhone(1001), await startPhone(1002)]
    await world.telephony.pbx.stop()
    call(ada, 1002)
    await rings(ben)
    ben.command('accept')
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    await world.telephony.pbx.start()
    await waitUntil('the API shows it', async () => (await statusOf(1002)) === 'in_call')
    call(ada, 1999)
    await waitUntil('Switchboard answers again', () => ada.endings.some((reason) => reason.startsWith('404')))
    expect(ada.endings).toHaveLength(1)
    expect(ben.endings).toEqual([])
    ben.command('hangup')
    await waitUntil('the API shows it', async () => (await statusOf(1002)) === 'idle')
  })
})
