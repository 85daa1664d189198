import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldFaxes } from '../../../../src/telephony/fax/delete-old-faxes.ts'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { applyRetention } from '../../../../src/telephony/phones/retention/apply-retention.ts'
import { deleteOldTexts } from '../../../../src/telephony/texting/messages/delete-old-texts.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'

const DAY = 86_400
const others = { texts_days: deleteOldTexts, faxes_days: deleteOldFaxes }

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
  const apply = () => applyRetention(world.telephony, others)

  it('by default, everything is kept', async () => {
    await call('old')
    await leave('old')
    await waitInQueue('old')
    expect((await world.ada.get('/company/retention')).body).toEqual({
      calls_days: null,
      voicemail_days: null,
      recordings_days: null,
      texts_days: null,
      faxes_days: null,
      applied_at: null,
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
      body: {
        ...{ calls_days: null, voicemail_days: 30, recordings_days: null },
        ...{ texts_days: null, faxes_days: null, applied_at: null },
      },
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

  it('texts and faxes that are too old are deleted', async () => {
    const { company, owner } = world.demo.acme
    const { database, transact, clock } = world.telephony
    const file = await uploadFile(world.ada, Buffer.from('%PDF-1.4 a fax'))
    const conversation = await transact(company.id, async ({ db }) => {
      const at = { created_at: clock.now(), updated_at: clock.now() }
      const conversation = { company_id: company.id, id: 'talk', from_number: '+12025550101' }
      await db
        .insertInto('texting_conversations')
        .values({
          ...conversation,
          ...{ conversation_type: 'single', name: '', name_key: '', recipients_key: '', timezone: 'UTC' },
          ...{ pinned_at: null, unread_count: 1, has_direct_msg: 1, has_hidden_msg: 0 },
          ...{ last_message_id: 'text', last_message_at: clock.now(), last_activity_at: clock.now() },
          ...at,
        })
        .execute()
      await db
        .insertInto('texting_messages')
        .values({
          ...{ company_id: company.id, id: 'text', conversation_id: 'talk', direction: 'inbound' },
          ...{ frm: '+13035550001', recipient: '+12025550101', text: 'old', files: '[]', is_read: 0 },
          ...{ status: 'received', error_code: null, error_message: null, segments: 1, encoding: 'GSM-7' },
          ...{ user_id: null, timezone: 'UTC', carrier_id: null },
          ...at,
        })
        .execute()
      const fax = {
        ...{ company_id: company.id, id: 'fax', direction: 'inbound', error: null, owns_file: 1 },
        ...{ from_number: '+13035550001', from_name: '', to_number: '+12025550101', to_name: '' },
        ...{ subject: '', pages: 1, is_read: 0, file_id: file.id, origin_id: null, user_id: owner.id },
        ...{ search_text: '', attempts: 0 },
        ...at,
      }
      await db
        .insertInto('fax_messages')
        .values([
          { ...fax, status: 'received' },
          { ...fax, id: 'waiting', status: 'queued', owns_file: 0 },
        ])
        .execute()
      return conversation
    })
    const ids = async (table: 'texting_messages' | 'fax_messages') =>
      (await database.read.selectFrom(table).select('id').where('company_id', '=', company.id).execute()).map(
        ({ id }) => id,
      )
    await world.ada.patch('/company/retention', { texts_days: 10, faxes_days: 10 })
    world.clock.advance(9 * DAY)
    await apply()
    expect([await ids('texting_messages'), (await ids('fax_messages')).sort()]).toEqual([
      ['text'],
      ['fax', 'waiting'],
    ])
    world.clock.advance(2 * DAY)
    await apply()
    // What has not been sent yet stays.
    expect([await ids('texting_messages'), await ids('fax_messages')]).toEqual([[], ['waiting']])
    const talk = await database.read
      .selectFrom('texting_conversations')
      .selectAll()
      .where('id', '=', conversation.id)
      .executeTakeFirstOrThrow()
    expect(talk).toMatchObject({ unread_count: 0, last_message_id: null, last_message_at: null })
    expect((await world.ada.get('/company/retention')).body.applied_at).toMatch(/^20/)
    await world.ada.patch('/company/retention', { texts_days: null, faxes_days: null })
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
