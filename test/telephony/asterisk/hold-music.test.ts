import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { strongestTone, writeTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')
/** What Ben plays, and a tone of the music that goes on all the time. */
const [BEN, MUSIC] = [880, 392]

describe.skipIf(missing)(`music on hold through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-music-'))
  let phones: PhoneWorld
  beforeAll(async () => {
    writeTone(join(folder, 'ada.wav'), 1200, 90)
    writeTone(join(folder, 'ben.wav'), BEN, 90)
    phones = await startPhoneWorld()
  })
  afterEach(() => phones.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Ada calls Ben; `hears` waits for what she hears. */
  async function talk() {
    const records = mkdtempSync(join(folder, 'ada-'))
    const ada = await phones.startPhone(1001, { plays: join(folder, 'ada.wav'), records })
    const ben = await phones.startPhone(1002, { plays: join(folder, 'ben.wav') })
    ada.call(1002)
    await ben.rings()
    ben.command('accept')
    const heard = () => {
      const file = readdirSync(records).find((name) => name.includes('dec'))
      return file ? strongestTone(join(records, file), [BEN, MUSIC], 0.5) : 0
    }
    const hears = (tone: number) => waitUntil(`${tone} is heard`, () => heard() === tone)
    await hears(BEN)
    return { ada, ben, hears }
  }

  it.each([
    ['the usual music', {}, MUSIC],
    ['the same for a class that does not exist', { mohclass: 'jazz' }, MUSIC],
    ['the same in a call that is recorded', { mohclass: 'default', recording_in_internal: 'force' }, MUSIC],
    ['nothing with the class none', { mohclass: 'none', recording_in_internal: 'never' }, 0],
  ])('the phone on hold hears %s, and then the other again', async (_, settings, heard) => {
    await phones.change(1002, settings)
    const { ben, hears } = await talk()
    ben.command('hold')
    await hears(heard)
    ben.command('resume')
    await hears(BEN)
  })
})
