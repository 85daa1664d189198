import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, ending, type Offices, rings, startOffices } from '../../harness/asterisk/two-offices.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`one of two Asterisks fails${missing}`, () => {
  let offices: Offices
  beforeAll(async () => {
    offices = await startOffices()
  })
  afterEach(() => offices.quitPhones())
  afterAll(() => offices?.stop())

  it('while one is frozen, the other keeps creating and calling', { timeout: 90_000 }, async () => {
    const [ada, ben] = [
      await offices.startPhone(offices.here, 1001),
      await offices.startPhone(offices.here, 1002),
    ]
    const desk = await offices.startPhone(offices.far, 3001)
    offices.second.freeze()
    try {
      const refused = offices.far.client.post(offices.far.list, { data: { id: 3050, name: 'Not now' } })
      const status = offices.far.client.get(`/instances/${offices.far.uuid}/status`)
      // None of these waits for the frozen one.
      await offices.create(offices.here, 1050)
      call(ada, 1002)
      await rings(ben)
      ben.command('accept')
      await expect.poll(() => offices.statusOf(offices.here, 1002)).toBe('in_call')
      expect((await offices.here.client.get(`/instances/${offices.here.uuid}/status`)).body.reachable).toBe(
        true,
      )
      ben.command('hangup')
      await waitUntil('it ends for Ada', () => ada.endings.length === 1)
      expect((await refused).status).toBe(502)
      expect((await status).body).toEqual({
        reachable: false,
        detail: 'Asterisk 2 does not respond.',
        warnings: [],
      })
      await expect.poll(() => offices.stateOf(offices.far, 3001), { timeout: 30_000 }).toBe('UNAUTHENTICATED')
      expect(await offices.stateOf(offices.here, 1001)).toBe('AUTHENTICATED')
      // A phone that cannot be asked is one that is off.
      call(ada, 3001)
      expect(await ending(ada, 2)).toBe('480')
      await expect.poll(offices.newestCall).toBe('1001 -> 3001: unavailable, 3001 unavailable')
    } finally {
      offices.second.thaw()
    }
    await expect.poll(() => offices.stateOf(offices.far, 3001), { timeout: 30_000 }).toBe('AUTHENTICATED')
    await offices.create(offices.far, 3050)
    // Its connection can break once more, and the phone is off for a moment.
    let calls = ada.endings.length
    await waitUntil('the far desk rings', () => {
      if (ada.endings.length === calls) {
        calls += 1
        call(ada, 3001)
      }
      return desk.events.includes('CALL_INCOMING')
    })
    ada.command('hangup')
    await waitUntil('the far desk is quiet', () => desk.endings.length === 1)
  })

  it('when one dies, the calls of the other go on, and only its own are over', {
    timeout: 90_000,
  }, async () => {
    const [ada, ben] = [
      await offices.startPhone(offices.here, 1001),
      await offices.startPhone(offices.here, 1002),
    ]
    const [desk, other] = [
      await offices.startPhone(offices.far, 3001),
      await offices.startPhone(offices.far, 3002),
    ]
    for (const [from, to, number] of [
      [ada, ben, 1002],
      [desk, other, 3002],
    ] as const) {
      call(from, number)
      await rings(to)
      to.command('accept')
    }
    await expect.poll(offices.callsInProgress).toEqual(['1002', '3002'])
    await offices.second.kill()
    await expect.poll(() => offices.statusOf(offices.far, 3002), { timeout: 30_000 }).toBe('idle')
    await offices.second.start()
    await expect.poll(offices.callsInProgress, { timeout: 30_000 }).toEqual(['1002'])
    expect(await offices.statusOf(offices.here, 1002)).toBe('in_call')
    expect(ada.endings).toEqual([])
    // Phones do not know of the crash, and would not register again for minutes.
    for (const phone of [desk, other]) await phone.stop()
    for (const number of [3001, 3002])
      await offices.change(offices.far, number, { secret: `a-new-secret-of-${number}` })
  })
})
