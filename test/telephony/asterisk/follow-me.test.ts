import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CallWorld, startCallWorld } from '../../harness/asterisk/call-world.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`follow-me through Asterisk${missing}`, () => {
  let calls: CallWorld
  beforeAll(async () => {
    calls = await startCallWorld()
    await calls.addExtension(1004)
  })
  afterEach(() => calls.endPhones())
  afterAll(() => calls?.stop())

  const follow = (settings: object) =>
    calls.change(1002, {
      findmefollow_enabled: 'yes',
      findmefollow_grplist: '1003-1004',
      findmefollow_grptime: 30,
      findmefollow_pre_ring: 1,
      findmefollow_grppre: '',
      findmefollow_postdest: '',
      ...settings,
    })
  const startPhones = () => Promise.all([1001, 1002, 1003, 1004].map((number) => calls.startPhone(number)))

  it('ringallv2: the own phone rings on when the others begin, and one of them answers', async () => {
    await follow({ findmefollow_strategy: 'ringallv2', findmefollow_grppre: 'Ben: ' })
    const [ada, ben, cleo, dan] = await startPhones()
    calls.call(ada!, 1002)
    await calls.rings(ben!)
    await Promise.all([calls.rings(cleo!), calls.rings(dan!)])
    expect(cleo!.callers).toEqual([`Ben: Ada Lovelace <sip:1001@${calls.domain}>`])
    expect(ben!.callers).toHaveLength(1)
    expect(ben!.endings).toEqual([])
    dan!.command('accept')
    await calls.talks(ada!)
    await waitUntil('the others are quiet', () => ben!.endings.length === 1 && cleo!.endings.length === 1)
    ada!.command('hangup')
    await calls.inHistory(
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
    calls.call(ben!, 1002)
    await waitUntil('the second has rung after the first', () => dan!.endings.length === 1)
    expect(cleo!.endings).toHaveLength(1)
    await calls.rings(ada!)
    ada!.command('accept')
    await calls.talks(ben!)
    ada!.command('hangup')
    await calls.inHistory(
      '1002 -> 1002: answered, 1002 no_answer, 1003 no_answer, 1004 no_answer, 1001 answered',
    )
  })

  it('memoryhunt: the first rings on while the second joins, and does not ring again once it has refused', async () => {
    await follow({ findmefollow_strategy: 'memoryhunt', findmefollow_pre_ring: 0, findmefollow_grptime: 2 })
    const [ada, , cleo, dan] = await startPhones()
    calls.call(ada!, 1002)
    await calls.rings(cleo!)
    await calls.rings(dan!)
    expect(cleo!.endings).toEqual([])
    cleo!.command('hangup')
    expect(await calls.ending(ada!)).toBe('480')
    expect(cleo!.callers).toHaveLength(1)
    await calls.inHistory('1001 -> 1002: no_answer, 1003 busy, 1004 no_answer')
  })

  it('firstnotonphone: who has a call is left out', async () => {
    await follow({ findmefollow_strategy: 'firstnotonphone', findmefollow_pre_ring: 0 })
    const [ada, ben, cleo, dan] = await startPhones()
    calls.call(cleo!, 1004)
    await calls.rings(dan!)
    dan!.command('accept')
    await calls.talks(cleo!)
    await expect.poll(() => calls.statusOf(1003)).toBe('in_call')
    await expect.poll(() => calls.statusOf(1004)).toBe('in_call')
    calls.call(ada!, 1002)
    expect(await calls.ending(ada!)).toBe('486')
    expect(ben!.callers).toEqual([])
    await calls.inHistory(
      '1001 -> 1002: busy, 1003 busy, 1004 busy',
      '1003 -> 1004: in_progress, 1004 answered',
    )
  })
})
