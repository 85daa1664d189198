import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { personErasuresTable } from '../../../src/chat/accounts/erasure/person-erasures-table.ts'
import type { User } from '../../../src/chat/identity/users/user.ts'
import { addCopies } from '../../harness/add-copies.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { entriesOf, untilDone } from '../../harness/outbox-entries.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { readIds, sendPrivately, sendToStream } from '../messages/message-requests.ts'

const soon = { timeout: 20_000, interval: 30 }

describe.each(engines)('Erasure of a person on %s', (engine) => {
  let world: World
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine, { LOG_LEVEL: 'fatal' })
  })
  afterAll(() => world.stop())

  /** Somebody with messages, and with everything else that people have. */
  async function makePerson() {
    count += 1
    const email = `secret-name-${count}@example.com`
    await world.ada.post('/invites', { invitee_emails: email, stream_ids: [] })
    const { user } = await createUser(world.chat, world.demo.realm, {
      email,
      fullName: `Secret Name ${count}`,
    })
    const person = world.as(user)
    await person.post('/invites', { invitee_emails: `guest-${count}@example.com`, stream_ids: [] })
    const subscriptions = JSON.stringify([{ name: 'general' }])
    await person.post('/users/me/subscriptions', { subscriptions })
    const id = await sendToStream(person, 'general', 'erasure', 'first version')
    expect((await person.patch(`/messages/${id}`, { content: `second version${count}` })).status).toBe(200)
    await world.ada.patch(`/users/${user.id}`, { full_name: `Secret Other ${count}` })
    await person.post('/users/me/status', { status_text: 'secret holiday' })
    await person.post('/users/me/alert_words', { alert_words: '["secretword"]' })
    await person.post('/drafts', {
      drafts: '[{"type":"private","to":[],"topic":"","content":"secret draft","timestamp":1}]',
    })
    const upload = async (name: string) =>
      (await person.upload('/user_uploads', { file: { bytes: Buffer.from('secret bytes'), name } })).body.uri
    const linked = await upload('linked.txt')
    await upload('unsent.txt')
    const withFile = await sendToStream(person, 'general', 'erasure', `[file](${linked})`)
    return { user, person, id, withFile }
  }
  const erase = (user: User, messages: string, client = world.ada) =>
    client.post(`/users/${user.id}/erasure`, { messages })
  const erasureOf = async (user: User) =>
    (await world.ada.get('/realm/erasures')).body.erasures.find(
      (row: { user_id: number }) => row.user_id === user.id,
    )
  const untilErased = (user: User) =>
    vi.waitFor(async () => expect((await erasureOf(user)).finished_timestamp).not.toBe(null), soon)
  const get = async (client: ApiClient, id: number) => (await client.get(`/messages/${id}`)).body
  const rowsOf = async (table: 'drafts' | 'alert_words' | 'person_statuses' | 'sessions', user: User) =>
    world.chat.database.read.selectFrom(table).selectAll().where('user_id', '=', user.id).execute()

  it('POST /users/:user_id/erasure | keeps messages without name, address, edits and everything else', async () => {
    const { user, person, id, withFile } = await makePerson()
    const ben = await watch(world.ben, ['realm_user', 'user_status'])
    await world.ben.get(`/messages/${id}`)
    expect((await erase(user, 'keep')).body).toEqual({ result: 'success', msg: '' })
    expect((await person.get('/users/me')).status).toBe(401)
    const shown = (await world.ben.get(`/users/${user.id}`)).body.user
    expect(shown).toMatchObject({ full_name: 'Deleted user', is_active: false, timezone: '' })
    const email = `deleted-user-${user.id}@deleted.invalid`
    expect(shown.email).toBe(email)
    await untilErased(user)
    const { message } = await get(world.ben, id)
    expect(message).toMatchObject({ content: '<p>second version1</p>', sender_full_name: 'Deleted user' })
    expect(message.sender_email).toBe(email)
    expect(message.edit_history).toBeUndefined()
    expect(JSON.stringify((await world.ben.get(`/messages/${id}/history`)).body)).not.toContain(
      'first version',
    )
    expect((await get(world.ben, withFile)).result).toBe('success')
    for (const table of ['drafts', 'alert_words', 'person_statuses', 'sessions'] as const)
      expect(await rowsOf(table, user), table).toEqual([])
    const files = await world.chat.database.read
      .selectFrom('attachments')
      .select('name')
      .where('owner_id', '=', user.id)
      .execute()
    expect(files).toEqual([{ name: 'linked.txt' }])
    const events = await ben.news()
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'realm_user',
          op: 'update',
          person: expect.objectContaining({ full_name: 'Deleted user' }),
        }),
        expect.objectContaining({ type: 'realm_user', op: 'remove' }),
        expect.objectContaining({ type: 'user_status', status_text: '' }),
      ]),
    )
    const stored = await world.chat.database.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user.id)
      .execute()
    expect(JSON.stringify(stored).toLowerCase()).not.toContain('secret')
    const audit = await world.chat.database.read
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', String(user.id))
      .execute()
    expect(audit.map(({ action }) => action)).toContain('user.erased')
    expect(JSON.stringify(audit)).not.toMatch(/secret/i)
    const actions = await world.chat.database.read
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_id', '=', user.id)
      .execute()
    expect(actions).not.toEqual([])
    expect(actions.every(({ address, client }) => address === null && client === null)).toBe(true)
    const whole = await world.ada.get('/audit_log', { limit: 100 })
    expect(whole.body.entries.map((entry: { action: string }) => entry.action)).toContain(
      'invitation.created',
    )
    expect(JSON.stringify(whole.body)).not.toMatch(/secret/i)
    const again = await world.ada.post(`/users/${user.id}/reactivate`)
    expect([again.status, again.body.msg]).toEqual([400, 'This person has been erased'])
    expect((await erase(user, 'delete')).body.msg).toBe('This person has been erased already')
  })

  it('or deletes messages, reactions and files, in streams and private conversations, with events', async () => {
    const { user, person, id, withFile } = await makePerson()
    const privately = await sendPrivately(person, ['ben'])
    await addCopies(world.chat.database, world.demo.realm.id, id, 120)
    const others = await sendToStream(world.ben, 'general', 'erasure', 'of Ben')
    await person.post(`/messages/${others}/reactions`, { emoji_name: 'tada' })
    const ben = await watch(world.ben, ['delete_message', 'reaction'])
    expect((await erase(user, 'delete')).status).toBe(200)
    await untilErased(user)
    expect((await erasureOf(user)).deleted_messages).toBe(123)
    for (const gone of [id, withFile, privately]) expect((await get(world.ben, gone)).result).toBe('error')
    expect((await get(world.ben, others)).message.reactions).toEqual([])
    expect(await readIds(world.ben, [{ operator: 'sender', operand: user.id }])).toEqual([])
    expect(
      (
        await world.ben.get('/messages', {
          narrow: '[["search","version2"]]',
          anchor: 'newest',
          num_before: 50,
          num_after: 0,
        })
      ).body.messages,
    ).toEqual([])
    const events = await ben.news()
    const deleted = events
      .filter(({ type }) => type === 'delete_message')
      .flatMap((event) => event.message_ids)
    expect(new Set(deleted).size).toBe(123)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'reaction', op: 'remove', message_id: others }),
    )
    expect(
      await world.chat.database.read
        .selectFrom('attachments')
        .select('id')
        .where('owner_id', '=', user.id)
        .execute(),
    ).toEqual([])
  })

  it('only for administrators, not for bots, and not for the only administrator', async () => {
    const { user } = await makePerson()
    for (const client of [world.ben, world.gus]) {
      const answer = await erase(user, 'keep', client)
      expect([answer.status, answer.body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL'])
      expect((await client.get('/realm/erasures')).status).toBe(400)
    }
    expect((await erase(world.demo.people.ada, 'keep')).body.code).toBe('CANNOT_DEACTIVATE_LAST_USER')
    expect((await erase(world.demo.bots.echoBot, 'keep')).body.msg).toBe('No such user')
    expect((await world.ada.post('/users/99999/erasure', { messages: 'keep' })).body.msg).toBe('No such user')
    expect((await erase(user, 'burn')).body.code).toBe('REQUEST_VARIABLE_INVALID')
    expect((await world.ada.get(`/users/${user.id}`)).body.user.is_active).toBe(true)
    expect(await erasureOf(user)).toBeUndefined()
  })

  it('goes on after a crash, and does nothing twice', async () => {
    const { user, id } = await makePerson()
    await addCopies(world.chat.database, world.demo.realm.id, id, 250)
    const { transact } = world.chat
    const chat = world.chat as { transact: typeof transact }
    let hasDied = false
    chat.transact = (tenant, work) =>
      transact(tenant, async (transaction) => {
        const value = await work(transaction)
        const [erasure] = await personErasuresTable.list(transaction.db, {
          realm_id: tenant,
          user_id: user.id,
        })
        // One batch of messages is committed; the next one is lost.
        if (erasure?.deleted_messages === 200) {
          hasDied = true
          throw new Error('the server dies here')
        }
        return value
      })
    expect((await erase(user, 'delete')).status).toBe(200)
    await vi.waitFor(() => expect(hasDied).toBe(true), soon)
    expect((await erasureOf(user)).deleted_messages).toBe(100)
    chat.transact = transact
    await vi.waitFor(async () => {
      world.clock.advance(61)
      world.chat.outbox.wake('person_erasure')
      expect((await erasureOf(user)).finished_timestamp).not.toBe(null)
    }, soon)
    await untilDone(world.chat.database, 'person_erasure')
    expect((await erasureOf(user)).deleted_messages).toBe(252)
  })

  it('what comes under a legal hold meanwhile makes it wait', async () => {
    const { user, id } = await makePerson()
    const { beyondChat } = world.chat
    const { erase: eraseBeyond } = beyondChat
    let open = (_isDone: boolean) => {}
    const gate = new Promise<boolean>((resolve) => {
      open = resolve
    })
    beyondChat.erase = () => gate
    expect((await erase(user, 'delete')).status).toBe(200)
    const hold = await world.ada.post('/realm/legal_holds', { user_id: user.id, reason: 'case 7' })
    open(true)
    await vi.waitFor(async () => {
      const [entry] = await entriesOf(world.chat.database, 'person_erasure')
      expect(entry!.next_attempt_at).toBeGreaterThan(world.clock.now() + 3_000_000)
    }, soon)
    beyondChat.erase = eraseBeyond
    expect((await get(world.ben, id)).result).toBe('success')
    await world.ada.delete(`/realm/legal_holds/${hold.body.id}`)
    await vi.waitFor(async () => {
      world.clock.advance(3600)
      world.chat.outbox.wake('person_erasure')
      expect((await erasureOf(user)).finished_timestamp).not.toBe(null)
    }, soon)
    expect((await get(world.ben, id)).result).toBe('error')
  })
})
