import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receiveVoicemail } from '../../../src/telephony/phones/voicemail/receive-voicemail.ts'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { strongestTone, toneFile, writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
/** What the messages sound like, and the tones between them. */
const messages = [620, 760, 900]
const [ready, over] = [1000, 400]

interface Message {
  id: string
  is_read: boolean
  from: string
}

describe.skipIf(missing)(`listening to voicemail by phone, with Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-mailbox-'))
  const silence = join(folder, 'silence.wav')
  let phones: PhoneWorld
  let count = 0
  beforeAll(async () => {
    writeTone(silence, 0, 60)
    phones = await startPhoneWorld()
  })
  afterEach(async () => {
    await phones.endPhones()
    for (const { id } of (await phones.world.ada.get('/voicemail/messages')).body) {
      await phones.world.ada.delete(`/voicemail/messages/${id}`)
    }
    expect(readdirSync(phones.asterisk.recordings)).toEqual([])
  })
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A message is stored as if Asterisk had recorded it; returns its id. */
  async function leave(hertz: number, seconds: number, number = 1002): Promise<string> {
    count += 1
    const known = new Set((await list()).map(({ id }) => id))
    await receiveVoicemail(phones.world.telephony, {
      kind: 'recorded',
      address: { domain: phones.domain, number },
      call: `test.${count}`,
      recording: `test.${count}`,
      read: async () => toneFile(hertz, seconds),
      remove: async () => {},
    })
    return (await list()).find(({ id }) => !known.has(id))!.id
  }
  const list = async () => (await phones.world.ada.get('/voicemail/messages')).body as Message[]
  const isRead = async (id: string) => (await list()).find((one) => one.id === id)?.is_read
  /** New and old messages, as Asterisk was told last. */
  const shown = async () => {
    const { read } = phones.world.telephony.database
    const row = await read.selectFrom('waiting_shown').selectAll().where('is_told', '=', 1).executeTakeFirst()
    return row && `${row.new_count}/${row.old_count}`
  }

  /** Ben's phone, which says what it hears. */
  async function startBen(number = 1002) {
    const records = mkdtempSync(join(folder, 'ben-'))
    const phone = await phones.startPhone(number, { plays: silence, records })
    const hears = () => {
      // One for each call; their names begin with the time.
      const file = readdirSync(records)
        .filter((name) => name.includes('dec'))
        .toSorted()
        .at(-1)
      return file ? strongestTone(join(records, file), [...messages, ready, over], 0.3) : 0
    }
    return { ...phone, hears: (hertz: number) => waitUntil(`${hertz} is heard`, () => hears() === hertz) }
  }

  it('plays new messages in their order; keys repeat, keep and delete them, and the lamp follows', async () => {
    const [one, two, three] = [await leave(620, 20), await leave(760, 2), await leave(900, 20)]
    await expect.poll(shown).toBe('3/0')
    const ben = await startBen()
    ben.call('*97')
    await ben.hears(620)
    ben.command('sndcode', '2')
    await ben.hears(760)
    await ben.hears(ready)
    await expect.poll(() => isRead(one)).toBe(true)
    await expect.poll(() => isRead(two)).toBe(true)
    await expect.poll(shown).toBe('1/2')
    ben.command('sndcode', '1')
    await ben.hears(760)
    ben.command('sndcode', '2')
    await ben.hears(900)
    ben.command('sndcode', '3')
    await ben.hears(over)
    expect(await ben.ending()).toBeDefined()
    expect((await list()).map(({ id }) => id)).toEqual([two, one])
    expect((await phones.world.ben.get(`/voicemail/messages/${three}/audio`)).status).toBe(404)
    await expect.poll(shown).toBe('0/2')
    await phones.inHistory('1002 -> *97: answered')
  })

  it('a message that was not heard to its end stays new; without new ones there is a low tone', async () => {
    const one = await leave(620, 20)
    const ben = await startBen()
    ben.call('*97')
    await ben.hears(620)
    ben.command('hangup')
    await ben.ending()
    await phones.inHistory('1002 -> *97: answered')
    expect(await isRead(one)).toBe(false)
    await phones.world.ben.patch(`/voicemail/messages/${one}`, { is_read: true })
    ben.call('*97')
    await waitUntil('the call ends', () => ben.endings.length === 2)
    await ben.hears(over)
  })

  it('messages of a former user, and of other numbers, are not heard', async () => {
    const { world } = phones
    await leave(620, 20)
    await leave(760, 20, 1003)
    const path = `/instances/${world.acmePbx}/bulks/extensions`
    const { _id } = (await world.ada.get(path)).body.find(
      (one: { data: { id: number } }) => one.data.id === 1002,
    )
    await world.ada.patch(`${path}/${_id}`, { user: null })
    const ben = await startBen()
    ben.call('*97')
    await ben.hears(over)
    await ben.ending()
    await phones.endPhones()
    expect((await world.ada.patch(`${path}/${_id}`, { user: { id: world.demo.acme.ben.id } })).status).toBe(
      200,
    )
  })

  it('asks for the PIN if the extension says so, and hangs up after three wrong ones', async () => {
    await leave(620, 20)
    await phones.change(1002, { voicemail_same_exten: 'yes', voicemail_vmpwd: '4711' })
    const ben = await startBen()
    const dial = async (digits: string) => {
      for (const digit of digits) {
        ben.command('sndcode', digit)
        await new Promise((next) => setTimeout(next, 250))
      }
    }
    ben.call('*97')
    await ben.hears(ready)
    await dial('4710#')
    await ben.hears(ready)
    await dial('4711#')
    await ben.hears(620)
    ben.command('hangup')
    await ben.ending()
    ben.call('*97')
    await waitUntil(
      'it is answered',
      () => ben.events.filter((one) => one === 'CALL_ESTABLISHED').length === 2,
    )
    for (const wrong of ['1#', '2#', '3#']) await dial(wrong)
    await waitUntil('the call ends', () => ben.endings.length === 2)
    await phones.change(1002, { voicemail_same_exten: 'no' })
  })
})
