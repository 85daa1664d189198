import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repairLeftovers } from '../../../../src/telephony/phones/extensions/accounts/repair-pbx.ts'
import { pbxAccountOf } from '../../../../src/telephony/phones/extensions/extension.ts'
import { type Pbx, PbxFailure } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('an import that fails on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let works: Pick<Pbx, 'put' | 'remove'>
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, { LOG_LEVEL: 'silent' })
    path = `/instances/${world.acmePbx}/bulks/extensions/import`
    const { pbx } = world.telephony
    works = { put: pbx.put.bind(pbx), remove: pbx.remove.bind(pbx) }
  })
  afterAll(() => world.stop())
  beforeEach(() => Object.assign(world.telephony.pbx, works))

  const list = (start: number, length = 30) =>
    Array.from({ length }, (_, index) => ({ data: { id: start + index, name: `Bed ${start + index}` } }))
  const domain = async () =>
    (await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`)).body[0]['qr-config'].server
  const read = () => world.telephony.database.read
  const accounts = () => read().selectFrom('pbx_accounts').selectAll().execute()
  const intents = () => read().selectFrom('pbx_intents').selectAll().execute()
  const stored = async () => ({
    accounts: await accounts(),
    intents: await intents(),
    extensions: (await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`)).body,
    audit: (await world.ada.get('/audit', { page_size: 1 })).body,
  })

  it('because the PBX refuses one leaves nothing, and is 502', async () => {
    const before = await stored()
    world.telephony.pbx.put = async (account) => {
      if (account.number === 4020) throw new PbxFailure('No room')
      return works.put(account)
    }
    const { status, body } = await world.ada.post(path, list(4000))
    expect({ status, detail: body.detail }).toEqual({
      status: 502,
      detail: 'The PBX backend failed: No room',
    })
    expect(await stored()).toEqual(before)
    world.telephony.pbx.put = works.put
    expect((await world.ada.post(path, list(4000))).status).toBe(200)
  })

  it('because the PBX has died is undone when it is back', async () => {
    const before = await stored()
    let left = 10
    world.telephony.pbx.put = async (account) => {
      left -= 1
      if (left < 0) throw new PbxFailure('No answer')
      return works.put(account)
    }
    world.telephony.pbx.remove = async () => {
      throw new PbxFailure('No answer')
    }
    expect((await world.ada.post(path, list(4100))).status).toBe(502)
    const half = (await accounts()).filter(({ number }) => number >= 4100 && number < 4200)
    expect(half).toHaveLength(10)
    expect((await intents()).length).toBeGreaterThanOrEqual(10)
    Object.assign(world.telephony.pbx, works)
    await repairLeftovers(world.telephony, 0)
    expect(await stored()).toEqual(before)
  })

  it('because the process died is undone by the next one', async () => {
    const before = await stored()
    // What a process leaves behind that is killed when the PBX has half of them.
    const at = {
      company_id: world.demo.acme.company.id,
      instance_uuid: world.acmePbx,
      domain: await domain(),
    }
    const rows = list(4200).map(({ data: { id: number } }) => ({
      ...at,
      number,
      token: 'dead',
      created_at: world.clock.now() - 20_000,
    }))
    await world.telephony.database.write(at.company_id, {
      work: ({ db }) => db.insertInto('pbx_intents').values(rows).execute(),
    })
    for (const { number } of rows.slice(0, 15)) {
      await works.put(pbxAccountOf({ number, name: 'Half', data: {} }, at, 'no longer known'))
    }
    // Who wants the numbers meanwhile puts it right first.
    expect((await world.ada.post(path, list(4210).slice(0, 5))).status).toBe(200)
    expect((await intents()).some(({ number }) => number >= 4210 && number < 4215)).toBe(false)
    await repairLeftovers(world.telephony, 0)
    const after = await stored()
    expect(after.intents).toEqual([])
    expect(after.accounts).toHaveLength(before.accounts.length + 5)
    expect(after.extensions).toHaveLength(before.extensions.length + 5)
  })

  it('because somebody else is at one of the extensions is 409, and leaves theirs alone', async () => {
    const theirs = {
      company_id: world.demo.acme.company.id,
      instance_uuid: world.acmePbx,
      domain: await domain(),
      number: 4305,
      token: 'theirs',
      created_at: world.clock.now(),
    }
    await world.telephony.database.write(theirs.company_id, {
      work: ({ db }) => db.insertInto('pbx_intents').values(theirs).execute(),
    })
    expect((await world.ada.post(path, list(4300))).status).toBe(409)
    expect(await intents()).toEqual([theirs])
    await repairLeftovers(world.telephony, 0)
  })

  it('because another process has taken it for dead is undone, and is 502', async () => {
    const before = await stored()
    let told = 0
    world.telephony.pbx.put = async (account) => {
      await works.put(account)
      told += 1
      if (told < 30) return
      await world.telephony.database.write(world.demo.acme.company.id, {
        work: ({ db }) => db.deleteFrom('pbx_intents').where('number', '=', 4415).execute(),
      })
    }
    const { status, body } = await world.ada.post(path, list(4400))
    expect(status).toBe(502)
    expect(body.detail).toContain('interrupted')
    expect(await stored()).toEqual(before)
  })

  it('keeps saying that it is alive while it takes long', async () => {
    let oldest = 0
    let told = 0
    world.telephony.pbx.put = async (account) => {
      await works.put(account)
      told += 1
      world.clock.advance(1)
      if (told === 95) oldest = Math.min(...(await intents()).map(({ created_at: at }) => at))
    }
    expect((await world.ada.post(path, list(4500, 100))).status).toBe(200)
    expect(told).toBe(100)
    // A hundred seconds have passed; other processes take for dead what is 30 seconds old.
    expect(world.clock.now() - oldest).toBeLessThan(60_000)
  })
})
