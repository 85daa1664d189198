import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { type SipProvider, startSipProvider } from '../../harness/asterisk/sip-provider.ts'
import { likeness, spokenWords } from '../../harness/asterisk/speech.ts'
import { writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip', 'espeak-ng')
/** As people dial them: Ada Lovelace, Ben Okri, and both by the first letter of the first name. */
const [lovelace, okri, both, nobody] = ['568', '657', '2', '999']

describe.skipIf(missing)(`finding people by name, through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-names-'))
  const silence = join(folder, 'silence.wav')
  let phones: PhoneWorld
  let instance: string
  beforeAll(async () => {
    writeTone(silence, 0, 120)
    phones = await startPhoneWorld({ serverSettings: { SPEECH: 'yes' } })
    instance = `/instances/${phones.world.acmePbx}`
    // A new server speaks its announcements one by one.
    const isSpoken = async () => (await spoken('directory_no_more')) !== undefined
    await waitUntil('all are spoken', isSpoken)
  }, 120_000)
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What the server has spoken: an announcement, or the name of the user of an extension. */
  async function spoken(what: string | number): Promise<Buffer | undefined> {
    if (typeof what === 'string') return spokenWords(phones.world, 'en', what)
    const { contents, database } = phones.world.telephony
    const { _id } = await phones.extension(what)
    const rows = database.read.selectFrom('spoken_names').select('prompt_id').where('extension_id', '=', _id)
    const row = await rows.executeTakeFirst()
    const tenant = phones.world.demo.acme.company.public_id
    return row && contents.read({ kind: 'prompts', tenant, name: row.prompt_id })
  }

  /** A phone that is silent, so that what it hears is known. */
  async function startCaller(number: number) {
    const records = mkdtempSync(join(folder, `${number}-`))
    const phone = await phones.startPhone(number, { plays: silence, records })
    const newest = () =>
      readdirSync(records)
        .filter((name) => name.includes('dec'))
        .toSorted()
        .at(-1)
    return {
      ...phone,
      hearsWords: (what: string | number) =>
        waitUntil(`${what} is heard`, async () => {
          const [sound, name] = [await spoken(what), newest()]
          return sound !== undefined && name !== undefined && likeness(join(records, name), sound) > 0.8
        }),
    }
  }
  async function dial(phone: WorldPhone, digits: string): Promise<void> {
    for (const digit of digits) {
      phone.command('sndcode', digit)
      await pause(250)
    }
  }

  it('a colleague dials letters, and hears the names that begin so, one after the other', {
    timeout: 90_000,
  }, async () => {
    const ben = await startCaller(1002)
    ben.call('*411')
    await ben.hearsWords('directory')
    await dial(ben, `${nobody}#`)
    await ben.hearsWords('directory_nobody')
    await dial(ben, `${both}#`)
    await ben.hearsWords(1001)
    await dial(ben, '*')
    await ben.hearsWords(1002)
    await dial(ben, '*')
    await ben.hearsWords('directory_no_more')
  })

  it('1 connects with the person', { timeout: 90_000 }, async () => {
    const [ben, ada] = [await startCaller(1002), await phones.startPhone(1001)]
    ben.call('*411')
    await ben.talks()
    await dial(ben, `${lovelace}#`)
    await ben.hearsWords(1001)
    await ben.hearsWords('directory_choose')
    await dial(ben, '1')
    await ada.rings()
    ada.command('accept')
    await waitUntil('he hears her', () => ben.hears() === 1001)
    ben.command('hangup')
    await phones.inHistory('1002 -> *411: answered, 1001 answered')
  })

  it('after too many wrong names the call ends', { timeout: 90_000 }, async () => {
    const ben = await startCaller(1002)
    ben.call('*411')
    await ben.talks()
    for (let count = 0; count < 3; count += 1) {
      await dial(ben, `${nobody}#`)
      await pause(500)
    }
    await ben.ending()
    await phones.inHistory('1002 -> *411: no_answer')
  })

  describe('with a number of its own', () => {
    let provider: SipProvider
    beforeAll(async () => {
      const { ada, acmePbx } = phones.world
      const directory = { number: 6601, name: 'Everybody', tries: 1, destination: '1003' }
      expect((await ada.post(`${instance}/name-directories`, directory)).status).toBe(201)
      const menu = { number: 6301, name: 'Main', options: [{ digit: '5', destination: '6601' }] }
      expect((await ada.post(`${instance}/menus`, menu)).status).toBe(201)
      provider = await startSipProvider('127.0.0.2')
      const trunk = { name: 'First', kind: 'ip', host: '127.0.0.2', port: provider.port }
      expect((await ada.post('/trunks', trunk)).status).toBe(201)
      const destination = { kind: 'internal', pbx: acmePbx, number: '6601' }
      expect((await ada.post('/dids', { number: '+12025550123', destination })).status).toBe(201)
      await waitUntil('it is asked', () => provider.requests('OPTIONS').length > 0)
    })
    afterAll(() => provider?.stop())

    it('a menu leads there', { timeout: 90_000 }, async () => {
      const [hall, ben] = [await startCaller(1003), await phones.startPhone(1002)]
      hall.call(6301)
      await hall.talks()
      await dial(hall, '5')
      await hall.hearsWords('directory')
      // A pause ends the letters.
      await dial(hall, okri)
      await hall.hearsWords(1002)
      await dial(hall, '1')
      await ben.rings()
      ben.command('accept')
      await waitUntil('they talk', () => hall.hears() === 1002)
    })

    it('a stranger does not find who is left out, and goes on to the number for that', {
      timeout: 90_000,
    }, async () => {
      const { ben } = phones.world
      const entry = `${instance}/extensions/${(await phones.extension(1002))._id}/directory-entry`
      expect((await ben.put(entry, { listed: false })).status).toBe(200)
      const [hall, his] = [await phones.startPhone(1003), await phones.startPhone(1002)]
      const stranger = provider.call(`sip:+12025550123@127.0.0.1:${phones.asterisk.sipPort}`, {
        from: '+12025550199',
      })
      await waitUntil('the directory answers', () => stranger.status() === '200')
      // The stranger has no keys: nothing dialled is a vain search, too.
      await hall.rings()
      stranger.hangUp()
      await phones.inHistory('+12025550199 -> +12025550123: cancelled, 1003 cancelled')
      const ada = await startCaller(1001)
      ada.call(6601)
      await ada.talks()
      await dial(ada, `${okri}#`)
      await waitUntil('the hall rings', () => hall.callers.length === 2)
      expect(his.callers).toEqual([])
    })
  })
})
