import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PbxFailure } from '../../../src/telephony/phones/pbx/pbx.ts'
import { type DisturbedTcp, startDisturbedTcp } from '../../harness/kamailio/disturbed-tcp.ts'
import { accountOf, type Driver, startDriver } from '../../harness/kamailio/kamailio-driver.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { sippRegister } from '../../harness/kamailio/sipp-register.ts'
import { type RunningKamailio, startKamailio } from '../../harness/kamailio/start-kamailio.ts'
import { onKamailioDatabase, subscriberRows } from '../../harness/kamailio/subscriber-rows.ts'
import { waitUntil } from '../../harness/kamailio/wait-until.ts'

const missing = missingPrograms('kamailio', 'sipp')

describe.skipIf(missing)(`when the PostgreSQL of Kamailio fails${missing}`, () => {
  let way: DisturbedTcp
  let kamailio: RunningKamailio
  let driver: Driver
  const register = (number: number, secret: string) =>
    sippRegister({ sipPort: kamailio.sipPort, number, domain: 'a.test', secret })

  beforeAll(async () => {
    kamailio = await startKamailio('PostgreSQL', {
      async detour(databaseUrl) {
        const url = new URL(databaseUrl)
        way = await startDisturbedTcp(Number(url.port))
        url.port = String(way.port)
        return url.href
      },
    })
    const row = accountOf(1000, 'a.test', 'any')
    await onKamailioDatabase(
      kamailio.directDatabaseUrl,
      `insert into subscriber (username, domain, ha1) values ('1000', 'a.test', '${row.ha1}')`,
    )
    driver = await startDriver(kamailio)
  })
  afterAll(async () => {
    await driver?.pbx.stop()
    await kamailio?.stop()
    await way?.stop()
  })

  it('keeps no phone that was being let in with the old secret while it was replaced', async () => {
    const { pbx } = await startDriver({ ...kamailio, databaseUrl: kamailio.directDatabaseUrl })
    await pbx.put(accountOf(1003, 'a.test', 'old'))
    // The other driver has asked all that it asks at its start, and before any fault the workers of Kamailio
    // are connected: the next to be asked on this way is the row.
    await waitUntil('the other driver has begun', () => driver.events.includes('1000@a.test idle'))
    // Kamailio has asked for the row, and the answer is on its way.
    way.hold()
    const registered = register(1003, 'old')
    await waitUntil('the answer is on its way', () => way.held() > 0)
    await pbx.put(accountOf(1003, 'a.test', 'new'))
    way.mend()
    expect((await registered).status).toBe(200)
    await waitUntil('the phone is gone', async () => {
      return (await pbx.registration({ number: 1003, domain: 'a.test' })).state === 'UNAUTHENTICATED'
    })
    await pbx.stop()
  })

  it('changes nothing, tells phones to come back later, and works again afterwards', async () => {
    const { pbx } = driver
    await pbx.put(accountOf(1001, 'a.test', 'old'))
    const before = await subscriberRows(kamailio.directDatabaseUrl)
    way.cut()
    const failure = new PbxFailure('The database of Kamailio cannot be used.')
    await expect(pbx.put(accountOf(1001, 'a.test', 'new'))).rejects.toThrow(failure)
    await expect(pbx.remove({ number: 1001, domain: 'a.test' })).rejects.toThrow(failure)
    await expect(pbx.ping()).rejects.toThrow(failure)
    expect(await subscriberRows(kamailio.directDatabaseUrl)).toEqual(before)
    expect((await register(1001, 'old')).status).toBe(503)
    way.mend()
    await pbx.ping()
    expect((await register(1001, 'old')).status).toBe(200)
    await pbx.put(accountOf(1001, 'a.test', 'new'))
    expect((await register(1001, 'old')).status).toBe(401)
    expect((await register(1001, 'new')).status).toBe(200)
  })

  it('fails in a bounded time when the database says nothing', async () => {
    way.hold()
    await expect(driver.pbx.put(accountOf(1002, 'a.test', 'any'))).rejects.toThrow(PbxFailure)
    way.cut()
    way.mend()
    await driver.pbx.put(accountOf(1002, 'a.test', 'any'))
  })
})
