import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`follow-me through Asterisk${missing}`, () => {
  let phones: PhoneWorld
  beforeAll(async () => {
    phones = await startPhoneWorld()
  })
  afterEach(() => phones.endPhones())
  afterAll(() => phones?.stop())

  const follow = (settings: object) =>
    phones.change(1002, {
      findmefollow_enabled: 'yes',
      findmefollow_grplist: '1003-1004',
      findmefollow_grptime: 30,
      findmefollow_pre_ring: 1,
      findmefollow_grppre: '',
      findmefollow_postdest: '',
      ...settings,
    })
  const startPhones = () => Promise.all([1001, 1002, 1003, 1004].map((number) => phones.startPhone(number)))

  it('ringallv2: the own phone rings on when the others begin, and one of them answers', async () => {
    await follow({ findmefollow_strategy: 'ringallv2', findmefollow_grppre: 'Ben: ' })
    const [ada, ben, cleo, dan] = await startPhones()
    ada!.call(1002)
    await ben!.rings()
    await Promise.all([cleo!.rings(), dan!.rings()])
    expect(cleo!.callers).toEqual([`Ben: Ada Lovelace <sip:1001@${phones.domain}>`])
    expect(ben!.callers).toHaveLength(1)
    expect(ben!.endings).toEqual([])
    dan!.command('accept')
    await ada!.talks()
    await waitUntil('the others are quiet', () => ben!.endings.length === 1 && cleo!.endings.length === 1)
    ada!.command('hangup')
    await phones.inHistory(
      '1001 -> 1002: answered, 1003 answered_elsewhere, 1004 answered, 1002 answered_elsewhere',
    )
  })

  it('hunt: one after the other, then the number that was set for that', async () => {
    await follow({
      findmefollow_strategy: 'hunt',
      findmefollow_grplist: '1003-1999-1004',
      findmefollow_grptime: 1,
      findmefollow_postdest: '1001',
    })
    const [ada, ben, cleo, dan] = await startPhones()
    ben!.call(1002)
    await waitUntil('the second has rung after the first', () => dan!.endings.length === 1)
    expect(cleo!.endings).toHaveLength(1)
    await ada!.rings()
    ada!.command('accept')
    await ben!.talks()
    ada!.command('hangup')
    await phones.inHistory(
      '1002 -> 1002: answered, 1002 no_answer, 1003 no_answer, 1004 no_answer, 1001 answered',
    )
  })

  it('memoryhunt: the first rings on while the second joins, and does not ring again once it has refused', async () => {
    await follow({ findmefollow_strategy: 'memoryhunt', findmefollow_pre_ring: 0, findmefollow_grptime: 2 })
    const [ada, , cleo, dan] = await startPhones()
    ada!.call(1002)
    await cleo!.rings()
    await dan!.rings()
    expect(cleo!.endings).toEqual([])
    cleo!.command('hangup')
    expect(await ada!.ending()).toBe('480')
    expect(cleo!.callers).toHaveLength(1)
    await phones.inHistory('1001 -> 1002: no_answer, 1003 busy, 1004 no_answer')
  })

  it('firstnotonphone: who has a call is left out', async () => {
    await follow({ findmefollow_strategy: 'firstnotonphone', findmefollow_pre_ring: 0 })
    const [ada, ben, cleo, dan] = await startPhones()
    cleo!.call(1004)
    await dan!.rings()
    dan!.command('accept')
    await cleo!.talks()
    await expect.poll(() => phones.statuses(1003)).toBe('in_call')
    await expect.poll(() => phones.statuses(1004)).toBe('in_call')
    ada!.call(1002)
    expect(await ada!.ending()).toBe('486')
    expect(ben!.callers).toEqual([])
    await phones.inHistory(
      '1001 -> 1002: busy, 1003 busy, 1004 busy',
      '1003 -> 1004: in_progress, 1004 answered',
    )
  })
})
