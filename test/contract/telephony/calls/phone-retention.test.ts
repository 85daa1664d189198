import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { applyRetention } from '../../../../src/telephony/phones/retention/apply-retention.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const DAY = 86_400

describe.each(engines)('how long calls and voicemail are kept, on %s', (engine) => {
  let world: TelephonyWorld
  let domain: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterAll(() => world.stop())

  const pbx = () => world.telephony.pbx as EmbeddedPbx
  const call = async (name: string) => {
    const address = { domain, number: 1001 }
    pbx().reportCall({ kind: 'callBegan', call: name, address, dialled: '1002' })
    pbx().reportCall({ kind: 'callEnded', call: name, address, result: 'answered' })
    await expect.poll(async () => (await calls()).length).toBeGreaterThan(0)
  }
  const leave = (recording: string) =>
    new Promise<void>((remove) =>
      pbx().reportCall({
        kind: 'recorded',
        address: { domain, number: 1002 },
        call: 'no call',
        recording,
        read: async () => Buffer.alloc(16_044),
        remove: async () => remove(),
      }),
    )
  const calls = async () => (await world.ada.get('/cdrs')).body as { id: string; dialled: string }[]
  const messages = async () => (await world.ada.get('/voicemail/messages')).body as { id: string }[]
  const stored = async (companyId: number) =>
    (
      await world.telephony.database.read
        .selectFrom('calls')
        .select('id')
        .where('company_id', '=', companyId)
        .execute()
    ).length
  /** Somebody waits in line, and hangs up. */
  const waitInQueue = async (name: string) => {
    const { acmePbx, ada, clock, demo } = world
    const path = `/instances/${acmePbx}/queues`
    const queue =
      (await ada.get(path)).body[0] ?? (await ada.post(path, { number: 6401, name: 'Support' })).body
    const event = {
      kind: 'queueCall',
      call: name,
      address: { domain, number: 1001 },
      companyId: demo.acme.company.id,
      queueId: queue.id,
      callerId: { name: 'Ada', number: '1001' },
      since: clock.now(),
    } as const
    for (const state of ['waiting', 'abandoned'] as const) pbx().reportCall({ ...event, state })
    await expect.poll(inQueues).toContain(name)
  }
  const inQueues = async () => {
    const rows = await world.telephony.database.read
      .selectFrom('queue_calls')
      .select('pbx_call_id')
      .where('ended_at', 'is not', null)
      .execute()
    return rows.map((one) => one.pbx_call_id).sort()
  }
  const apply = () => applyRetention(world.telephony)

  it('by default, everything is kept', async () => {
    await call('old')
    await leave('old')
    await waitInQueue('old')
    expect((await world.ada.get('/company/retention')).body).toEqual({
      calls_days: null,
      voicemail_days: null,
      recordings_days: null,
    })
    world.clock.advance(1000 * DAY)
    await apply()
    expect(await calls()).toHaveLength(1)
    expect(await messages()).toHaveLength(1)
  })

  it('what is older is deleted, with the audio, and the audit trail says so', async () => {
    await leave('new')
    await waitInQueue('new')
    const { status, body } = await world.ada.patch('/company/retention', { voicemail_days: 30 })
    expect({ status, body }).toEqual({
      status: 200,
      body: { calls_days: null, voicemail_days: 30, recordings_days: null },
    })
    const old = (await messages()).at(-1)!
    await apply()
    expect(await messages()).toHaveLength(1)
    expect((await world.ada.get(`/voicemail/messages/${old.id}/audio`)).status).toBe(404)
    // Calls are another setting, which also holds for those of queues.
    expect(await inQueues()).toEqual(['new', 'old'])
    expect(await calls()).toHaveLength(1)
    await world.ada.patch('/company/retention', { calls_days: 1 })
    await apply()
    expect(await calls()).toHaveLength(0)
    expect(await inQueues()).toEqual(['new'])
    const { body: audit } = await world.ada.get('/audit', { page_size: 4 })
    expect(audit.map((one: { action: string }) => one.action)).toEqual([
      'retention.calls_deleted',
      'retention.updated',
      'retention.voicemail_deleted',
      'retention.updated',
    ])
    const left = await world.telephony.database.read.selectFrom('call_parties').selectAll().execute()
    expect(left).toEqual([])
  })

  it('recordings of old calls are deleted with them, and phones no longer show old messages', async () => {
    const { contents, follower } = world.telephony
    const address = { domain, number: 1001 }
    await world.ada.patch('/company/retention', { calls_days: 1, voicemail_days: 1 })
    pbx().reportCall({ kind: 'callBegan', call: 'recorded', address, dialled: '1002' })
    pbx().reportCall({ kind: 'callEnded', call: 'recorded', address, result: 'answered' })
    await new Promise<void>((remove) =>
      pbx().reportCall({
        kind: 'callRecorded',
        address,
        call: 'recorded',
        read: async () => Buffer.alloc(16_044),
        remove: async () => remove(),
      }),
    )
    const { id } = (await calls())[0]!
    const place = { kind: 'recordings', tenant: world.demo.acme.company.public_id, name: id } as const
    expect(await contents.size(place)).toBe(16_044)
    await leave('shown')
    const shown = (await messages()).map((one) => one.id)
    const changed: string[] = []
    follower.on('changed', ({ payload }) => void changed.push(`${payload.kind} ${payload.id}`))
    world.clock.advance(2 * DAY)
    await apply()
    expect(await contents.size(place)).toBeUndefined()
    // By this, the lamps of phones are updated.
    await expect
      .poll(() => changed)
      .toEqual(expect.arrayContaining(shown.map((one) => `voicemail_message ${one}`)))
  })

  it('works in many small steps, leaves other companies alone, and can be turned off', async () => {
    const { id: companyId } = world.demo.acme.company
    const row = (company_id: number, index: number) => ({
      company_id,
      id: `c${String(index).padStart(6, '0')}`,
      pbx_call_id: `many ${index}`,
      direction: 'internal',
      dialled: '1002',
      result: 'answered',
      started_at: 1000 + index,
      answered_at: null,
      ended_at: 2000 + index,
    })
    for (const company_id of [companyId, world.demo.globex.company.id]) {
      await world.telephony.database.write(company_id, {
        work: ({ db }) =>
          db
            .insertInto('calls')
            .values(Array.from({ length: 450 }, (_, index) => row(company_id, index)))
            .execute(),
      })
    }
    await world.ada.patch('/company/retention', { calls_days: null })
    await apply()
    expect(await stored(companyId)).toBe(450)
    await world.ada.patch('/company/retention', { calls_days: 1 })
    await apply()
    expect(await stored(companyId)).toBe(0)
    expect(await stored(world.demo.globex.company.id)).toBe(450)
  })

  it('is for the owner, and faults are listed', async () => {
    expect((await world.ben.get('/company/retention')).status).toBe(403)
    expect((await world.ben.patch('/company/retention', { calls_days: 1 })).status).toBe(403)
    const { status, body } = await world.ada.patch('/company/retention', {
      calls_days: 0,
      voicemail_days: 'long',
      mails_days: 1,
    })
    expect(status).toBe(400)
    expect(body.errors.map((one: { pointer: string }) => one.pointer).sort()).toEqual([
      '/calls_days',
      '/mails_days',
      '/voicemail_days',
    ])
  })
})
