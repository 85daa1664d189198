import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phoneRows } from '../../harness/asterisk/phone-rows.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { engines } from '../../harness/engines.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { sippRegisterAll } from '../../harness/sip/sipp-register.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'sipp')

describe.skipIf(missing).each(engines)(`imports into Asterisk on %s${missing}`, (engine) => {
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let domain: string
  const list = () => `/instances/${world.acmePbx}/bulks/extensions`
  beforeAll(async () => {
    asterisk = await startAsterisk(engine)
    world = await startTelephonyWorld(engine, asterisk.settings)
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
  })

  const rowsOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      data: { id: from + index, name: `Desk ${from + index}`, secret: `the-secret-of-${from + index}` },
    }))
  const start = (rows: unknown[]) => world.ada.post(`${list()}/import`, rows)
  const numbers = async () => (await phoneRows(asterisk.directDatabaseUrl)).map(({ id }) => id)

  it('all 500 phones of an import can register', { timeout: 120_000 }, async () => {
    const before = (await numbers()).length
    const rows = rowsOf(3000, 500)
    expect((await start(rows)).status).toBe(200)
    expect(await numbers()).toHaveLength(before + 500)
    const phones = rows.map(({ data }) => ({ number: data.id, secret: data.secret }))
    expect(await sippRegisterAll(asterisk.sipPort, domain, phones)).toBe(true)
    for (const number of [3000, 3250, 3499]) {
      const { bindings } = await world.telephony.pbx.registration({ domain, number })
      expect(bindings).toHaveLength(1)
    }
    // One wrong secret among them is noticed: the test itself works.
    const wrong = phones.map((phone) => (phone.number === 3111 ? { ...phone, secret: 'wrong' } : phone))
    expect(await sippRegisterAll(asterisk.sipPort, domain, wrong.slice(100, 120))).toBe(false)
  })

  it('an import during which Asterisk dies leaves nothing behind', async () => {
    const before = await numbers()
    const { pbx } = world.telephony
    const put = pbx.put
    let left = 40
    pbx.put = async (account) => {
      left -= 1
      if (left === 0) await asterisk.kill()
      return put(account)
    }
    const { status } = await start(rowsOf(5000, 200)).finally(() => {
      pbx.put = put
    })
    expect(status).toBe(502)
    await asterisk.start()
    world.clock.advance(60)
    await expect.poll(numbers).toEqual(before)
    expect((await world.ada.get(list(), { search: 5000 })).status).toBe(404)
    expect((await start(rowsOf(5000, 20))).status).toBe(200)
  })
})
