import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receiveVoicemail } from '../../../src/telephony/phones/voicemail/receive-voicemail.ts'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { likeness, spokenWords } from '../../harness/asterisk/speech.ts'
import { toneFile, writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip', 'espeak-ng')

/** The company speaks German, Ben French. */
describe.skipIf(missing)(`what people hear in words with numbers, through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-words-'))
  const silence = join(folder, 'silence.wav')
  let phones: PhoneWorld
  let instance: string
  beforeAll(async () => {
    writeTone(silence, 0, 120)
    phones = await startPhoneWorld({ serverSettings: { SPEECH: 'yes' } })
    const { ada, ben, acmePbx } = phones.world
    instance = `/instances/${acmePbx}`
    expect((await ada.patch('/company/speech', { language: 'de' })).status).toBe(200)
    const { _id } = await phones.extension(1002)
    const set = await ben.put(`${instance}/extensions/${_id}/language`, { language: 'fr' })
    expect(set.status).toBe(200)
  }, 180_000)
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const make = async (kind: string, settings: object) => {
    expect((await phones.world.ada.post(`${instance}/${kind}`, settings)).status).toBe(201)
  }
  /** A phone that is silent, so that what it hears is known. */
  async function start(number: number) {
    const records = mkdtempSync(join(folder, `${number}-`))
    const phone = await phones.startPhone(number, { plays: silence, records })
    const newest = () =>
      readdirSync(records)
        .filter((name) => name.includes('dec'))
        .toSorted()
        .at(-1)
    const hears = (language: string, ...names: string[]) =>
      waitUntil(`${names} are heard in ${language}`, async () => {
        const heard = newest()
        if (heard === undefined) return false
        for (const name of names) {
          const sound = await spokenWords(phones.world, language, name)
          if (!sound || likeness(join(records, heard), sound) < 0.8) return false
        }
        return true
      })
    return { ...phone, says: hears }
  }
  async function press(phone: WorldPhone, digits: string): Promise<void> {
    for (const digit of digits) {
      phone.command('sndcode', digit)
      await pause(300)
    }
  }

  it('callers in line hear their place and how to be called back, agents whether they are signed in', async () => {
    await make('queues', {
      ...{ number: 6401, name: 'Support', members: ['1002'], callback: true, leave_when_empty: false },
    })
    const [ada, ben] = [await start(1001), await start(1002)]
    ada.call(6401)
    await ada.says('de', 'queue_position 1', 'queue_callback_offer')
    await press(ada, '1')
    await ada.says('de', 'queue_callback')
    await ada.ending()
    ben.call('*45')
    await ben.says('fr', 'signed_in')
  }, 120_000)

  it('people hear when messages came and from whom, what keys do, and what they have done', async () => {
    for (const call of ['one', 'two']) {
      await receiveVoicemail(phones.world.telephony, {
        ...{ kind: 'recorded', address: { domain: phones.domain, number: 1002 }, call, recording: call },
        read: async () => toneFile(620, 1),
        remove: async () => {},
      })
    }
    const ben = await start(1002)
    ben.call('*97')
    await ben.says('fr', 'new_messages 2', 'message_number 1', 'message_count 2', 'received_today')
    await ben.says('fr', 'from_unknown', 'message_menu')
    await press(ben, '2')
    await ben.says('fr', 'message_saved', 'message_number 2')
    await press(ben, '3')
    await ben.says('fr', 'message_deleted', 'no_more_messages')
    await ben.ending()
    const left = (await phones.world.ben.get('/voicemail/messages')).body
    expect(left.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual([true])
  }, 120_000)

  it('follow-me says who calls and which key takes the call, until it is pressed', async () => {
    await phones.change(1002, {
      ...{ findmefollow_enabled: 'yes', findmefollow_grplist: '1003', findmefollow_pre_ring: 0 },
      ...{ findmefollow_needsconf: true, findmefollow_grptime: 60 },
    })
    const [ada, hall] = [await phones.startPhone(1001), await start(1003)]
    ada.call(1002)
    await hall.rings()
    hall.command('accept')
    await hall.says('fr', 'call_from', 'digit 1', 'digit 0', 'accept_call')
    await press(hall, '1')
    await waitUntil('she is connected', () => hall.hears() === 1001)
    await phones.change(1002, { findmefollow_enabled: '' })
  }, 120_000)

  it('a conference says who waits for what, and that somebody comes', async () => {
    await make('conference-rooms', { number: 6501, name: 'Stand-up', moderators: ['1001', '1002'] })
    const [ada, ben] = [await start(1001), await start(1002)]
    ada.call(6501)
    await ada.says('de', 'conference_alone')
    ben.call(6501)
    await ada.says('de', 'conference_joined')
    ben.command('hangup')
    await ada.says('de', 'conference_left')
    const hall = await start(1003)
    hall.call(6501)
    await hall.says('de', 'conference_pin')
  }, 120_000)

  it('who parks a call hears the slot, and who dials an empty one that nothing is there', async () => {
    await make('parking-lots', { number: 700, name: 'Parking', first_slot: 701, last_slot: 703 })
    const [ada, ben] = [await start(1001), await start(1002)]
    ada.call(701)
    await ada.says('de', 'slot_empty')
    expect(await ada.ending()).toBe('404')
    ben.call(1001)
    await ada.rings()
    ada.command('accept')
    await ben.talks()
    ben.command('hold')
    await expect.poll(() => phones.statuses(1002)).toBe('on_hold')
    ben.call('*68')
    await ben.says('fr', 'parked_at', 'digit 7', 'digit 0', 'digit 1')
  }, 120_000)
})
