import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { subjectsOf } from '../../../../src/telephony/phones/extensions/accounts/match-pbx.ts'
import { pbxAccountOf } from '../../../../src/telephony/phones/extensions/extension.ts'
import { type Pbx, PbxFailure } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { entriesOf, passTenSeconds, untilDone } from '../../../harness/outbox-entries.ts'
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
  const entries = () => entriesOf(world.telephony.database, 'pbx_accounts')
  const matched = () => untilDone(world.telephony.database, 'pbx_accounts')
  /** As a process does that then says nothing more. */
  async function hold(numbers: readonly number[]) {
    const accounts = [{ instance: world.acmePbx, domain: await domain(), numbers }]
    return world.telephony.transact(world.demo.acme.company.id, ({ outbox }) =>
      outbox.hold('pbx_accounts', accounts, subjectsOf),
    )
  }
  const stored = async () => ({
    accounts: await accounts(),
    entries: await entries(),
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
    // One entry serves all of them.
    expect(await entries()).toMatchObject([{ claimed_by: null }])
    Object.assign(world.telephony.pbx, works)
    world.clock.advance(20)
    await matched()
    expect(await stored()).toEqual(before)
  })

  it('because the process died is undone by the next one', async () => {
    const before = await stored()
    // What a process leaves behind that is killed when the PBX has half of them.
    const dead = list(4200).map(({ data }) => data.id)
    await hold(dead)
    for (const number of dead.slice(0, 15)) {
      const at = { domain: await domain() }
      await works.put(pbxAccountOf({ number, name: 'Half', data: {} }, at, 'no longer known'))
    }
    world.clock.advance(31)
    // Numbers that another request wants in the meantime.
    expect((await world.ada.post(path, list(4210).slice(0, 5))).status).toBe(200)
    await matched()
    const after = await stored()
    expect(after.accounts).toHaveLength(before.accounts.length + 5)
    expect(after.extensions).toHaveLength(before.extensions.length + 5)
  })

  it('because somebody else is at one of the extensions is 409, and leaves theirs alone', async () => {
    const theirs = await hold([4305])
    const before = await stored()
    expect((await world.ada.post(path, list(4300))).status).toBe(409)
    expect(await stored()).toEqual(before)
    await world.telephony.transact(theirs.tenant_id, ({ outbox }) => outbox.settle(theirs))
    expect((await world.ada.post(path, list(4300))).status).toBe(200)
  })

  it('because another process has taken it for dead is undone, and is 502', async () => {
    const before = await stored()
    let told = 0
    world.telephony.pbx.put = async (account) => {
      await works.put(account)
      told += 1
      if (told < 30) return
      world.clock.advance(31)
      await matched()
    }
    const { status, body } = await world.ada.post(path, list(4400))
    expect(status).toBe(502)
    expect(body.detail).toContain('interrupted')
    await matched()
    expect(await stored()).toEqual(before)
  })

  it('keeps saying that it is alive while it takes long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    let told = 0
    world.telephony.pbx.put = async (account) => {
      await works.put(account)
      told += 1
      if (told % 10 === 0) await passTenSeconds(world.clock, world.telephony.database, 'pbx_accounts')
    }
    // A hundred seconds pass; workers take for dead what has not been renewed for 30 seconds.
    const { status } = await world.ada.post(path, list(4500, 100)).finally(() => vi.useRealTimers())
    expect(status).toBe(200)
    expect(told).toBe(100)
  })
})
