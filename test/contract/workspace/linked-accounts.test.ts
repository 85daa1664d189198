import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUserByEmail } from '../../../src/chat/identity/users/user-store.ts'
import { ACME_KEY, GLOBEX_KEY } from '../../../src/telephony/demo/create-demo-companies.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { tinyPng } from '../../harness/documents.ts'
import { engines } from '../../harness/engines.ts'
import { type MailCatcher, startMailCatcher } from '../../harness/mail-catcher.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

describe.each(engines)('linked accounts (%s)', (engine) => {
  let world: WorkspaceWorld
  let mails: MailCatcher
  beforeAll(async () => {
    mails = await startMailCatcher()
    world = await startWorkspaceWorld(engine, { SMTP_URL: mails.url })
    await world.sync()
  })
  afterAll(async () => {
    await world?.stop()
    await mails?.stop()
  })

  const ada = () => world.chatAs(world.people.ada)
  const benInChat = async () => (await ada().get(`/users/${world.people.ben.id}`)).body.user
  const benWithPhones = async () => {
    const { body } = await world.owner.get('/system/company/contacts')
    return body.find((one: { id: string }) => one.id === world.contacts.ben)
  }
  const phoneUserOf = async (userId: number) => {
    const { body } = await ada().get('/workspace/phone_users')
    return body.phone_users.find((one: { user_id: number }) => one.user_id === userId)?.phone_user_id
  }
  const invite = async (email: string, more = {}) => {
    await ada().post('/invites', { invitee_emails: email, stream_ids: [], ...more })
    const { body } = await ada().get('/invites')
    const { workspace } = world
    const row = body.invites.find((one: { email: string }) => one.email === email)
    const [invite] = await workspace.database.read
      .selectFrom('invites')
      .selectAll()
      .where('id', '=', row.id)
      .execute()
    return workspace.secrets.decrypt(invite!.token_sealed)
  }
  const join = (token: string, fields: Record<string, string>) =>
    ada().post(`/invites/accept/${token}`, { password: 'a long password', ...fields })

  it('a new name in the chat is the name in the phones, and the other way round', async () => {
    await ada().patch(`/users/${world.people.ben.id}`, { full_name: 'Benjamin B. Okri' })
    await world.sync()
    expect(await benWithPhones()).toMatchObject({ first_name: 'Benjamin', last_name: 'B. Okri' })
    await world.owner.patch(`/company/contacts/${world.contacts.ben}`, { last_name: 'Okri' })
    await world.sync()
    expect((await benInChat()).full_name).toBe('Benjamin Okri')
    const [entry] = (await world.owner.get('/audit', { subject_id: world.contacts.ben })).body
    expect(entry.action).toBe('contact.updated')
  })

  it('the email address is that of the account, which has confirmed it', async () => {
    const change = { contacts: { email: 'mallory@example.com' } }
    await world.owner.patch(`/company/contacts/${world.contacts.ben}`, change)
    await world.sync()
    expect((await benInChat()).email).toBe('ben@example.com')
    expect((await benWithPhones()).contacts.email).toBe('ben@example.com')
  })

  it('the phones show the picture of the account, if it has one', async () => {
    const { ada: owner, ben } = world.contacts
    const ask = () =>
      world.chatAs(world.people.cleo).get('/workspace/avatars', { phone_user_ids: [owner, ben] })
    expect((await ask()).body.avatars).toEqual({})
    const file = { bytes: tinyPng, name: 'ben.png' }
    const uploaded = await world.chatAs(world.people.ben).upload('/users/me/avatar', { file })
    expect((await ask()).body.avatars).toEqual({ [ben]: uploaded.body.avatar_url })
  })

  it('a deactivated account cannot use its phones, and a reactivated one can', async () => {
    await ada().delete(`/users/${world.people.ben.id}`)
    await world.sync()
    expect((await benWithPhones()).activated).toBe(false)
    await ada().post(`/users/${world.people.ben.id}/reactivate`)
    await world.sync()
    expect((await benWithPhones()).activated).toBe(true)
  })

  it('comparing again changes nothing', async () => {
    const before = (await world.owner.get('/audit')).body[0].id
    await world.sync()
    await world.sync()
    expect((await world.owner.get('/audit')).body[0].id).toBe(before)
  })

  it('a member who joins gets a phone user, whose invitation needs no second answer', async () => {
    const joined = await join(await invite('dora@example.com'), { full_name: 'Dora Maar' })
    await world.sync()
    const id = await phoneUserOf(joined.body.user_id)
    const { body } = await world.owner.get('/system/company/contacts', { first_name: 'Dora' })
    expect(body).toMatchObject([{ id, first_name: 'Dora', invitation: { status: 'accepted' } }])
  })

  it('a guest who becomes a member is told when there is a phone user, and nobody else is', async () => {
    const joined = await join(await invite('gail@example.com', { invite_as: 600 }), { full_name: 'Gail Ito' })
    const { user_id: userId, api_key: apiKey } = joined.body
    const gail = new ApiClient(world.app, { email: 'gail@example.com', key: apiKey })
    const heard = await watch(gail, ['account_link_changed'])
    const benHears = await watch(world.chatAs(world.people.ben), ['account_link_changed'])
    await world.sync()
    expect((await gail.get('/workspace')).body.phone_user_id).toBeNull()
    await ada().patch(`/users/${userId}`, { role: 400 })
    await world.sync()
    const events = await heard.news()
    expect(events.at(-1)).toMatchObject({ type: 'account_link_changed', user_id: userId })
    expect((await gail.get('/workspace')).body).toMatchObject({
      phone_user_id: await phoneUserOf(userId),
      phone_role: 'user',
    })
    await world.sync()
    expect(await heard.news()).toEqual([])
    expect(await benHears.news()).toEqual([])
  })

  it('a user with the same address becomes theirs if they joined with a mailed invitation', async () => {
    const contact = { first_name: 'Eve', contacts: { email: 'eve@example.com' } }
    const { body: eve } = await world.owner.post('/company/contacts', contact)
    const joined = await join(await invite('eve@example.com'), { full_name: 'Eve Arden' })
    await world.sync()
    expect(await phoneUserOf(joined.body.user_id)).toBe(eve.id)
  })

  it('a user with the same address does not become theirs if they only claim the address', async () => {
    const contact = { first_name: 'Frank', contacts: { email: 'frank@example.com' } }
    const { body: frank } = await world.owner.post('/company/contacts', contact)
    // A pending invitation by mail proves nothing about a person who joins with a link.
    await invite('frank@example.com')
    const person = { full_name: 'Not Frank', email: 'frank@example.com', password: 'a long password' }
    const joined = await ada().post('/users', person)
    await world.sync()
    expect(await phoneUserOf(joined.body.user_id)).toBeUndefined()
    const vouched = { phone_user_id: JSON.stringify(frank.id) }
    await ada().put(`/workspace/phone_users/${joined.body.user_id}`, vouched)
    expect(await phoneUserOf(joined.body.user_id)).toBe(frank.id)
  })

  it('guests and bots get no phone user', async () => {
    const { body } = await world.owner.get('/system/company/contacts')
    const names = body.map((one: { first_name: string }) => one.first_name)
    expect(names).not.toContain('Gus')
    expect(names).not.toContain('Echo')
    const bot = await findUserByEmail(
      world.workspace.database.read,
      world.people.ada.realm_id,
      'echo-bot@example.com',
    )
    const refused = await ada().put(`/workspace/phone_users/${bot!.id}`, {
      phone_user_id: JSON.stringify(world.contacts.ben),
    })
    expect(refused.body.msg).toBe('Bots cannot have phones.')
  })

  it('a user who is deleted in the phones is not created again', async () => {
    const contact = { first_name: 'Gina', contacts: { email: 'gina@example.com' } }
    const { body: gina } = await world.owner.post('/company/contacts', contact)
    const joined = await join(await invite('gina@example.com'), { full_name: 'Gina' })
    await world.sync()
    await world.owner.delete(`/company/contacts/${gina.id}`)
    await world.sync()
    await world.sync()
    expect(await phoneUserOf(joined.body.user_id)).toBeNull()
    const { body } = await world.owner.get('/system/company/contacts')
    expect(body.some((one: { first_name: string }) => one.first_name === 'Gina')).toBe(false)
  })

  it.each([
    ['another account has the user', () => world.contacts.ada, 'This phone user belongs to another account.'],
    ['there is no such user', () => 'nobody', 'Invalid phone user ID'],
  ])('an administrator cannot choose a user: %s', async (_what, id, message) => {
    const refused = await ada().put(`/workspace/phone_users/${world.people.ben.id}`, {
      phone_user_id: JSON.stringify(id()),
    })
    expect(refused).toMatchObject({ status: 400, body: { msg: message } })
    expect(await phoneUserOf(world.people.ben.id)).toBe(world.contacts.ben)
  })

  it('only administrators see and change links', async () => {
    const ben = world.chatAs(world.people.ben)
    expect((await ben.get('/workspace/phone_users')).status).toBe(400)
    expect((await ben.post('/workspace/company')).status).toBe(400)
    const path = `/workspace/phone_users/${world.people.ben.id}`
    expect((await ben.put(path, { phone_user_id: 'null' })).status).toBe(400)
  })

  it.each([
    ['has a company', { api_key_of_company: GLOBEX_KEY }, 'This organization has phones already.'],
    ['has a company, and asks for a new one', {}, 'This organization has phones already.'],
  ])('an organization that %s gets no other', async (_what, fields, message) => {
    expect((await ada().post('/workspace/company', fields)).body.msg).toBe(message)
  })

  it('the key of the company still works as specified', async () => {
    expect(world.owner.headers.authorization).toBe(`Bearer ${ACME_KEY}`)
    expect((await world.owner.get('/system/account')).body.id).toBe(world.contacts.ada)
  })
})
