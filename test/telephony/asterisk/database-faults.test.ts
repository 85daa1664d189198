import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PbxFailure } from '../../../src/telephony/phones/pbx/pbx.ts'
import { accountOf, type Driver, startDriver } from '../../harness/asterisk/asterisk-driver.ts'
import { phoneRows } from '../../harness/asterisk/phone-rows.ts'
import { createPlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { type DisturbedTcp, startDisturbedTcp } from '../../harness/sip/disturbed-tcp.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { sippRegister } from '../../harness/sip/sipp-register.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'sipp')

describe.skipIf(missing)(`when the PostgreSQL of Asterisk fails${missing}`, () => {
  let way: DisturbedTcp
  let asterisk: RunningAsterisk
  let driver: Driver
  let world: TelephonyWorld
  const register = (number: number, secret: string) =>
    sippRegister({ sipPort: asterisk.sipPort, number, domain: 'a.test', secret })
  const rows = () => phoneRows(asterisk.directDatabaseUrl)

  beforeAll(async () => {
    asterisk = await startAsterisk('PostgreSQL', {
      async detour(databaseUrl) {
        const url = new URL(databaseUrl)
        way = await startDisturbedTcp(Number(url.port))
        url.port = String(way.port)
        return url.href
      },
    })
    driver = await startDriver(asterisk)
  })
  afterAll(async () => {
    await driver?.pbx.stop()
    await world?.stop()
    await asterisk?.stop()
    await way?.stop()
  })

  it('changes nothing, and works again afterwards', async () => {
    const { pbx } = driver
    await pbx.put(accountOf(1001, 'a.test', 'old'))
    const before = await rows()
    way.cut()
    const failure = new PbxFailure('The database of Asterisk cannot be used.')
    await expect(pbx.put(accountOf(1001, 'a.test', 'new'))).rejects.toThrow(failure)
    await expect(pbx.remove({ number: 1001, domain: 'a.test' })).rejects.toThrow(failure)
    await expect(pbx.ping()).rejects.toThrow(failure)
    expect(await rows()).toEqual(before)
    expect((await register(1001, 'old')).outcome).toBe('refused')
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
    expect((await register(1002, 'any')).status).toBe(200)
  })

  it('keeps no phone that was registering with the old secret while it was replaced', async () => {
    const direct = await startDriver({ ...asterisk, databaseUrl: asterisk.directDatabaseUrl })
    await direct.pbx.put(accountOf(1003, 'a.test', 'old'))
    // Whichever row Asterisk has asked for, the response is on its way while the secret is replaced.
    for (const passing of [0, 1, 2, 3, 4, 5]) {
      await direct.pbx.put(accountOf(1003, 'a.test', 'old'))
      way.hold(passing)
      const registered = register(1003, 'old')
      await waitUntil('a response is on its way', () => way.held() > 0)
      const replaced = direct.pbx.put(accountOf(1003, 'a.test', 'new'))
      const isStored = async () =>
        (await rows()).some(({ ha1 }) => ha1 === accountOf(1003, 'a.test', 'new').ha1)
      await waitUntil('the new secret is stored', isStored)
      await pause(300)
      way.mend()
      await Promise.all([registered, replaced])
      const { bindings } = await direct.pbx.registration({ number: 1003, domain: 'a.test' })
      expect([passing, bindings]).toEqual([passing, []])
    }
    await direct.pbx.stop()
  })

  it('gives 502 and changes nothing on either side; back up, it works again', async () => {
    world = await startTelephonyWorld('PostgreSQL', asterisk.settings)
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    const shown = async () => (await world.ada.get(list)).body
    const [before, stored] = [await shown(), await rows()]
    const one = `${list}/${before[0]._id}`
    way.cut()
    const attempts = [
      await world.ada.post(list, { data: { id: 2001, name: 'Nobody' } }),
      await world.ada.patch(one, { data: { secret: 'never-to-be-the-secret' } }),
      await world.ada.delete(one),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([502, 502, 502])
    way.mend()
    expect(await shown()).toEqual(before)
    expect(await rows()).toEqual(stored)
    expect((await world.ada.post(list, { data: { id: 2001, name: 'Somebody' } })).status).toBe(201)
    expect((await world.ada.delete(one)).status).toBe(200)
    expect(await rows()).toHaveLength(stored.length)
  })

  it('phones get 401 meanwhile, which does not block them, and register again without a restart', async () => {
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    const domain = (await world.ada.get('/instances')).body[0].internal_domain
    const made = await world.ada.post(list, { data: { id: 2002, name: 'Patient', voicemail: 'default' } })
    const phone = await createPlainPhone({
      sipPort: asterisk.sipPort,
      number: 2002,
      domain,
      secret: made.body.data.secret,
    })
    const stateOf = async () => (await world.ada.get(`${list}/${made.body._id}`)).body.subscriber.state
    try {
      expect(await phone.register()).toBe(200)
      await waitUntil('it is registered', async () => (await stateOf()) === 'AUTHENTICATED')
      way.cut()
      // More often than a phone may be wrong.
      for (let attempt = 0; attempt < 12; attempt += 1) expect(await phone.register()).toBe(401)
      expect(await phone.call(2001)).toMatch(/^SIP\/2.0 401 /)
      way.mend()
      // Its registration is not in the database.
      expect(await stateOf()).toBe('AUTHENTICATED')
      expect(await phone.register()).toBe(200)
      expect(await phone.call(2002)).not.toMatch(/^SIP\/2.0 401 /)
    } finally {
      await phone.close()
    }
  })
})
