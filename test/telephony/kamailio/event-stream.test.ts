import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DisturbedTcp, startDisturbedTcp } from '../../harness/kamailio/disturbed-tcp.ts'
import { accountOf, type Driver, startDriver } from '../../harness/kamailio/kamailio-driver.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { sippRegister } from '../../harness/kamailio/sipp-register.ts'
import { type RunningKamailio, startKamailio } from '../../harness/kamailio/start-kamailio.ts'
import { waitUntil } from '../../harness/kamailio/wait-until.ts'

const missing = missingPrograms('kamailio', 'sipp')

describe.skipIf(missing)(`the events of Kamailio, when their way is broken${missing}`, () => {
  let way: DisturbedTcp
  let kamailio: RunningKamailio
  let driver: Driver
  const register = (number: number, more = {}) =>
    sippRegister({
      sipPort: kamailio.sipPort,
      number,
      domain: 'a.test',
      secret: 'right',
      contactPort: 9,
      ...more,
    })
  const seen = (event: string) => waitUntil(event, () => driver.events.includes(event))

  beforeAll(async () => {
    kamailio = await startKamailio('SQLite')
    way = await startDisturbedTcp(Number(kamailio.eventsAddress.split(':')[1]))
    driver = await startDriver({ ...kamailio, eventsAddress: `127.0.0.1:${way.port}` })
    for (const number of [1001, 1002, 1003]) await driver.pbx.put(accountOf(number, 'a.test', 'right'))
  })
  afterAll(async () => {
    await driver?.pbx.stop()
    await kamailio?.stop()
    await way?.stop()
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
      // No news, but who knows what was heard of it.
      '1003@a.test AUTHENTICATED',
    ])
    // And from then on they come again.
    await register(1002, { expires: 0 })
    await seen('1002@a.test UNAUTHENTICATED')
  })

  it('end when the driver is stopped', async () => {
    const second = await startDriver({ ...kamailio, eventsAddress: `127.0.0.1:${way.port}` })
    await waitUntil('it listens', () => second.events.includes('1003@a.test AUTHENTICATED'))
    await second.pbx.stop()
    second.events.length = 0
    driver.events.length = 0
    await register(1001)
    await seen('1001@a.test AUTHENTICATED')
    expect(second.events).toEqual([])
  })
})
