import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { accountOf, type Driver, startDriver } from '../../harness/kamailio/kamailio-driver.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { sippRegister } from '../../harness/kamailio/sipp-register.ts'
import { type RunningKamailio, startKamailio } from '../../harness/kamailio/start-kamailio.ts'
import { waitUntil } from '../../harness/kamailio/wait-until.ts'

const missing = missingPrograms('kamailio', 'sipp')

describe.skipIf(missing).each(engines)(`phones registering at Kamailio on %s${missing}`, (engine) => {
  let kamailio: RunningKamailio
  let driver: Driver
  const register = (number: number, domain: string, secret: string, more = {}) =>
    sippRegister({ sipPort: kamailio.sipPort, number, domain, secret, ...more })
  const stateOf = async (number: number, domain: string) =>
    (await driver.pbx.registration({ number, domain })).state

  beforeAll(async () => {
    kamailio = await startKamailio(engine)
    driver = await startDriver(kamailio)
  })
  afterAll(async () => {
    await driver?.pbx.stop()
    await kamailio?.stop()
  })

  it('lets in the right secret, and tells where the phone is', async () => {
    await driver.pbx.put(accountOf(1001, 'a.test', 'right'))
    expect(await stateOf(1001, 'a.test')).toBe('UNAUTHENTICATED')
    expect(await register(1001, 'a.test', 'wrong')).toEqual({ outcome: 'refused', status: 401 })
    expect(await stateOf(1001, 'a.test')).toBe('UNAUTHENTICATED')
    expect(await register(1001, 'a.test', 'right')).toEqual({ outcome: 'accepted', status: 200 })
    const { state, bindings } = await driver.pbx.registration({ number: 1001, domain: 'a.test' })
    expect(state).toBe('AUTHENTICATED')
    expect(bindings).toEqual([
      {
        contact: expect.stringMatching(/^sip:1001@127\.0\.0\.1:\d+$/),
        userAgent: 'SIPp',
        expiresInSeconds: expect.any(Number),
      },
    ])
    expect(bindings[0]!.expiresInSeconds).toBeGreaterThan(30)
  })

  it('ends the registration when the secret is replaced, and takes only the new one', async () => {
    await driver.pbx.put(accountOf(1002, 'a.test', 'old'))
    expect((await register(1002, 'a.test', 'old')).outcome).toBe('accepted')
    // The same again changes nothing, and throws nobody out.
    await driver.pbx.put({ ...accountOf(1002, 'a.test', 'old'), displayName: 'Another name' })
    expect(await stateOf(1002, 'a.test')).toBe('AUTHENTICATED')
    await driver.pbx.put(accountOf(1002, 'a.test', 'new'))
    expect(await stateOf(1002, 'a.test')).toBe('UNAUTHENTICATED')
    expect((await register(1002, 'a.test', 'old')).outcome).toBe('refused')
    expect((await register(1002, 'a.test', 'new')).outcome).toBe('accepted')
  })

  it('lets nobody in, and keeps nobody, after a removal', async () => {
    await driver.pbx.put(accountOf(1003, 'a.test', 'right'))
    expect((await register(1003, 'a.test', 'right')).outcome).toBe('accepted')
    await driver.pbx.remove({ number: 1003, domain: 'a.test' })
    expect(await stateOf(1003, 'a.test')).toBe('UNAUTHENTICATED')
    expect((await register(1003, 'a.test', 'right')).outcome).toBe('refused')
    // Doing it twice is the same as doing it once.
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
      expect((await register(1005, 'a.test', 'right', { registers })).status).toBe(403)
    }
    // The digest of 1005 is right, but the phone says that it is 1006.
    expect((await register(1006, 'a.test', 'right', { user: '1005' })).status).toBe(403)
    expect(await stateOf(1006, 'a.test')).toBe('UNAUTHENTICATED')
    expect(await stateOf(1005, 'b.test')).toBe('UNAUTHENTICATED')
  })

  it('tells when phones come, leave and are not heard of again', async () => {
    const { events, pbx } = driver
    const seen = (event: string) => waitUntil(event, () => events.includes(event))
    await pbx.put(accountOf(1007, 'a.test', 'right'))
    for (const contactPort of [9, 7]) await register(1007, 'a.test', 'right', { contactPort })
    await seen('1007@a.test AUTHENTICATED')
    await register(1007, 'a.test', 'right', { contactPort: 9, expires: 0 })
    // The other phone of the extension is still there.
    expect((await pbx.registration({ number: 1007, domain: 'a.test' })).bindings).toHaveLength(1)
    await register(1007, 'a.test', 'right', { contactPort: 7, expires: 0 })
    await seen('1007@a.test UNAUTHENTICATED')
    expect(events.filter((event) => event.startsWith('1007'))).toHaveLength(2)

    // Thrown out by a new secret.
    events.length = 0
    await register(1007, 'a.test', 'right')
    await seen('1007@a.test AUTHENTICATED')
    await pbx.put(accountOf(1007, 'a.test', 'new'))
    await seen('1007@a.test UNAUTHENTICATED')

    await pbx.put(accountOf(1008, 'a.test', 'right'))
    await register(1008, 'a.test', 'right', { expires: 1 })
    await seen('1008@a.test AUTHENTICATED')
    await seen('1008@a.test UNAUTHENTICATED')
    expect(events.filter((event) => event.startsWith('1008'))).toHaveLength(2)
  })

  it('stops somebody who guesses', async () => {
    await driver.pbx.put(accountOf(1009, 'a.test', 'right'))
    const statuses: number[] = []
    for (let guess = 0; guess < 21; guess += 1) {
      statuses.push((await register(1009, 'a.test', `guess${guess}`)).status)
    }
    expect(statuses).toEqual([...Array(20).fill(401), 403])
    expect((await register(1009, 'a.test', 'right')).status).toBe(403)
    // Others at the same place are not concerned.
    await driver.pbx.put(accountOf(1010, 'a.test', 'right'))
    expect((await register(1010, 'a.test', 'right')).status).toBe(200)
  })
})
