import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditEntriesTable } from '../../../src/telephony/company/audit/audit-entries-table.ts'
import { callPartiesTable, callsTable } from '../../../src/telephony/phones/calls/calls-table.ts'
import { engines } from '../../harness/engines.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

const soon = { timeout: 20_000, interval: 30 }

describe.each(engines)('the phones of a person who is erased (%s)', (engine) => {
  let world: WorkspaceWorld
  beforeEach(async () => {
    world = await startWorkspaceWorld(engine)
    await world.sync()
  })
  afterEach(() => world.stop())

  it('are shut out; calls keep numbers without names, and the link is gone', async () => {
    const { telephony } = world.workspace
    const { database, transact } = telephony
    const [{ company_id }] = (await database.read
      .selectFrom('contacts')
      .select('company_id')
      .where('id', '=', world.contacts.ben)
      .execute()) as [{ company_id: number }]
    const party = { company_id, call_id: 'one', instance_uuid: null, trunk_id: null, encryption: null }
    await transact(company_id, async ({ db }) => {
      await callsTable.insert(db, {
        ...{ company_id, id: 'one', pbx_call_id: 'one', direction: 'internal', dialled: '1001' },
        ...{ result: 'answered', started_at: 1, answered_at: 2, ended_at: 3, transferred_to: null },
        ...{ recording_size: null, recording_seconds: null, recording_state: null },
      })
      const ben = { extension_id: null, user_id: world.contacts.ben, outcome: null, position: 0 }
      const ada = { extension_id: null, user_id: world.contacts.ada, outcome: 'answered', position: 1 }
      await callPartiesTable.insert(db, [
        { ...party, ...ben, role: 'caller', address: 'sip:1002@x', number: '1002', name: 'Ben Secret' },
        { ...party, ...ada, role: 'called', address: 'sip:1001@x', number: '1001', name: 'Ada' },
      ])
    })
    const entry = { company_id, at: 1, contact_id: null, api_key_id: null, owner_id: null, before: null }
    await transact(company_id, async (tx) => {
      const of = { action: 'extension.updated', subject_kind: 'extension', subject_id: 'one' }
      for (const after of [`{"user_id":"${world.contacts.ben}"}`, '{"user_id":"unrelated"}'])
        await auditEntriesTable.insert(tx.db, [{ ...entry, ...of, id: await tx.next('audit'), after }])
    })
    const admin = world.chatAs(world.people.ada)
    const answer = await admin.post(`/users/${world.people.ben.id}/erasure`, { messages: 'keep' })
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    await vi.waitFor(async () => {
      const { erasures } = (await admin.get('/realm/erasures')).body
      expect(erasures).toMatchObject([
        { user_id: world.people.ben.id, finished_timestamp: expect.any(Number) },
      ])
    }, soon)
    await world.sync()
    const contact = await database.read
      .selectFrom('contacts')
      .selectAll()
      .where('id', '=', world.contacts.ben)
      .executeTakeFirstOrThrow()
    expect(contact).toMatchObject({ first_name: 'Deleted', last_name: 'user', activated: 0 })
    expect([contact.email, contact.email_key, contact.search_text]).toEqual([null, null, 'deleted user\n'])
    expect(await callPartiesTable.list(database.read, { company_id, call_id: 'one' })).toMatchObject([
      { number: '1002', name: '' },
      { number: '1001', name: 'Ada' },
    ])
    const { phone_users } = (await admin.get('/workspace/phone_users')).body
    expect(phone_users).toContainEqual({ user_id: world.people.ben.id, phone_user_id: null })
    const audit = await database.read
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', world.contacts.ben)
      .execute()
    expect(audit.map(({ action }) => action)).toContain('contact.erased')
    expect(audit.every(({ before, after }) => before === null && after === null)).toBe(true)
    const states = await database.read.selectFrom('audit_entries').select(['before', 'after']).execute()
    expect(JSON.stringify(states)).not.toContain(world.contacts.ben)
    expect(JSON.stringify(states)).toContain('unrelated')
  })

  it('not if the person owns the phones', async () => {
    const admin = world.chatAs(world.people.ada)
    const promoted = await admin.patch(`/users/${world.people.cleo.id}`, { role: 200 })
    expect(promoted.status).toBe(200)
    const answer = await world
      .chatAs(world.people.cleo)
      .post(`/users/${world.people.ada.id}/erasure`, { messages: 'keep' })
    expect([answer.status, answer.body.msg]).toEqual([
      400,
      'This person owns the phones: a company needs its owner.',
    ])
    expect((await admin.get('/users/me')).status).toBe(200)
  })
})
