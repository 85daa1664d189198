import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringPort, startAnsweringPort } from '../../harness/asterisk/answering-port.ts'
import { accountOf, type Driver, startDriver } from '../../harness/asterisk/asterisk-driver.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { engines } from '../../harness/engines.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { sippRegister } from '../../harness/sip/sipp-register.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'sipp')

describe.skipIf(missing).each(engines)(`phones registering at Asterisk on %s${missing}`, (engine) => {
  let asterisk: RunningAsterisk
  let driver: Driver
  const register = (number: number, domain: string, secret: string, more = {}) =>
    sippRegister({ sipPort: asterisk.sipPort, number, domain, secret, ...more })
  const stateOf = async (number: number, domain: string) =>
    (await driver.pbx.registration({ number, domain })).state

  beforeAll(async () => {
    asterisk = await startAsterisk(engine)
    driver = await startDriver(asterisk)
  })
  afterAll(async () => {
    await driver?.pbx.stop()
    await asterisk?.stop()
  })

  it('accepts the right secret, and knows where the phone is', async () => {
    await driver.pbx.put(accountOf(1001, 'a.test', 'right'))
    expect(await stateOf(1001, 'a.test')).toBe('UNAUTHENTICATED')
    expect(await register(1001, 'a.test', 'wrong')).toEqual({ outcome: 'refused', status: 401 })
    expect(await stateOf(1001, 'a.test')).toBe('UNAUTHENTICATED')
    expect(await register(1001, 'a.test', 'right')).toEqual({ outcome: 'accepted', status: 200 })
    const { state, bindings } = await driver.pbx.registration({ number: 1001, domain: 'a.test' })
    expect(state).toBe('AUTHENTICATED')
    expect(bindings).toEqual([
      expect.objectContaining({
        contact: expect.stringMatching(/^sip:1001@127\.0\.0\.1:\d+$/),
        userAgent: 'SIPp',
        expiresInSeconds: expect.any(Number),
      }),
    ])
    expect(bindings[0]!.expiresInSeconds).toBeGreaterThan(30)
  })

  it('ends the registration when the secret is replaced, and accepts only the new one', async () => {
    await driver.pbx.put(accountOf(1002, 'a.test', 'old'))
    expect((await register(1002, 'a.test', 'old')).outcome).toBe('accepted')
    // The same again changes nothing, and ends nothing.
    await driver.pbx.put({ ...accountOf(1002, 'a.test', 'old'), displayName: 'Another name' })
    expect(await stateOf(1002, 'a.test')).toBe('AUTHENTICATED')
    await driver.pbx.put(accountOf(1002, 'a.test', 'new'))
    expect(await stateOf(1002, 'a.test')).toBe('UNAUTHENTICATED')
    expect((await register(1002, 'a.test', 'old')).outcome).toBe('refused')
    expect((await register(1002, 'a.test', 'new')).outcome).toBe('accepted')
  })

  it('accepts and keeps nobody after a removal', async () => {
    await driver.pbx.put(accountOf(1003, 'a.test', 'right'))
    expect((await register(1003, 'a.test', 'right')).outcome).toBe('accepted')
    await driver.pbx.remove({ number: 1003, domain: 'a.test' })
    expect(await stateOf(1003, 'a.test')).toBe('UNAUTHENTICATED')
    expect((await register(1003, 'a.test', 'right')).outcome).toBe('refused')
    // Twice is the same as once.
    await driver.pbx.remove({ number: 1003, domain: 'a.test' })
    await driver.pbx.remove({ number: 4999, domain: 'never.test' })
  })

  it('keeps the same number of two domains apart', async () => {
    await driver.pbx.put(accountOf(1004, 'a.test', 'of-a'))
    await driver.pbx.put(accountOf(1004, 'b.test', 'of-b'))
    expect((await register(1004, 'b.test', 'of-a')).outcome).toBe('refused')
    expect((await register(1004, 'b.test', 'of-b')).outcome).toBe('accepted')
    expect(await stateOf(1004, 'a.test')).toBe('UNAUTHENTICATED')
    await driver.pbx.remove({ number: 1004, domain: 'a.test' })
    expect(await stateOf(1004, 'b.test')).toBe('AUTHENTICATED')
    expect((await register(1004, 'b.test', 'of-b')).outcome).toBe('accepted')
  })

  it('registers nobody as somebody else', async () => {
    await driver.pbx.put(accountOf(1005, 'a.test', 'right'))
    await driver.pbx.put(accountOf(1006, 'a.test', 'other'))
    await driver.pbx.put(accountOf(1005, 'b.test', 'other'))
    for (const registers of ['1006@a.test', '1005@b.test']) {
      expect((await register(1005, 'a.test', 'right', { registers })).outcome).toBe('refused')
    }
    // The digest of 1005 is right, but the phone says that it is 1006.
    expect((await register(1006, 'a.test', 'right', { user: '1005' })).outcome).toBe('refused')
    expect(await stateOf(1006, 'a.test')).toBe('UNAUTHENTICATED')
    expect(await stateOf(1005, 'b.test')).toBe('UNAUTHENTICATED')
  })

  describe('reports', () => {
    const ports: AnsweringPort[] = []
    beforeAll(async () => {
      for (let phone = 0; phone < 2; phone += 1) ports.push(await startAnsweringPort())
    })
    afterAll(() => {
      for (const port of ports) port.stop()
    })
    /** A phone at one of the ports, though SIPp registers it from another. */
    const elsewhere = { rewrite_contact: 'no', max_contacts: '2' }
    const at = (index: number) => ({ contactPort: ports[index]!.port })
    const seen = (event: string) => waitUntil(event, () => driver.events.includes(event))

    it('when phones come, leave and are thrown out', async () => {
      const { events, pbx } = driver
      await pbx.put(accountOf(1007, 'a.test', 'right', elsewhere))
      for (const phone of [0, 1]) await register(1007, 'a.test', 'right', at(phone))
      await seen('1007@a.test AUTHENTICATED')
      await register(1007, 'a.test', 'right', { ...at(0), expires: 0 })
      // The other phone of the extension is still there.
      expect((await pbx.registration({ number: 1007, domain: 'a.test' })).bindings).toHaveLength(1)
      await register(1007, 'a.test', 'right', { ...at(1), expires: 0 })
      await seen('1007@a.test UNAUTHENTICATED')
      expect(events.filter((event) => event.startsWith('1007'))).toHaveLength(2)

      events.length = 0
      await register(1007, 'a.test', 'right', at(0))
      await seen('1007@a.test AUTHENTICATED')
      await pbx.put(accountOf(1007, 'a.test', 'new', elsewhere))
      await seen('1007@a.test UNAUTHENTICATED')
    })

    it('when a phone no longer answers, though it is registered', async () => {
      await driver.pbx.put(accountOf(1008, 'a.test', 'right', { ...elsewhere, qualifyfreq: '1' }))
      const phone = await startAnsweringPort()
      await register(1008, 'a.test', 'right', { contactPort: phone.port })
      await seen('1008@a.test AUTHENTICATED')
      phone.stop()
      await seen('1008@a.test UNAUTHENTICATED')
    })

    it('also phones that are not to be queried', async () => {
      await driver.pbx.put(accountOf(1009, 'a.test', 'right', { ...elsewhere, qualifyfreq: '0' }))
      await register(1009, 'a.test', 'right', at(0))
      await seen('1009@a.test AUTHENTICATED')
    })
  })
})
