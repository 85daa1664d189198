import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringPort, startAnsweringPort } from '../../harness/asterisk/answering-port.ts'
import { accountOf, type Driver, startDriver } from '../../harness/asterisk/asterisk-driver.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { type DisturbedTcp, startDisturbedTcp } from '../../harness/sip/disturbed-tcp.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { sippRegister } from '../../harness/sip/sipp-register.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'sipp')

describe.skipIf(missing)(`the events of Asterisk, when the connection breaks${missing}`, () => {
  let way: DisturbedTcp
  let asterisk: RunningAsterisk
  let detour: { url: string; databaseUrl: string }
  let driver: Driver
  const phones = new Map<number, AnsweringPort>()
  const register = async (number: number, more = {}) => {
    const phone = { number, domain: 'a.test', secret: 'right', contactPort: phones.get(number)!.port }
    const { outcome } = await sippRegister({ sipPort: asterisk.sipPort, ...phone, ...more })
    expect(outcome).toBe('accepted')
  }
  const seen = (event: string, events = driver.events) => waitUntil(event, () => events.includes(event))

  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    const url = new URL(asterisk.url)
    way = await startDisturbedTcp(Number(url.port))
    url.port = String(way.port)
    detour = { url: url.href, databaseUrl: asterisk.databaseUrl }
    driver = await startDriver(detour)
    for (const number of [1001, 1002, 1003]) {
      phones.set(number, await startAnsweringPort())
      await driver.pbx.put(accountOf(number, 'a.test', 'right', { rewrite_contact: 'no' }))
    }
  })
  afterAll(async () => {
    await driver?.pbx.stop()
    await asterisk?.stop()
    await way?.stop()
    for (const phone of phones.values()) phone.stop()
  })

  it('are made up for afterwards', async () => {
    await register(1001)
    await seen('1001@a.test AUTHENTICATED')
    await register(1003)
    await seen('1003@a.test AUTHENTICATED')
    way.cut()
    await register(1001, { expires: 0 })
    await register(1002)
    driver.events.length = 0
    way.mend()
    await seen('1002@a.test AUTHENTICATED')
    expect(driver.events.sort()).toEqual([
      '1001@a.test UNAUTHENTICATED',
      '1002@a.test AUTHENTICATED',
      // No news, but an event of it may have been missed.
      '1003@a.test AUTHENTICATED',
    ])
    // And from then on they come again.
    await register(1002, { expires: 0 })
    await seen('1002@a.test UNAUTHENTICATED')
  })

  it('a connection that says nothing any more is replaced', { timeout: 60_000 }, async () => {
    driver.events.length = 0
    way.hold()
    await register(1002)
    // The phone is gone only as far as we know: pings get no response.
    await waitUntil('the loss is noticed', () => driver.events.includes('1003@a.test UNAUTHENTICATED'))
    way.cut()
    way.mend()
    await seen('1002@a.test AUTHENTICATED')
    await seen('1003@a.test AUTHENTICATED')
  })

  it('end when the driver is stopped', async () => {
    const second = await startDriver(detour)
    await seen('1003@a.test AUTHENTICATED', second.events)
    await second.pbx.stop()
    second.events.length = 0
    driver.pbx.look()
    driver.events.length = 0
    await seen('1003@a.test AUTHENTICATED')
    await register(1001)
    await seen('1001@a.test AUTHENTICATED')
    expect(second.events).toEqual([])
  })
})
