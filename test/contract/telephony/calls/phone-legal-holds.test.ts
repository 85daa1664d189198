import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deleteOldFaxes } from '../../../../src/telephony/fax/delete-old-faxes.ts'
import { callPartiesTable, callsTable } from '../../../../src/telephony/phones/calls/calls-table.ts'
import { placeOfCallRecording } from '../../../../src/telephony/phones/calls/recordings/receive-call-recording.ts'
import { applyRetention } from '../../../../src/telephony/phones/retention/apply-retention.ts'
import { voicemailTable } from '../../../../src/telephony/phones/voicemail/voicemail-table.ts'
import { deleteOldTexts } from '../../../../src/telephony/texting/messages/delete-old-texts.ts'
import { textingAttachmentsTable } from '../../../../src/telephony/texting/texting-tables.ts'
import { engines } from '../../../harness/engines.ts'
import { uploadFile } from '../../../harness/upload-file.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../../harness/workspace-world.ts'

const DAY = 86_400
const others = { texts_days: deleteOldTexts, faxes_days: deleteOldFaxes }
const NUMBER = '+12025550101'
const OTHER_NUMBER = '+12025550102'
/** The id of everything that is theirs. */
const BEN = 'b'.repeat(24)
const ADA = 'a'.repeat(24)
const forEver = {
  ...{ calls_days: null, recordings_days: null, voicemail_days: null },
  ...{ texts_days: null, faxes_days: null },
}

describe.each(engines)('legal holds on the phones, on %s', (engine) => {
  let world: WorkspaceWorld
  let companyId: number
  /** Released after the test. */
  let hold: number
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    await world.sync()
    const { company_id } = await world.workspace.telephony.database.read
      .selectFrom('contacts')
      .select('company_id')
      .where('id', '=', world.contacts.ben)
      .executeTakeFirstOrThrow()
    companyId = company_id
    expect((await assign(NUMBER, [world.contacts.ben])).status).toBe(200)
    expect((await assign(OTHER_NUMBER, [world.contacts.ada])).status).toBe(200)
    await store(BEN, world.contacts.ben)
    await store(ADA, world.contacts.ada)
  })
  afterAll(() => world?.stop())

  const assign = (number: string, users: string[]) =>
    world.owner.put(`/texting/numbers/${encodeURIComponent(number)}`, { users })
  const admin = () => world.chatAs(world.people.ada)
  const place = async (user_id: number) => {
    const { status, body } = await admin().post('/realm/legal_holds', { user_id, reason: 'case 7' })
    expect(status).toBe(200)
    return body.id as number
  }
  const release = async (id: number) =>
    expect((await admin().delete(`/realm/legal_holds/${id}`)).status).toBe(200)
  const apply = () => applyRetention(world.workspace.telephony, others)

  /** A recorded call, a message in the mailbox, a text with a file, and a fax, all of one person. */
  async function store(id: string, user_id: string) {
    const { transact, clock, contents, companies } = world.workspace.telephony
    const company = (await companies.get(companyId))!
    const now = clock.now()
    const own = { company_id: companyId, id }
    const at = { created_at: now, updated_at: now }
    const [document, picture] = [
      await uploadFile(world.owner, Buffer.from('%PDF-1.4 a fax')),
      await uploadFile(world.owner, Buffer.from('%PDF-1.4 a picture')),
    ]
    files.set(id, picture.id)
    await contents.write(placeOfCallRecording(company, id), Buffer.alloc(44))
    await transact(companyId, async ({ db }) => {
      await callsTable.insert(db, {
        ...own,
        ...{ pbx_call_id: id, direction: 'inbound', dialled: '1002', result: 'answered' },
        ...{ started_at: now, answered_at: now, ended_at: now, transferred_to: null },
        ...{ recording_size: 44, recording_seconds: 1, recording_state: null },
      })
      await callPartiesTable.insert(db, {
        ...{ company_id: companyId, call_id: id, role: 'called', address: `sip:${id}@x`, number: '1002' },
        ...{
          name: '',
          extension_id: null,
          user_id,
          instance_uuid: null,
          trunk_id: null,
          outcome: 'answered',
        },
        ...{ encryption: null, position: 0 },
      })
      await voicemailTable.insert(db, {
        ...own,
        ...{ recording: id, number: '1002', extension_id: null, user_id, instance_uuid: world.pbx },
        ...{ from_number: '+13035550001', from_name: '', call_id: null, is_read: 0, duration: 1, size: 44 },
        created_at: now,
      })
      const from_number = id === BEN ? NUMBER : OTHER_NUMBER
      await db
        .insertInto('texting_conversations')
        .values({
          ...own,
          ...{ from_number, conversation_type: 'single', name: '', name_key: '', recipients_key: id },
          ...{ timezone: 'UTC', pinned_at: null, unread_count: 1, has_direct_msg: 1, has_hidden_msg: 0 },
          ...{ last_message_id: id, last_message_at: now, last_activity_at: now },
          ...at,
        })
        .execute()
      await db
        .insertInto('texting_messages')
        .values({
          ...own,
          ...{ conversation_id: id, direction: 'inbound', frm: '+13035550001', recipient: from_number },
          ...{ text: 'evidence', files: JSON.stringify([picture.id]), is_read: 0, status: 'received' },
          ...{ error_code: null, error_message: null, segments: 1, encoding: 'GSM-7', user_id: null },
          ...{ timezone: 'UTC', carrier_id: null },
          ...at,
        })
        .execute()
      await textingAttachmentsTable.insert(db, {
        company_id: companyId,
        file_id: picture.id,
        message_id: id,
      })
      await db
        .insertInto('fax_messages')
        .values({
          ...own,
          ...{ direction: 'outbound', status: 'delivered', error: null, owns_file: 1, user_id },
          ...{ from_number: NUMBER, from_name: '', to_number: '+13035550001', to_name: '', subject: '' },
          ...{ pages: 1, is_read: 1, file_id: document.id, origin_id: null, search_text: '', attempts: 1 },
          ...at,
        })
        .execute()
    })
  }
  /** The file of each text. */
  const files = new Map<string, string>()

  const tables = ['calls', 'voicemail_messages', 'texting_messages', 'fax_messages'] as const
  async function left() {
    const { read } = world.workspace.telephony.database
    const ids = []
    for (const table of tables) {
      const rows = await read
        .selectFrom(table)
        .select('id')
        .where('company_id', '=', companyId)
        .where('id', 'in', [BEN, ADA])
        .orderBy('id')
        .execute()
      ids.push(rows.map(({ id }) => id))
    }
    return ids
  }
  const all = (...ids: string[]) => tables.map(() => ids)
  const hasRecording = async (id: string) => (await world.owner.get(`/cdrs/${id}/recording`)).status === 200

  it('are placed by administrators of the chat alone, and the audit log names them', async () => {
    const ben = world.chatAs(world.people.ben)
    const ownPerson = { user_id: world.people.ben.id, reason: 'mine' }
    expect((await ben.post('/realm/legal_holds', ownPerson)).body.code).toBe('UNAUTHORIZED_PRINCIPAL')
    expect((await ben.get('/realm/legal_holds')).status).toBe(400)
    hold = await place(world.people.ben.id)
    const { entries } = (await admin().get('/audit_log', { action: 'legal_hold' })).body
    expect(entries[0]).toMatchObject({
      action: 'legal_hold.placed',
      actor: { user_id: world.people.ada.id },
      after: { user_id: world.people.ben.id, reason: 'case 7' },
    })
  })

  it('nobody deletes what is held, nor what shows whose it is', async () => {
    const { owner, contacts, people } = world
    const before = await left()
    for (const path of [
      `/cdrs/${BEN}/recording`,
      `/voicemail/messages/${BEN}`,
      `/texting/conversations/${BEN}/messages?ids=${BEN}`,
      `/texting/conversations/${BEN}`,
      `/fax/messages/${BEN}`,
      `/files/${files.get(BEN)}`,
      `/company/contacts/${contacts.ben}`,
    ]) {
      const { status, body } = await owner.delete(path)
      expect([path, status, body.detail]).toEqual([path, 409, expect.anything()])
      expect(body.detail).toContain('under a legal hold')
    }
    expect((await assign(NUMBER, [])).status).toBe(409)
    const unlinked = await admin().put(`/workspace/phone_users/${people.ben.id}`, { phone_user_id: null })
    expect(unlinked.body.code).toBe('LEGAL_HOLD')
    const erased = await admin().post(`/users/${people.ben.id}/erasure`, { messages: 'keep' })
    expect(erased.body.code).toBe('LEGAL_HOLD')
    expect(await left()).toEqual(before)
    expect(await hasRecording(BEN)).toBe(true)
    expect((await owner.get(`/files/${files.get(BEN)}`)).status).toBe(200)
  })

  it('retention keeps what is held, and deletes the same of others', async () => {
    const days = { calls_days: 10, recordings_days: 5, voicemail_days: 10, texts_days: 10, faxes_days: 10 }
    expect((await world.owner.patch('/company/retention', days)).status).toBe(200)
    world.clock.advance(6 * DAY)
    await apply()
    expect([await hasRecording(BEN), await hasRecording(ADA)]).toEqual([true, false])
    world.clock.advance(5 * DAY)
    await apply()
    expect(await left()).toEqual(all(BEN))
    expect(await hasRecording(BEN)).toBe(true)
    expect((await world.owner.get('/company/retention')).body.applied_at).toMatch(/^20/)
    // A hold of somebody without phones changes nothing.
    const other = await place(world.people.cleo.id)
    await apply()
    expect(await left()).toEqual(all(BEN))
    await release(other)
  })

  it('what a held person has sent to others is held with them', async () => {
    const { transact, database, clock } = world.workspace.telephony
    const [sent, unrelated] = ['c'.repeat(24), 'd'.repeat(24)]
    const { read } = database
    const key = { company_id: companyId, id: BEN }
    const voicemail = (await voicemailTable.find(read, key))!
    const text = await read
      .selectFrom('texting_messages')
      .selectAll()
      .where('id', '=', BEN)
      .executeTakeFirstOrThrow()
    const ofAda = { user_id: world.contacts.ada, created_at: clock.now() }
    await transact(companyId, async ({ db }) => {
      await voicemailTable.insert(db, [
        { ...voicemail, ...ofAda, id: sent, recording: 'sent', call_id: BEN },
        { ...voicemail, ...ofAda, id: unrelated, recording: 'unrelated' },
      ])
      const ofNumber = { ...text, conversation_id: ADA, created_at: clock.now() }
      await db
        .insertInto('texting_messages')
        .values([
          { ...ofNumber, id: sent, direction: 'outbound', user_id: world.contacts.ben },
          { ...ofNumber, id: unrelated, direction: 'outbound', user_id: world.contacts.ada },
        ])
        .execute()
    })
    expect((await world.owner.delete(`/voicemail/messages/${sent}`)).status).toBe(409)
    expect((await world.owner.delete(`/texting/conversations/${ADA}`)).status).toBe(409)
    world.clock.advance(11 * DAY)
    await apply()
    for (const table of ['voicemail_messages', 'texting_messages'] as const) {
      const rows = await read.selectFrom(table).select('id').where('id', 'in', [sent, unrelated]).execute()
      expect(rows).toEqual([{ id: sent }])
    }
  })

  it('what is held goes with the next retention after the release', async () => {
    await release(hold)
    await apply()
    expect(await left()).toEqual(all())
    expect(await hasRecording(BEN)).toBe(false)
    const freed = await world.owner.delete(`/files/${files.get(BEN)}`)
    expect(freed.status).toBe(200)
    await world.owner.patch('/company/retention', forEver)
  })

  it('a person is not erased whose calls are those of a held person, until the release', async () => {
    const { transact, clock } = world.workspace.telephony
    const party = {
      ...{ company_id: companyId, call_id: 'both', number: '1', extension_id: null, instance_uuid: null },
      ...{ trunk_id: null, outcome: 'answered', encryption: null, position: 0 },
    }
    await transact(companyId, async ({ db }) => {
      await callsTable.insert(db, {
        ...{ company_id: companyId, id: 'both', pbx_call_id: 'both', direction: 'internal', dialled: '1001' },
        ...{ result: 'answered', started_at: clock.now(), answered_at: clock.now(), ended_at: clock.now() },
        ...{ transferred_to: null, recording_size: null, recording_seconds: null, recording_state: null },
      })
      await callPartiesTable.insert(db, [
        { ...party, role: 'caller', address: 'sip:b@x', user_id: world.contacts.ben, name: 'Ben Secret' },
        { ...party, role: 'called', address: 'sip:a@x', user_id: world.contacts.ada, name: 'Ada' },
      ])
    })
    const namesOf = async () => {
      const { read } = world.workspace.telephony.database
      const parties = await callPartiesTable.list(read, { company_id: companyId, call_id: 'both' })
      return parties.map(({ name }) => name).sort()
    }
    const ofAda = await place(world.people.ada.id)
    const erase = () => admin().post(`/users/${world.people.ben.id}/erasure`, { messages: 'keep' })
    expect((await erase()).body.code).toBe('LEGAL_HOLD')
    expect(await namesOf()).toEqual(['Ada', 'Ben Secret'])
    await release(ofAda)
    expect((await erase()).body).toEqual({ result: 'success', msg: '' })
    await vi.waitFor(async () => expect(await namesOf()).toEqual(['', 'Ada']), {
      timeout: 20_000,
      interval: 30,
    })
  })
})
