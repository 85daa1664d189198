import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BaresipPhone, startBaresip } from '../../harness/kamailio/baresip-phone.ts'
import { accountOf, type Driver, startDriver } from '../../harness/kamailio/kamailio-driver.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { sippInvite } from '../../harness/kamailio/sipp-invite.ts'
import { type RunningKamailio, startKamailio } from '../../harness/kamailio/start-kamailio.ts'
import { waitUntil } from '../../harness/kamailio/wait-until.ts'

const missing = missingPrograms('kamailio', 'sipp', 'baresip')

describe.skipIf(missing)(`calls through Kamailio${missing}`, () => {
  let kamailio: RunningKamailio
  let driver: Driver
  let one: BaresipPhone
  let two: BaresipPhone
  const bothAre = (status: string, events = driver.events) =>
    waitUntil(`both are ${status}`, () => {
      return events.includes(`1001@a.test ${status}`) && events.includes(`1002@a.test ${status}`)
    })

  beforeAll(async () => {
    kamailio = await startKamailio('SQLite')
    driver = await startDriver(kamailio)
    await driver.pbx.put(accountOf(1001, 'a.test', 'one'))
    await driver.pbx.put(accountOf(1002, 'a.test', 'two'))
    await driver.pbx.put(accountOf(2001, 'b.test', 'stranger'))
  })
  beforeEach(async () => {
    driver.events.length = 0
    const { sipPort } = kamailio
    one = await startBaresip({ sipPort, number: 1001, domain: 'a.test', secret: 'one' })
    two = await startBaresip({ sipPort, number: 1002, domain: 'a.test', secret: 'two' })
    await bothAre('AUTHENTICATED')
    driver.events.length = 0
  })
  afterEach(async () => {
    await one?.stop()
    await two?.stop()
    // Phones that are killed stay registered: the next ones come from other ports.
    await driver.pbx.put(accountOf(1001, 'a.test', 'none'))
    await driver.pbx.put(accountOf(1002, 'a.test', 'none'))
    await driver.pbx.put(accountOf(1001, 'a.test', 'one'))
    await driver.pbx.put(accountOf(1002, 'a.test', 'two'))
  })
  afterAll(async () => {
    await driver?.pbx.stop()
    await kamailio?.stop()
  })

  it('connects two phones of a domain, and tells what both are doing', async () => {
    one.command('dial', 'sip:1002@a.test')
    await bothAre('ringing')
    await waitUntil('the other rings', () => two.events.includes('CALL_INCOMING'))
    two.command('accept')
    await bothAre('in_call')
    await waitUntil('sound arrives', () => one.events.includes('CALL_RTPESTAB'))
    one.command('hold')
    await bothAre('on_hold')
    driver.events.length = 0
    one.command('resume')
    await bothAre('in_call')
    two.command('hangup')
    await bothAre('idle')
    await waitUntil('the first has heard of it', () => one.events.includes('CALL_CLOSED'))
    expect(driver.events).toHaveLength(4)
  })

  it('tells that nobody rings any more when a call is declined or given up', async () => {
    for (const phone of [two, one]) {
      driver.events.length = 0
      two.events.length = 0
      one.command('dial', 'sip:1002@a.test')
      await waitUntil('the other rings', () => two.events.includes('CALL_INCOMING'))
      await bothAre('ringing')
      phone.command('hangup')
      await bothAre('idle')
      await waitUntil('both have ended', () => two.events.includes('CALL_CLOSED'))
    }
  })

  it('tells of running calls to somebody who comes later, and after a restart that they are over', async () => {
    one.command('dial', 'sip:1002@a.test')
    await waitUntil('the other rings', () => two.events.includes('CALL_INCOMING'))
    const later = await startDriver(kamailio)
    await bothAre('ringing', later.events)
    await bothAre('AUTHENTICATED', later.events)
    expect(later.events).toContain('2001@b.test UNAUTHENTICATED')
    expect(later.events).toContain('2001@b.test idle')
    two.command('accept')
    await bothAre('in_call', later.events)
    await kamailio.kill()
    await kamailio.start()
    await bothAre('idle', later.events)
    await bothAre('UNAUTHENTICATED', later.events)
    await later.pbx.stop()
  })

  it('lets nobody call into another domain, without a secret, or under the name of another', async () => {
    const call = (number: number, domain: string, secret: string, to: string, more = {}) =>
      sippInvite({ sipPort: kamailio.sipPort, number, domain, secret, to, ...more })
    expect(await call(2001, 'b.test', 'stranger', '1001@a.test')).toBe(403)
    expect(await call(2001, 'b.test', 'wrong', '1001@b.test')).toBe(407)
    expect(await call(2002, 'b.test', 'stranger', '2001@b.test', { user: '2001' })).toBe(403)
    // With the secret of one's own, there is just nobody there.
    expect(await call(2001, 'b.test', 'stranger', '1001@b.test')).toBe(480)
    // As if the call had begun long ago, with a way of one's own.
    const route = `<sip:127.0.0.1:${kamailio.sipPort};lr>`
    expect(await call(2001, 'b.test', 'stranger', '1001@a.test', { toTag: 'made-up', route })).toBe(481)
    expect(one.events).not.toContain('CALL_INCOMING')
  })
})
