import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tones } from '../../harness/asterisk/phone-ear.ts'
import { type PhoneWorld, startPhoneWorld, type WorldPhone } from '../../harness/asterisk/phone-world.ts'
import { strongestTone } from '../../harness/asterisk/tone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`recordings of calls through Asterisk${missing}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-recordings-'))
  let phones: PhoneWorld
  beforeAll(async () => {
    phones = await startPhoneWorld()
  })
  afterEach(() => phones?.endPhones())
  afterAll(async () => {
    await phones?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const inAsterisk = () => readdirSync(phones.asterisk.recordings)
  const bytes = () =>
    inAsterisk().map((name) => statSync(join(phones.asterisk.recordings, name)).size)[0] ?? 0
  const newest = async () => (await phones.world.ada.get('/cdrs')).body[0]
  async function talk() {
    const [ada, ben] = [await phones.startPhone(1001), await phones.startPhone(1002)]
    ada.call(1002)
    await waitUntil('it rings', () => ben.callers.length > 0)
    ben.command('accept')
    await waitUntil('they talk', () => ada.hears() === 1002)
    return [ada, ben] as const
  }
  async function hangUp(phone: WorldPhone) {
    phone.command('hangup')
    await expect.poll(async () => (await newest()).result).toBe('answered')
  }
  /** The numbers whose tones are in the recording of the newest call. */
  async function recorded(): Promise<number[]> {
    const { id } = await newest()
    const sound = await phones.world.ben.get(`/cdrs/${id}/recording`)
    expect(sound.status).toBe(200)
    const path = join(folder, 'call.wav')
    writeFileSync(path, sound.bytes)
    const others = [1003, 1004].map((number) => tones[number]!)
    return [1001, 1002].filter((number) => strongestTone(path, [tones[number]!, ...others]) === tones[number])
  }

  it('a call is recorded with both voices if a setting says so, and moved to our storage', async () => {
    await phones.change(1002, { recording_in_internal: 'force' })
    const [ada] = await talk()
    await waitUntil('two seconds are recorded', () => bytes() > 32_000)
    await hangUp(ada)
    await expect.poll(async () => (await newest()).recording).not.toBeNull()
    expect(await recorded()).toEqual([1001, 1002])
    await waitUntil('Asterisk has deleted its copy', () => inAsterisk().length === 0)
    await phones.change(1002, { recording_in_internal: 'dontcare' })
  })

  it('goes on while Switchboard restarts, and is found when it is back', async () => {
    await phones.change(1001, { recording_out_internal: 'yes' })
    const [ada, ben] = await talk()
    await waitUntil('it is recorded', () => bytes() > 1000)
    const { pbx } = phones.world.telephony
    await pbx.stop()
    await pbx.start()
    await expect.poll(() => phones.statuses(1001, 1002)).toBe('in_call in_call')
    expect(ada.endings).toEqual([])
    await waitUntil('two seconds are recorded', () => bytes() > 32_000)
    await pbx.stop()
    ben.command('hangup')
    await waitUntil('it ends', () => ben.endings.length === 1)
    await pbx.start()
    await expect.poll(async () => (await newest()).recording).not.toBeNull()
    expect(await recorded()).toEqual([1001, 1002])
    await phones.change(1001, { recording_out_internal: 'dontcare' })
  })

  it('goes on in the same file after the call was parked', async () => {
    const lot = { number: 6700, name: 'Parking', first_slot: 6701, last_slot: 6702 }
    const path = `/instances/${phones.world.acmePbx}/parking-lots`
    expect((await phones.world.ada.post(path, lot)).status).toBe(201)
    await phones.change(1001, { recording_out_internal: 'yes' })
    const [ada, ben] = await talk()
    await waitUntil('two seconds are recorded', () => bytes() > 32_000)
    const { id } = await newest()
    expect((await phones.world.ben.post(`/cdrs/${id}/park`, {})).status).toBe(202)
    await expect
      .poll(
        async () =>
          (await phones.world.ada.get(`${path}/${(await phones.world.ada.get(path)).body[0].id}/calls`)).body
            .length,
      )
      .toBe(1)
    const size = bytes()
    ben.call(6701)
    await waitUntil('more is recorded', () => bytes() > size + 32_000)
    ada.command('hangup')
    // The newest call is that to the slot.
    const parked = async () => (await phones.world.ada.get('/cdrs', { page_size: 2 })).body[1]
    await expect.poll(async () => (await parked()).recording?.size ?? 0).toBeGreaterThan(size)
    await phones.change(1001, { recording_out_internal: 'dontcare' })
  })

  it('says so when the file is full and the call goes on', async () => {
    await phones.change(1001, { recording_out_internal: 'yes', recording_ondemand: 'override' })
    const [ada] = await talk()
    await waitUntil('two seconds are recorded', () => bytes() > 32_000)
    await phones.fillRecording(inAsterisk()[0]!.replace(/\.wav$/, ''))
    await expect.poll(async () => (await newest()).recording_state).toBe('ended')
    const { id } = await newest()
    const again = { recording_state: 'recording' }
    expect((await phones.world.ada.put(`/cdrs/${id}/recording-state`, again)).status).toBe(409)
    await hangUp(ada)
    await expect.poll(async () => (await newest()).recording).not.toBeNull()
    expect((await newest()).recording_state).toBeNull()
    await phones.change(1001, { recording_out_internal: 'dontcare', recording_ondemand: 'disabled' })
  })

  it('*1 records from then on, for those who may', async () => {
    const [ada, ben] = await talk()
    const press = async (phone: WorldPhone) => {
      for (const key of ['*', '1']) {
        phone.command('sndcode', key)
        // As long as a finger takes: baresip would drop the second one.
        await pause(400)
      }
    }
    await press(ben)
    await phones.change(1001, { recording_ondemand: 'enabled' })
    await hangUp(ada)
    await phones.endPhones()
    const [again] = await talk()
    expect(inAsterisk()).toEqual([])
    // Too slow: the 1 belongs to something else. Taken for the code, it would begin what the next one ends.
    again.command('sndcode', '*')
    await pause(3500)
    again.command('sndcode', '1')
    await pause(400)
    await press(again)
    await waitUntil('two seconds are recorded', () => bytes() > 32_000)
    await press(again)
    await hangUp(again)
    await expect.poll(async () => (await newest()).recording).not.toBeNull()
    expect(await recorded()).toEqual([1001, 1002])
    await phones.change(1001, { recording_ondemand: 'disabled' })
  })
})
