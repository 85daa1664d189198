import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import type { PbxAddress } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import type { SocketClient } from '../../../harness/socket-client.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

describe.each(engines)('GET /cdrs on %s', (engine) => {
  let world: SocketWorld
  let socket: SocketClient
  let pbx: EmbeddedPbx
  let domain: string
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    socket = await world.asAda()
    pbx = world.telephony.pbx as EmbeddedPbx
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterAll(() => world.stop())

  const at = (number: number): PbxAddress => ({ domain, number })
  const list = async (query: Record<string, string | number> = {}, client = world.ada) => {
    const { status, body } = await client.get('/cdrs', query)
    expect(status).toBe(200)
    return body
  }
  const ids = async (query: Record<string, string | number> = {}, client = world.ada) =>
    (await list(query, client)).map(({ id }: { id: string }) => id)
  const endings = () => socket.named('call.ended')
  /** Waits for what was reported: events of calls are stored in their order. */
  async function end(call: string, from: number, result: 'answered' | 'no_answer' | 'unknown_number') {
    const before = endings().length
    pbx.reportCall({ kind: 'callEnded', call, address: at(from), result })
    await socket.untilHeard('call.ended', before + 1)
    return endings().at(-1)!.payload
  }

  let talked: string
  it('a call is there from its beginning, and complete at its end, with an event', async () => {
    const [from, to] = [at(1001), at(1002)]
    pbx.reportCall({ kind: 'callBegan', call: 'a.1', address: from, dialled: '1002' })
    await expect.poll(() => ids({ result: 'in_progress' })).toHaveLength(1)
    pbx.reportCall({ kind: 'phoneCalled', call: 'a.1', address: from, called: to, outcome: 'answered' })
    await expect.poll(async () => (await list())[0].answered_at).not.toBeNull()
    world.clock.advance(65)
    const heard = await end('a.1', 1001, 'answered')
    const [shown] = await list()
    expect(heard).toEqual(shown)
    expect(shown).toMatchObject({
      direction: 'internal',
      result: 'answered',
      from: { number: '1001', name: 'Ada Lovelace', pbx: world.acmePbx },
      to: '1002',
      called: [{ number: '1002', user_id: world.demo.acme.ben.id, outcome: 'answered' }],
      duration: 65,
    })
    talked = shown.id
  })

  it('the same reports again, as after a crash, change nothing', async () => {
    const before = await list()
    const count = endings().length
    pbx.reportCall({ kind: 'callBegan', call: 'a.1', address: at(1001), dialled: '1002' })
    pbx.reportCall({
      kind: 'phoneCalled',
      call: 'a.1',
      address: at(1001),
      called: at(1002),
      outcome: 'busy',
    })
    pbx.reportCall({ kind: 'callEnded', call: 'a.1', address: at(1001), result: 'failed' })
    // Another call shows that they were processed.
    pbx.reportCall({ kind: 'callBegan', call: 'a.2', address: at(1001), dialled: '1999' })
    await end('a.2', 1001, 'unknown_number')
    expect(await list({ to: before[0].started_at, result: 'answered' })).toEqual(before)
    expect(endings()).toHaveLength(count + 1)
  })

  it('calls that the PBX no longer knows are ended, once; those in progress go on', async () => {
    for (const call of ['lost', 'talking', 'running']) {
      pbx.reportCall({ kind: 'callBegan', call, address: at(1001), dialled: '1002' })
    }
    pbx.reportCall({
      kind: 'phoneCalled',
      call: 'talking',
      address: at(1001),
      called: at(1002),
      outcome: 'answered',
    })
    const before = endings().length
    pbx.reportCall({ kind: 'callsInProgress', calls: ['running'] })
    pbx.reportCall({ kind: 'callBegan', call: 'newer', address: at(1001), dialled: '1002' })
    await socket.untilHeard('call.ended', before + 2)
    await expect.poll(() => ids({ result: 'in_progress' })).toHaveLength(2)
    pbx.reportCall({ kind: 'callsInProgress', calls: [] })
    await socket.untilHeard('call.ended', before + 4)
    const results = endings()
      .slice(before)
      .map(({ payload }) => payload.result)
    expect(results).toEqual(['failed', 'answered', 'failed', 'failed'])
  })

  it('of several PBXs, each reports only its own calls', async () => {
    pbx.reportCall({ kind: 'callBegan', call: 'first', address: at(1001), dialled: '1002' })
    for (const call of ['2/lost', '2/running']) {
      pbx.reportCall({ kind: 'callBegan', call, address: at(1001), dialled: '1002', pbx: '2' })
    }
    const before = endings().length
    pbx.reportCall({ kind: 'callsInProgress', calls: ['2/running'], pbx: '2' })
    await socket.untilHeard('call.ended', before + 1)
    await expect.poll(() => ids({ result: 'in_progress' })).toHaveLength(2)
    pbx.reportCall({ kind: 'callsInProgress', calls: [] })
    await expect.poll(() => ids({ result: 'in_progress' })).toHaveLength(1)
    pbx.reportCall({ kind: 'callsInProgress', calls: [], pbx: '2' })
    await expect.poll(() => ids({ result: 'in_progress' })).toHaveLength(0)
  })

  it('users see their own calls, the owner all, other companies none', async () => {
    pbx.reportCall({ kind: 'callBegan', call: 'hall', address: at(1001), dialled: '1003' })
    pbx.reportCall({
      kind: 'phoneCalled',
      call: 'hall',
      address: at(1001),
      called: at(1003),
      outcome: 'no_answer',
    })
    const ben = await world.asAda({ user_id: world.demo.acme.ben.id })
    const { id } = await end('hall', 1001, 'no_answer')
    expect((await ids())[0]).toBe(id)
    const own = await ids({}, world.ben)
    expect(own).toContain(talked)
    expect(own).not.toContain(id)
    expect(await ids({}, world.hank)).toEqual([])
    // His own call comes after it, so that the other one would have come before.
    pbx.reportCall({ kind: 'callBegan', call: 'bens', address: at(1002), dialled: '1999' })
    await end('bens', 1002, 'unknown_number')
    const heard = await ben.untilHeard('call.ended')
    expect(heard.map(({ payload }) => payload.from.number)).toEqual(['1002'])
  })

  it('filters by time, extension, number, direction and result, and comes in pages', async () => {
    const all = await ids()
    const [extension] = (
      await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`, { search: 1003 })
    ).body
    const started = (await list({ number: '1003' }))[0].started_at
    expect(await ids({ extension: extension._id })).toEqual(await ids({ number: '1003' }))
    expect(await ids({ number: '1003' })).toHaveLength(1)
    expect(await ids({ number: '1999' })).toHaveLength(2)
    expect(await ids({ direction: 'internal' })).toEqual(all)
    expect(await ids({ direction: 'inbound' })).toEqual([])
    expect(await ids({ result: 'unknown_number' })).toHaveLength(2)
    expect(await ids({ from: started })).not.toContain(talked)
    expect(await ids({ to: '2001-01-01' })).toEqual([])
    const { body, headers } = await world.ada.get('/cdrs', { page: 2, page_size: 2 })
    expect(body.map(({ id }: { id: string }) => id)).toEqual(all.slice(2, 4))
    expect(headers['x-pagination-total-count']).toBe(String(all.length))
    for (const query of [{ from: 'soon' }, { direction: 'up' }, { color: 'red' }]) {
      expect((await world.ada.get('/cdrs', query as never)).status).toBe(400)
    }
  })

  it('missed calls are those that rang at one’s own extension and that nobody answered', async () => {
    const ring = (call: string, outcome: 'no_answer' | 'answered' | 'answered_elsewhere', called: number) =>
      pbx.reportCall({ kind: 'phoneCalled', call, address: at(1001), called: at(called), outcome })
    for (const call of ['missed', 'taken', 'ringing'])
      pbx.reportCall({ kind: 'callBegan', call, address: at(1001), dialled: '1002' })
    ring('missed', 'no_answer', 1002)
    ring('taken', 'answered_elsewhere', 1002)
    ring('taken', 'answered', 1003)
    ring('ringing', 'no_answer', 1002)
    const { id } = await end('missed', 1001, 'no_answer')
    await end('taken', 1001, 'answered')
    expect(await ids({ missed: 'true' }, world.ben)).toEqual([id])
    expect(await ids({ missed: 'true' })).toEqual([])
    await end('ringing', 1001, 'no_answer')
    expect(await ids({ missed: 'true' }, world.ben)).toHaveLength(2)
  })

  it('what a user has seen is kept for all their devices, and never goes back', async () => {
    const unseen = { missed: 'true', unseen: 'true' }
    const missed = await list(unseen, world.ben)
    expect(missed).toHaveLength(2)
    expect((await world.ben.get('/cdrs/seen')).body).toEqual({ seen_until: null })
    const [bens, adas] = [await world.asAda({ user_id: world.demo.acme.ben.id }), await world.asAda()]
    const see = (seen_until: unknown) => world.ben.put('/cdrs/seen', { seen_until })
    const { started_at: at } = missed[0]
    const at1001 = { domain, number: 1001 }
    expect(await see(at)).toMatchObject({ status: 200, body: { seen_until: at } })
    const [heard] = await bens.untilHeard('call.seen.updated')
    expect(heard!.payload).toEqual({ user_id: world.demo.acme.ben.id, seen_until: at })
    expect(await ids(unseen, world.ben)).toEqual([])
    expect(await ids({ missed: 'true' }, world.ben)).toHaveLength(2)
    // Neither an earlier time nor a wrong clock of a device hides what is to come.
    expect((await see('2001-01-01T00:00:00Z')).body).toEqual({ seen_until: at })
    const { seen_until: now } = (await see('2999-01-01T00:00:00Z')).body
    expect(Date.parse(now)).toBeLessThanOrEqual(world.clock.now())
    for (const wrong of ['soon', 7, null]) {
      expect(await see(wrong)).toMatchObject({ status: 400, body: { errors: [{ pointer: '/seen_until' }] } })
    }
    world.clock.advance(1)
    pbx.reportCall({ kind: 'callBegan', call: 'again', address: at1001, dialled: '1002' })
    pbx.reportCall({
      kind: 'phoneCalled',
      call: 'again',
      address: at1001,
      called: { domain, number: 1002 },
      outcome: 'no_answer',
    })
    const { id } = await end('again', 1001, 'no_answer')
    expect(await ids(unseen, world.ben)).toEqual([id])
    // Others learn nothing, and have their own.
    expect((await world.ada.get('/cdrs/seen')).body).toEqual({ seen_until: null })
    expect(adas.named('call.seen.updated')).toEqual([])
    world.clock.advance(8 * 86_400)
    expect(await ids({ unseen: 'true' })).toEqual([])
    expect(await ids(unseen, world.ben)).toEqual([id])
  })

  it('the owner lists the calls of one user, and others only their own', async () => {
    const { owner, ben } = world.demo.acme
    expect(await ids({ user: ben.id })).toEqual(await ids({}, world.ben))
    expect(await ids({ user: ben.id }, world.ben)).toEqual(await ids({}, world.ben))
    expect(await ids({ user: owner.id })).not.toEqual(await ids())
    expect((await world.ben.get('/cdrs', { user: owner.id })).status).toBe(403)
  })
})
