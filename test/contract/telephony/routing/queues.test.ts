import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import type { QueueCallEvent } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { applySchedules } from '../../../../src/telephony/phones/queues/queue-jobs.ts'
import { engines } from '../../../harness/engines.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

describe.each(engines)('Queues on %s', (engine) => {
  let world: SocketWorld
  let path: string
  let domain: string
  let pbx: EmbeddedPbx
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    path = `/instances/${world.acmePbx}/queues`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
    pbx = world.telephony.pbx as EmbeddedPbx
    await pbx.report({ domain, number: 1002 }, { state: 'AUTHENTICATED' })
  })
  afterAll(() => world.stop())
  const made = async (body: object) => {
    const { status, body: queue } = await world.ada.post(path, {
      name: 'Support',
      members: ['1002', '1003'],
      ...body,
    })
    expect(status).toBe(201)
    const { id } = queue as { id: string }
    return {
      id,
      url: `${path}/${id}`,
      board: `/instances/${world.acmePbx}/queues/${id}/board`,
      statistics: `/instances/${world.acmePbx}/queues/${id}/statistics`,
    }
  }
  const sign = (id: string, number: number, signed_in: boolean, client = world.ada) =>
    client.put(`/instances/${world.acmePbx}/queues/${id}/agents/${number}`, { signed_in })
  /** What the PBX tells about a caller, in order. */
  const report = (queueId: string, call: string, number: number, since: number) => {
    const event = {
      kind: 'queueCall',
      call,
      address: { domain, number },
      companyId: world.demo.acme.company.id,
      queueId,
      callerId: { name: `Caller ${number}`, number: String(number) },
      since,
    } as const
    return (state: QueueCallEvent['state'], agent?: number) =>
      pbx.reportCall({ ...event, state, ...(agent && { agent: { domain, number: agent } }) })
  }
  const waiting = async (board: string) =>
    (await world.ada.get(board)).body.waiting as { position: number; number: string }[]

  it('201: number and name are enough; 400 names all faults; the number is one of the instance', async () => {
    const { status, body } = await world.ada.post(path, { number: 6400, name: 'Calls' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ members: [], strategy: 'longest_idle', max_wait: 0, leave_when_empty: true })
    const wrong = await world.ada.post(path, {
      number: 6400,
      name: 'Calls',
      members: ['1001', '1001'],
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors.map((one: { pointer: string }) => one.pointer).sort()).toEqual([
      '/members/1',
      '/number',
    ])
    expect(JSON.stringify(wrong.body)).toContain('the queue Calls already exists')
    for (const [pointer, value] of [
      ['/strategy', 'random'],
      ['/max_wait', -1],
      ['/music', '../x'],
      ['/destination', 'sip:1'],
      ['/wrap_up_time', 3601],
    ] as const) {
      const answer = await world.ada.post(path, { number: 6499, name: 'A', [pointer.slice(1)]: value })
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer])
    }
    await world.ada.delete(`${path}/${body.id}`)
  })

  it('agents sign in and out, each for themselves, and who is no agent sees no board', async () => {
    const { url, id, board, statistics } = await made({ number: 6401 })
    const agent = await sign(id, 1002, true, world.ben)
    expect(agent.status).toBe(200)
    expect(agent.body).toMatchObject({ number: 1002, signed_in: true, state: 'available', calls: 0 })
    expect((await sign(id, 1003, true, world.ben)).status).toBe(403)
    expect((await sign(id, 1001, true)).status).toBe(404)
    expect((await sign(id, 1002, true, world.hank)).status).toBe(404)
    expect((await world.ada.put(`${url}/agents/1002`, { signed_in: 'yes' })).body.errors[0].pointer).toBe(
      '/signed_in',
    )
    expect((await world.ben.get(board)).body.agents).toMatchObject([
      { number: 1002, state: 'available' },
      { number: 1003, state: 'signed_out' },
    ])
    expect((await world.ben.get(statistics)).status).toBe(403)
    await world.ada.patch(url, { members: ['1003'] })
    expect((await world.ben.get(board)).status).toBe(403)
    expect((await world.hank.get(board)).status).toBe(404)
    const { body } = await world.ada.get('/audit', { subject_id: id })
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      'queue.updated',
      'queue.agent_signed_in',
      'queue.created',
    ])
    expect((await world.ada.delete(url)).status).toBe(200)
  })

  it('the board shows who waits, in the order of entry; events that come again change nothing', async () => {
    const { url, id, board, statistics } = await made({ number: 6402, wrap_up_time: 60 })
    await sign(id, 1002, true)
    const now = world.clock.now()
    const [agent, manager, outsider] = await Promise.all([
      world.asBen(),
      world.asAda({ changes: true }),
      world.asHank({ changes: true }),
    ])
    const [first, second] = [report(id, 'c1', 1001, now - 30_000), report(id, 'c2', 1003, now - 10_000)]
    second('waiting')
    first('waiting')
    first('waiting')
    await expect
      .poll(() => waiting(board))
      .toMatchObject([
        { position: 1, number: '1001', entered_at: new Date(now - 30_000).toISOString() },
        { position: 2, number: '1003' },
      ])
    const heard = await agent.untilHeard('queue.updated', 2)
    expect(heard[1]?.payload).toEqual({ queue_id: id, pbx: world.acmePbx, number: 6402, waiting: 2 })
    await manager.untilHeard('queue.updated', 2)
    expect(manager.named('changed').map((one) => one.payload)).toContainEqual({ kind: 'queue_call' })
    expect([outsider.named('queue.updated'), outsider.named('changed')]).toEqual([[], []])
    pbx.reportCall({ kind: 'callBegan', call: 'c1', address: { domain, number: 1001 }, dialled: '6402' })
    first('answered', 1002)
    first('waiting')
    await expect.poll(() => waiting(board)).toMatchObject([{ position: 1, number: '1003' }])
    const stateOf = async () => (await world.ada.get(board)).body.agents[0].state
    expect(await stateOf()).toBe('in_call')
    pbx.reportCall({
      kind: 'callEnded',
      call: 'c1',
      address: { domain, number: 1001 },
      result: 'answered',
    })
    await expect.poll(stateOf).toBe('wrap_up')
    world.clock.advance(60)
    expect(await stateOf()).toBe('available')
    // A callback keeps its place when the PBX no longer has the call; others are gone.
    second('callback')
    const third = report(id, 'c3', 1004, now)
    third('waiting')
    await expect.poll(async () => (await waiting(board)).length).toBe(2)
    pbx.reportCall({ kind: 'callsInProgress', calls: [] })
    await expect.poll(() => waiting(board)).toMatchObject([{ number: '1003', is_callback: true }])
    const { total, agents, days } = (await world.ada.get(statistics)).body
    expect(total).toMatchObject({ calls: 2, answered: 1, abandoned: 1, service_level: 0 })
    // Thirty seconds, and what the machine took.
    expect(Math.floor(total.average_wait / 30)).toBe(1)
    expect(agents).toMatchObject([{ number: 1002, calls: 1, talk_time: 0 }])
    expect(days).toHaveLength(7)
    expect((await world.ada.delete(url)).status).toBe(200)
    expect(await world.telephony.database.read.selectFrom('queue_calls').selectAll().execute()).toEqual([])
  })

  it('statistics count by the days of a time zone, and refuse what they cannot count', async () => {
    const { url, id, statistics } = await made({ number: 6403, service_level: 10 })
    // At 23:30 in London, it is the next day in Berlin.
    const at = Date.parse('2026-11-10T23:30:00Z')
    const done = report(id, 'd1', 1001, at)
    done('waiting')
    done('overflowed')
    const countsOn = async (zone: string) => {
      const query = { from: '2026-11-10', to: '2026-11-11', time_zone: zone }
      const { days, total } = (await world.ada.get(statistics, query)).body
      return [...days.map((one: { calls: number }) => one.calls), total.overflowed]
    }
    await expect.poll(() => countsOn('Europe/London')).toEqual([1, 0, 1])
    expect(await countsOn('Europe/Berlin')).toEqual([0, 1, 1])
    for (const query of [
      { from: '2026-11-11', to: '2026-11-10' },
      { from: '2025-01-01', to: '2026-01-01' },
      { from: 'yesterday' },
      { time_zone: 'Mars' },
    ]) {
      expect((await world.ada.get(statistics, query)).status).toBe(400)
    }
    await world.ada.delete(url)
  })

  it('a schedule signs all members in when it opens and out when it closes; in between they decide', async () => {
    const hours = await world.ada.post(`/instances/${world.acmePbx}/business-hours`, {
      number: 6104,
      name: 'Office',
      time_zone: 'UTC',
      open_destination: '1001',
    })
    const { url, id, board } = await made({ number: 6404, schedule: '6104' })
    const signedIn = async () =>
      (await world.ada.get(board)).body.agents.map((one: { signed_in: boolean }) => one.signed_in)
    const open = async (from: string, to: string) => {
      const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
      const intervals = from === to ? [] : [{ days, from, to }]
      await world.ada.patch(`/instances/${world.acmePbx}/business-hours/${hours.body.id}`, { intervals })
      await applySchedules(world.telephony)
    }
    await sign(id, 1003, true)
    await open('00:00', '24:00')
    expect(await signedIn()).toEqual([true, true])
    await sign(id, 1002, false)
    await applySchedules(world.telephony)
    expect(await signedIn()).toEqual([false, true])
    await open('00:00', '00:00')
    expect(await signedIn()).toEqual([false, false])
    await world.ada.delete(url)
  })
})
