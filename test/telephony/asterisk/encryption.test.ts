import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

/** What is tested: `/instances/{pbx}/extensions/{id}/registration`, and `encryption` in `/cdrs`. */
describe.skipIf(missing)(`the encryption of calls${missing}`, () => {
  let phones: PhoneWorld
  beforeAll(async () => {
    // Whatever the version of Asterisk: the phones of these tests do not send what crashes it.
    phones = await startPhoneWorld({ serverSettings: { ASTERISK_HAS_TRANSFER_FIX: 'yes' } })
    await phones.change(1001, { media_encryption: 'sdes' })
  })
  afterEach(() => phones?.endPhones())
  afterAll(() => phones?.stop())

  const newest = async () => (await phones.world.ada.get('/cdrs', { page_size: 1 })).body[0]

  it('is shown for each phone that talks, during the call and after it', async () => {
    const [ada, ben] = [await phones.startPhone(1001, { encrypts: true }), await phones.startPhone(1002)]
    ada.call(1002)
    await ben.rings()
    await expect.poll(newest).toMatchObject({ from: { encryption: null } })
    ben.command('accept')
    await ada.talks()
    const shown = { from: { encryption: 'srtp' }, called: [{ number: '1002', encryption: 'none' }] }
    await expect.poll(newest).toMatchObject({ result: 'in_progress', ...shown })
    ada.command('hangup')
    await expect.poll(newest).toMatchObject({ result: 'answered', ...shown })
    ben.call(1001)
    await ada.rings()
    ada.command('accept')
    await ben.talks()
    const turned = { from: { encryption: 'none' }, called: [{ number: '1001', encryption: 'srtp' }] }
    await expect.poll(newest).toMatchObject({ result: 'in_progress', ...turned })
    ben.command('hangup')
    await expect.poll(newest).toMatchObject({ result: 'answered', ...turned })
  })

  it('of signaling is shown for each phone of an extension, to those who may see it', async () => {
    const { ada, ben, hank } = phones.world
    await phones.startPhone(1001, { encrypts: true })
    await phones.startPhone(1002)
    const pathOf = async (number: number) =>
      `/instances/${phones.world.acmePbx}/extensions/${(await phones.extension(number))._id}/registration`
    const secure = await ada.get(await pathOf(1001))
    expect(secure.body).toMatchObject({ media_encryption: 'sdes', contacts: [{ encrypted: true }] })
    const open = await ben.get(await pathOf(1002))
    expect(open.body).toMatchObject({ media_encryption: 'no', contacts: [{ encrypted: false }] })
    expect((await ben.get(await pathOf(1001))).status).toBe(404)
    expect((await hank.get(await pathOf(1001))).status).toBe(404)
  })

  it('is shown for callers in line and in a conference, who talk with nobody else yet', async () => {
    const { ada, acmePbx } = phones.world
    const queue = { number: 6401, name: 'Support', leave_when_empty: false }
    expect((await ada.post(`/instances/${acmePbx}/queues`, queue)).status).toBe(201)
    const room = { number: 6501, name: 'Stand-up', moderators: ['1001'] }
    expect((await ada.post(`/instances/${acmePbx}/conference-rooms`, room)).status).toBe(201)
    const phone = await phones.startPhone(1001, { encrypts: true })
    for (const number of [6401, 6501]) {
      const ended = phone.endings.length
      phone.call(number)
      const shown = { to: String(number), from: { encryption: 'srtp' } }
      await expect.poll(newest).toMatchObject({ result: 'in_progress', ...shown })
      phone.command('hangup')
      await waitUntil('the call ends', () => phone.endings.length > ended)
      await expect.poll(newest).toMatchObject({ ended_at: expect.any(String), ...shown })
    }
  })

  it('is shown for the phone to which a call is transferred, whoever transfers it', async () => {
    for (const byCaller of [false, true]) {
      const [ada, ben] = [await phones.startPhone(1001, { encrypts: true }), await phones.startPhone(1002)]
      const hall = await phones.startPhone(1003)
      const [caller, callee] = byCaller ? [ben, ada] : [ada, ben]
      caller.call(callee.number)
      await callee.rings()
      callee.command('accept')
      await caller.talks()
      await expect.poll(async () => (await newest()).called[0].encryption).not.toBeNull()
      // Ben transfers, and Ada stays.
      ben.command('transfer', `sip:1003@${phones.domain}`)
      await hall.rings()
      hall.command('accept')
      await hall.talks()
      const called = [
        ...(byCaller ? [] : [{ number: '1002', encryption: 'none' }]),
        { number: '1003', encryption: 'none' },
      ]
      await expect.poll(newest).toMatchObject({ from: { number: '1001', encryption: 'srtp' }, called })
      await phones.endPhones()
    }
  })

  it('is not claimed for a phone that has not answered', async () => {
    const [ada, ben] = [await phones.startPhone(1001, { encrypts: true }), await phones.startPhone(1002)]
    ben.call(1001)
    await ada.rings()
    ben.command('hangup')
    await expect
      .poll(newest)
      .toMatchObject({ result: 'cancelled', from: { encryption: null }, called: [{ encryption: null }] })
  })
})
