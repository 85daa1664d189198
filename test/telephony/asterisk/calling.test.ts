import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDemoOrganization } from '../../../src/chat/demo/create-demo-organization.ts'
import { linkDemo } from '../../../src/workspace/demo/link-demo.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { tones } from '../../harness/asterisk/phone-ear.ts'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { strongestTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`calls through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-calls-'))
  let phones: PhoneWorld
  beforeAll(async () => {
    phones = await startPhoneWorld()
  })
  afterEach(() => phones?.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('Ada calls Ben: he sees who calls, both hear each other, and both are free again', async () => {
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    ada.call(1002)
    await ben.rings()
    expect(ben.callers).toEqual([`Ada Lovelace <sip:1001@${phones.domain}>`])
    await waitUntil('the API shows it', async () => (await phones.statuses(1002)) === 'ringing')
    await waitUntil('the API shows it', async () => (await phones.statuses(1001)) === 'ringing')
    ben.command('accept')
    await waitUntil('the API shows it', async () => (await phones.statuses(1001)) === 'in_call')
    await waitUntil('the API shows it', async () => (await phones.statuses(1002)) === 'in_call')
    await waitUntil('Ben hears Ada', () => ben.hears() === 1001)
    await waitUntil('Ada hears Ben', () => ada.hears() === 1002)
    await phones.inHistory('1001 -> 1002: in_progress, 1002 answered')
    ada.command('hangup')
    await waitUntil('the API shows it', async () => (await phones.statuses(1002)) === 'idle')
    await waitUntil('the API shows it', async () => (await phones.statuses(1001)) === 'idle')
    await phones.inHistory('1001 -> 1002: answered, 1002 answered')
  })

  it.each([
    ['a number that nobody has', '1999'],
    ['a number of another company only', '1700'],
    ['a name', '1002abc'],
  ])('%s is 404', async (_, number) => {
    const there = `/instances/${phones.world.globexPbx}/bulks/extensions`
    if (number === '1700') await phones.world.hank.post(there, { data: { id: 1700, name: 'Elsewhere' } })
    const ada = await phones.startPhone(1001)
    ada.call(number)
    expect(await ada.ending()).toBe('404')
    // Names do not get past the dialplan.
    if (number !== '1002abc') await phones.inHistory(`1001 -> ${number}: unknown_number`)
  })

  it('a phone that is off is 480, one that is not answered too, after its ring time', async () => {
    const ada = await phones.startPhone(1001)
    ada.call(1002)
    expect(await ada.ending()).toBe('480')
    const ben = await phones.startPhone(1002)
    await phones.change(1002, { ringtimer: '1' })
    ada.call(1002)
    await ben.rings()
    await waitUntil('the second call ends', () => ada.endings.length === 2)
    expect(ada.endings[1]).toContain('480')
    await waitUntil("Ben's phone is quiet", () => ben.events.includes('CALL_CLOSED'))
    await phones.change(1002, { ringtimer: '0' })
    await phones.inHistory(
      '1001 -> 1002: no_answer, 1002 no_answer',
      '1001 -> 1002: unavailable, 1002 unavailable',
    )
  })

  it('who reaches nobody leaves a message, which is moved to our storage', async () => {
    await phones.change(1002, { voicemail: 'default' })
    const ada = await phones.startPhone(1001)
    ada.call(1002)
    await waitUntil('it is answered', () => ada.events.includes('CALL_ESTABLISHED'))
    const inAsterisk = () => readdirSync(phones.asterisk.recordings)
    const length = () =>
      inAsterisk().map((name) => statSync(join(phones.asterisk.recordings, name)).size)[0] ?? 0
    await waitUntil('two seconds are recorded', () => length() > 32_000)
    ada.command('hangup')
    await expect.poll(async () => (await phones.world.ben.get('/voicemail/messages')).body.length).toBe(1)
    const [message] = (await phones.world.ben.get('/voicemail/messages')).body
    expect(message).toMatchObject({ from: '1001', from_name: 'Ada Lovelace', to: '1002', is_read: false })
    const { bytes } = await phones.world.ben.get(`/voicemail/messages/${message.id}/audio`)
    const sound = join(folder, 'message.wav')
    writeFileSync(sound, bytes)
    expect(strongestTone(sound, Object.values(tones))).toBe(tones[1001])
    await phones.inHistory('1001 -> 1002: voicemail, 1002 unavailable')
    await waitUntil('Asterisk has deleted its copy', () => inAsterisk().length === 0)
    // A message that ends while Switchboard is away is found when it is back.
    ada.call(1002)
    await waitUntil('another is recorded', () => length() > 32_000)
    await phones.world.telephony.pbx.stop()
    ada.command('hangup')
    await waitUntil('the call ends', () => ada.endings.length === 2)
    await phones.world.telephony.pbx.start()
    await expect.poll(async () => (await phones.world.ben.get('/voicemail/messages')).body.length).toBe(2)
    await phones.inHistory('1001 -> 1002: voicemail, 1002 unavailable')
    await waitUntil('Asterisk has deleted its copy', () => inAsterisk().length === 0)
    await phones.change(1002, { voicemail: 'novm' })
  })

  it('a caller whose message cannot be recorded hears it, and the status and the history say so', async () => {
    const { asterisk, world, inHistory } = phones
    const status = async () => (await world.ada.get(`/instances/${world.acmePbx}/status`)).body
    const missing = expect.stringContaining('the folder "recording" in its spool folder is missing')
    expect((await status()).warnings).not.toContainEqual(missing)
    await phones.change(1002, { voicemail: 'default' })
    rmSync(asterisk.recordings, { recursive: true })
    await world.telephony.pbx.stop()
    await world.telephony.pbx.start()
    await expect.poll(status).toMatchObject({ reachable: true, warnings: expect.arrayContaining([missing]) })
    const records = mkdtempSync(join(folder, 'unrecorded-'))
    const ada = await phones.startPhone(1001, { records })
    ada.call(1002)
    await ada.ending()
    await inHistory('1001 -> 1002: unavailable, 1002 unavailable')
    const heard = readdirSync(records).find((name) => name.includes('dec'))!
    expect(strongestTone(join(records, heard), [480, 1000], 2)).toBe(480)
    mkdirSync(asterisk.recordings)
    expect((await status()).warnings).not.toContainEqual(missing)
    await phones.change(1002, { voicemail: 'novm' })
  })

  it('a mailbox with 500 messages takes no more, until one is deleted', async () => {
    await phones.change(1002, { voicemail: 'default' })
    const { database } = phones.world.telephony
    const [message] = await database.read.selectFrom('voicemail_messages').selectAll().execute()
    const fill = Array.from({ length: 498 }, (_, index) => ({
      ...message!,
      id: String(index).padStart(24, '0'),
      recording: `fill.${index}`,
    }))
    await database.write(message!.company_id, {
      work: ({ db }) => db.insertInto('voicemail_messages').values(fill).execute(),
    })
    const ada = await phones.startPhone(1001)
    ada.call(1002)
    expect(await ada.ending()).toBe('480')
    await phones.inHistory('1001 -> 1002: unavailable, 1002 unavailable')
    expect((await phones.world.ben.delete(`/voicemail/messages/${fill[0]!.id}`)).status).toBe(200)
    ada.call(1002)
    await ada.talks()
    ada.command('hangup')
    await phones.change(1002, { voicemail: 'novm' })
  })

  it('do not disturb, chosen in the chat, is 486, or another number with a prefix before the name', async () => {
    const { app, workspace } = phones.world
    const { people } = await createDemoOrganization(workspace, undefined)
    await linkDemo(workspace)
    const { email, api_key_sealed: sealed } = people.ben
    const ben = new ApiClient(
      app,
      { email, key: workspace.secrets.decrypt(sealed) },
      { host: 'phones.example.com' },
    )
    const disturb = async (isAllowed: boolean) => {
      const { body } = await ben.post('/users/me/status', { do_not_disturb: !isAllowed })
      expect(body.result).toBe('success')
      await waitUntil('the phones have it', async () => {
        const { main_status: main } = (await phones.world.ben.get('/status/v2/current-user')).body
        return main.status === (isAllowed ? 'available' : 'do_not_disturb')
      })
    }
    await disturb(false)
    const ada = await phones.startPhone(1001)
    await phones.startPhone(1002)
    ada.call(1002)
    expect(await ada.ending()).toBe('486')
    await phones.change(1002, { busy_dest: '1003', busy_cid: 'For Ben: ' })
    const hall = await phones.startPhone(1003)
    ada.call(1002)
    await hall.rings()
    expect(hall.callers).toEqual([`For Ben: Ada Lovelace <sip:1001@${phones.domain}>`])
    hall.command('hangup')
    await waitUntil('the second call ends', () => ada.endings.length === 2)
    await phones.inHistory('1001 -> 1002: busy, 1002 busy, 1003 busy', '1001 -> 1002: busy, 1002 busy')
    await phones.change(1002, { busy_dest: '' })
    await disturb(true)
  })

  it('no more calls at once than concurrency_limit', async () => {
    await phones.change(1001, { concurrency_limit: 1 })
    const ada = await phones.startPhone(1001)
    const ben = await phones.startPhone(1002)
    ada.call(1002)
    await ben.rings()
    ada.call(1002)
    expect(await ada.ending()).toBe('503')
    await phones.change(1001, { concurrency_limit: 3 })
  })

  it('an extension of another instance of the company rings', async () => {
    expect((await phones.world.ada.post('/company/locations', { name: 'Branch' })).status).toBe(201)
    const branch = (await phones.world.ada.get('/instances')).body.find(
      (one: { uuid: string }) => one.uuid !== phones.world.acmePbx,
    )
    const place = { list: `/instances/${branch.uuid}/bulks/extensions`, domain: branch.internal_domain }
    expect((await phones.world.ada.post(place.list, { data: { id: 3001, name: 'Branch' } })).status).toBe(201)
    const ada = await phones.startPhone(1001)
    const far = await phones.startPhone(3001, { at: place })
    ada.call(3001)
    await far.rings()
    far.command('accept')
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    ada.command('hangup')
    await waitUntil('it ends', () => far.events.includes('CALL_CLOSED'))
  })

  it('a call that rings while Switchboard restarts is placed anew, one that is talked on goes on', async () => {
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    const restart = async () => {
      await phones.world.telephony.pbx.stop()
      await phones.world.telephony.pbx.start()
    }
    ada.call(1002)
    await ben.rings()
    await restart()
    await waitUntil('the old call ends', () => ben.events.includes('CALL_CLOSED'))
    await waitUntil('it rings again', () => ben.callers.length === 2)
    ben.command('accept')
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    await restart()
    await waitUntil('the API shows it', async () => (await phones.statuses(1002)) === 'in_call')
    expect(ada.endings).toEqual([])
    const all = (await phones.world.ada.get('/cdrs', { result: 'in_progress' })).body
    expect(all).toHaveLength(1)
    // What is over by the time that Switchboard is back is found out then.
    await phones.world.telephony.pbx.stop()
    ada.command('hangup')
    await waitUntil('it ends for Ada', () => ada.endings.length === 1)
    await phones.world.telephony.pbx.start()
    await waitUntil('it ends for Ben', () => ben.endings.length === 2)
    await phones.inHistory('1001 -> 1002: answered, 1002 answered')
    expect((await phones.world.ada.get('/cdrs', { result: 'in_progress' })).body).toEqual([])
  })

  it('Asterisk killed in a call: the call has ended once Asterisk is back', async () => {
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    ada.call(1002)
    await ben.rings()
    ben.command('accept')
    await phones.inHistory('1001 -> 1002: in_progress, 1002 answered')
    await phones.asterisk.kill()
    await phones.asterisk.start()
    await phones.inHistory('1001 -> 1002: answered, 1002 answered')
    // The phones do not know of the crash, and would not register again for minutes.
    await phones.killPhones()
    for (const number of [1001, 1002]) await phones.change(number, { secret: `a-new-secret-of-${number}` })
  })

  it('while Switchboard is down, phones of an instance still reach each other', async () => {
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    await phones.world.telephony.pbx.stop()
    ada.call(1002)
    await ben.rings()
    ben.command('accept')
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    await phones.world.telephony.pbx.start()
    await waitUntil('the API shows it', async () => (await phones.statuses(1002)) === 'in_call')
    ada.call(1999)
    await waitUntil('Switchboard answers again', () => ada.endings.some((reason) => reason.startsWith('404')))
    expect(ada.endings).toHaveLength(1)
    expect(ben.endings).toEqual([])
    ben.command('hangup')
    await waitUntil('the API shows it', async () => (await phones.statuses(1002)) === 'idle')
  })
})
