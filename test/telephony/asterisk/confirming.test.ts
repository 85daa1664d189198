import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
/** What each phone plays, and what asks for the key. */
const tones = { 1001: 440, 1003: 1320, 1004: 660, question: 800 }

describe.skipIf(missing)(`follow-me with a confirmation through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-confirming-'))
  let phones: PhoneWorld
  beforeAll(async () => {
    phones = await startPhoneWorld()
    await phones.change(1002, {
      findmefollow_enabled: 'yes',
      findmefollow_grplist: '1003-1004',
      findmefollow_strategy: 'hunt',
      findmefollow_pre_ring: 0,
      findmefollow_needsconf: true,
    })
  })
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A phone that plays its tone, and says which one it hears. */
  async function startPhone(number: 1001 | 1003 | 1004) {
    const records = mkdtempSync(join(folder, `${number}-`))
    const plays = join(folder, `${number}.wav`)
    writeTone(plays, tones[number], 60)
    const phone = await phones.startPhone(number, { plays, records })
    const hears = () => {
      const file = readdirSync(records).find((name) => name.includes('dec'))
      return file ? strongestTone(join(records, file), Object.values(tones), 1) : 0
    }
    return { ...phone, hears: (tone: number) => waitUntil(`${number} hears ${tone}`, () => hears() === tone) }
  }

  it('who answers and presses nothing, like a mailbox, does not get the call: the next one does', async () => {
    await phones.change(1002, { findmefollow_grptime: 4 })
    const ada = await startPhone(1001)
    const mailbox = await startPhone(1003)
    const dan = await startPhone(1004)
    ada.call(1002)
    await mailbox.rings()
    mailbox.command('accept')
    await mailbox.hears(tones.question)
    expect(ada.events).not.toContain('CALL_ESTABLISHED')
    await dan.rings()
    await waitUntil('the mailbox is hung up', () => mailbox.endings.length === 1)
    dan.command('accept')
    await dan.hears(tones.question)
    dan.command('sndcode', '2')
    dan.command('sndcode', '1')
    await ada.talks()
    await dan.hears(tones[1001])
    await ada.hears(tones[1004])
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: answered, 1003 no_answer, 1004 answered')
  })

  it('who hangs up without a key leaves the call to the others', async () => {
    await phones.change(1002, { findmefollow_grptime: 30, findmefollow_strategy: 'ringall' })
    const ada = await startPhone(1001)
    const cleo = await startPhone(1003)
    const dan = await startPhone(1004)
    ada.call(1002)
    await cleo.rings()
    await dan.rings()
    cleo.command('accept')
    await cleo.hears(tones.question)
    cleo.command('hangup')
    await waitUntil('she has hung up', () => cleo.endings.length === 1)
    dan.command('accept')
    await dan.hears(tones.question)
    dan.command('sndcode', '1')
    await ada.talks()
    ada.command('hangup')
    await phones.inHistory('1001 -> 1002: answered, 1003 busy, 1004 answered')
  })
})
