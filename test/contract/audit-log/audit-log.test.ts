import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deleteOldEntries } from '../../../src/chat/identity/audit/delete-old-entries.ts'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import { createRealm } from '../../../src/chat/organization/create-realm.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { browserOf, signIn } from '../sign-in/browser.ts'

const password = 'correct horse battery staple'

describe.each(engines)('The audit log on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
    const { ben, cleo } = world.demo.people
    const password_hash = await hashPassword(password)
    for (const { realm_id, id } of [ben, cleo])
      await world.chat.database.write(realm_id, {
        work: ({ db }) => usersTable.update(db, { realm_id, id }, { password_hash }),
      })
  })
  afterAll(() => world.stop())

  const log = async (filter: Record<string, unknown> = {}) => {
    const answer = await world.ada.get('/audit_log', filter)
    expect(answer.status).toBe(200)
    return answer.body.entries
  }
  const actions = async (filter: Record<string, unknown>) =>
    (await log(filter)).map(({ action }: { action: string }) => action)
  const newest = async (action: string) => (await log({ action, limit: 1 }))[0]

  it('says who changed what, from where and with which program', async () => {
    const { ada, cleo } = world.demo.people
    await world.ada.with({ 'user-agent': 'AdminTool/1.0' }).patch(`/users/${cleo.id}`, { role: 600 })
    expect(await newest('user.role_changed')).toEqual({
      id: expect.any(Number),
      at: expect.any(Number),
      actor: { user_id: ada.id, full_name: ada.full_name },
      through: 'api_key',
      address: '127.0.0.1',
      client: 'AdminTool/1.0',
      action: 'user.role_changed',
      subject: { kind: 'user', id: String(cleo.id), name: cleo.full_name },
      before: { role: 'member' },
      after: { role: 'guest' },
    })
    await world.ada.patch(`/users/${cleo.id}`, { role: 400 })
  })

  it('has accounts that are created, closed and opened again, and their bots', async () => {
    const { body } = await world.ada.post('/users', {
      email: 'dora@example.com',
      password,
      full_name: 'Dora',
    })
    await world.ada.delete(`/users/${body.user_id}`)
    await world.ada.post(`/users/${body.user_id}/reactivate`)
    expect(await actions({ action: 'user', subject_id: body.user_id })).toEqual([
      'user.reactivated',
      'user.deactivated',
      'user.created',
    ])
    const bot = await world.ben.post('/bots', { full_name: 'Logger', short_name: 'logger', bot_type: 1 })
    await world.ben.post(`/bots/${bot.body.user_id}/api_key/regenerate`)
    await world.ada.delete(`/bots/${bot.body.user_id}`)
    expect(await actions({ action: 'bot', subject_id: bot.body.user_id })).toEqual([
      'bot.deactivated',
      'bot.api_key_regenerated',
      'bot.created',
    ])
  })

  it('has sign-ins, and failures of known accounts only', async () => {
    const { ben } = world.demo.people
    const before = (await log({ action: 'session.refused' })).length
    await world.nobody.post('/sessions', { username: 'nobody@example.com', password })
    await world.nobody.post('/sessions', { username: ben.email, password: 'wrong' })
    await expect
      .poll(() => newest('session.refused'))
      .toMatchObject({
        actor: null,
        through: null,
        address: '127.0.0.1',
        subject: { id: String(ben.id), name: ben.full_name },
        after: { reason: 'wrong password' },
      })
    expect(await log({ action: 'session.refused' })).toHaveLength(before + 1)
    const browser = browserOf(
      world.nobody,
      await world.nobody.post('/sessions', { username: ben.email, password }),
    )
    expect(await newest('session.started')).toMatchObject({ actor: { user_id: ben.id } })
    const { body } = await world.ada.get(`/users/${ben.id}/sessions`)
    expect(body.sessions[0]).toMatchObject({ address: '127.0.0.1' })
    await browser.client.delete('/sessions/current')
    expect(await newest('session.ended')).toMatchObject({
      actor: { user_id: ben.id },
      through: 'session',
    })
    await world.nobody.post('/fetch_api_key', { username: ben.email, password })
    expect(await newest('session.api_key_fetched')).toMatchObject({ after: { method: 'password' } })
  })

  it('has changes of credentials without the credentials', async () => {
    const { cleo } = world.demo.people
    const { client } = await signIn(world.nobody, cleo.email)
    const changed = await client.patch('/settings', { old_password: password, new_password: `${password}!` })
    expect(changed.status).toBe(200)
    const { body } = await client.post('/users/me/api_key/regenerate')
    await client.post('/users/me/two_factor', { password: `${password}!` })
    expect(await actions({ action: 'user', actor_id: cleo.id })).toEqual([
      'user.api_key_regenerated',
      'user.api_key_regenerated',
      'user.password_changed',
    ])
    const text = JSON.stringify(await log({ limit: 1000 }))
    for (const secret of [password, body.api_key]) expect(text).not.toContain(secret)
  })

  it('has settings, domains, providers, directories and invitations, without their secrets', async () => {
    await world.ada.patch('/realm', { message_content_edit_limit_seconds: 60, name: 'Acme & Sons' })
    expect(await newest('organization.changed')).toMatchObject({
      before: { name: 'Acme' },
      after: { name: 'Acme & Sons', message_content_edit_limit_seconds: 60 },
    })
    await world.ada.post('/realm/domains', { domain: 'example.com', allow_subdomains: false })
    expect(await newest('domain.added')).toMatchObject({ subject: { id: 'example.com' } })
    const provider = {
      label: 'Company',
      issuer: 'https://id.example.com',
      client_id: 'chat',
      client_secret: 'xylophone-secret',
    }
    const { client: admin } = await signIn(world.nobody, 'ada@example.com')
    const added = await admin.post('/realm/identity_providers', provider)
    expect(added.status).toBe(200)
    await world.ada.delete(`/realm/identity_providers/${added.body.id}`)
    expect(await actions({ action: 'identity_provider' })).toEqual([
      'identity_provider.removed',
      'identity_provider.added',
    ])
    await world.ada.post('/invites', {
      invitee_emails: 'eve@example.com',
      stream_ids: [],
      invite_as: 400,
    })
    expect(await newest('invitation.created')).toMatchObject({ after: { email: 'eve@example.com' } })
    expect(JSON.stringify(await log({ limit: 1000 }))).not.toContain('xylophone')
  })

  it('has streams that become private or are archived, and messages that others deleted', async () => {
    const { streams } = (await world.ben.get('/streams')).body
    const { stream_id: id } = streams.find(({ name }: { name: string }) => name === 'random')
    await world.ada.patch(`/streams/${id}`, { is_private: true })
    expect(await newest('stream.privacy_changed')).toMatchObject({
      subject: { kind: 'stream', id: String(id), name: 'random' },
      after: { invite_only: 1 },
    })
    await world.ada.delete(`/streams/${id}`)
    expect(await newest('stream.archived')).toMatchObject({ subject: { id: String(id) } })
    const to = { type: 'stream', to: 'general', topic: 'lunch', content: 'A secret recipe' }
    const [one, other] = [await world.ben.post('/messages', to), await world.ben.post('/messages', to)]
    await world.ben.delete(`/messages/${one.body.id}`)
    await world.ada.delete(`/messages/${other.body.id}`)
    const deleted = await log({ action: 'message.deleted' })
    expect(deleted).toHaveLength(1)
    expect(deleted[0]).toMatchObject({
      subject: { id: String(other.body.id) },
      before: { sender_id: world.demo.people.ben.id },
    })
    expect(JSON.stringify(deleted)).not.toContain('recipe')
  })

  it('has what was refused nowhere', async () => {
    const last = (await log({ limit: 1 }))[0].id
    await world.ben.patch('/realm', { name: 'Ben & Co' })
    await world.ada.patch('/realm', { name: '' })
    await world.ada.post('/users', { email: 'nonsense', password, full_name: 'X' })
    expect((await log({ limit: 1 }))[0].id).toBe(last)
  })

  it('is read in pages in both directions, and by time', async () => {
    const all = await log({ limit: 1000 })
    const first = await world.ada.get('/audit_log', { limit: 3 })
    expect(first.body.found_last).toBe(false)
    expect(first.body.entries).toEqual(all.slice(0, 3))
    expect(await log({ limit: 3, anchor: all[2].id })).toEqual(all.slice(3, 6))
    const forward = await log({ limit: 1000, anchor: all.at(-1).id, oldest_first: true })
    expect(forward).toEqual(all.slice(0, -1).reverse())
    expect((await world.ada.get('/audit_log', { limit: 1000 })).body.found_last).toBe(true)
    const now = world.clock.now()
    expect(await log({ from: now + 1 })).toEqual([])
    expect(await log({ to: now, limit: 1 })).toHaveLength(1)
    for (const wrong of [{ limit: 0 }, { limit: 1001 }, { from: -1 }, { actor_id: 'x' }])
      expect((await world.ada.get('/audit_log', wrong)).status).toBe(400)
  })

  const download = (key: 'ada' | 'ben', query: string) => {
    const { email, key: secret } = world[key].credentials!
    const authorization = `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`
    return world.app.inject({ url: `/api/v1/audit_log/export${query}`, headers: { authorization } })
  }

  it('is exported as CSV and as JSON, which is recorded, too', async () => {
    const csv = await download('ada', '?action=user.role_changed')
    expect(csv.statusCode).toBe(200)
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename=audit-log-\d{4}-\d\d-\d\d\.csv/)
    const lines = csv.body.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^id,time,actor_id,actor,/)
    expect(lines).toHaveLength(1 + (await log({ action: 'user.role_changed' })).length)
    const json = await download('ada', '?format=json&action=user.role_changed')
    const entries = json.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.reverse()).toEqual(await log({ action: 'user.role_changed' }))
    expect(await newest('export.audit_log')).toMatchObject({ after: { format: 'json' } })
    expect((await download('ada', '?format=xml')).statusCode).toBe(400)
  })

  it('is for administrators of the organization', async () => {
    for (const client of [world.gus, world.echoBot]) {
      const { status, body } = await client.get('/audit_log')
      expect([status, body.msg]).toEqual([400, 'Must be an organization administrator'])
    }
    expect((await world.nobody.get('/audit_log')).status).toBe(401)
    expect((await world.hookBot.get('/audit_log')).status).toBe(401)
    expect((await world.app.inject('/api/v1/audit_log/export')).statusCode).toBe(401)
    const globex = await createRealm(world.chat, { name: 'Globex', host: 'globex.example.com' })
    const { user } = await createUser(world.chat, globex, {
      email: 'hank@example.com',
      fullName: 'Hank',
      role: 'administrator',
    })
    const { body } = await world.as(user, 'globex.example.com').get('/audit_log', { limit: 1000 })
    expect(JSON.stringify(body)).not.toContain('Acme')
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual([
      'user.created',
      'organization.created',
    ])
  })

  it('forgets what is too old', async () => {
    world.clock.advance(731 * 86_400)
    await world.ada.patch('/realm', { description: 'New' })
    await deleteOldEntries(world.chat)
    expect(await actions({ limit: 1000 })).toEqual(['organization.changed'])
  })
})
