import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import { ApiClient, type Arguments } from '../../harness/api-client.ts'
import { changeRealm } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Join with an invitation on %s', (engine) => {
  let world: World
  const streams: Record<string, number> = {}
  beforeAll(async () => {
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
    for (const { name, stream_id } of (await world.ada.get('/streams', { include_all_active: true })).body
      .streams)
      streams[name] = stream_id
  })
  afterAll(() => world.stop())

  let host = 0
  /** Each from an address of its own: looks are limited by address. */
  const fresh = () => {
    host += 1
    return world.nobody.with({ 'x-forwarded-for': `10.0.${host}.1` })
  }
  const tokenOf = (link: string) => link.split('/').at(-1)!
  const invited = async (email: string, args: Arguments = {}, client = world.ben) => {
    expect((await client.post('/invites', { invitee_emails: email, ...args })).status).toBe(200)
    return tokenOf((await waitForMails(world, email)).at(-1)!.link)
  }
  const linked = async (args: Arguments = {}, client = world.ben) =>
    tokenOf((await client.post('/invites/multiuse', args)).body.invite_link)
  const look = (token: string, client = fresh()) => client.get(`/invites/accept/${token}`)
  const accept = (token: string, args: Arguments = {}, client = fresh()) =>
    client.post(`/invites/accept/${token}`, { full_name: 'New Person', password: 'long enough', ...args })
  const people = async () => (await world.ada.get('/users')).body.members.length
  const refuses = async (msg: string, token: string, args: Arguments = {}) => {
    const before = await people()
    const answer = await accept(token, args)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ result: 'error', msg })
    expect(await people()).toBe(before)
  }
  const as = (answer: { body: { email: string; api_key: string } }) =>
    new ApiClient(world.app, { email: answer.body.email, key: answer.body.api_key })
  const subscribedTo = async (client: ApiClient) =>
    (await client.get('/users/me/subscriptions')).body.subscriptions
      .map(({ name }: { name: string }) => name)
      .sort()

  it('GET /invites/accept/:token: for whom, by whom, to what', async () => {
    const answer = await look(await invited('looker@example.com'))
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      email: 'looker@example.com',
      realm_name: 'Acme',
      realm_uri: 'http://chat.example.com',
      invited_by: 'Ben Okri',
      confirms_email: false,
    })
    expect((await look(await linked())).body.email).toBe(null)
  })

  it('POST /invites/accept/:token: the account with its role and streams; key and password work', async () => {
    const token = await invited('member@example.com', { stream_ids: [streams.test, streams.random] })
    const answer = await accept(token, { full_name: ' Mem Ber ' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      user_id: expect.any(Number),
      email: 'member@example.com',
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    })
    const me = await as(answer).get('/users/me')
    expect(me.body).toMatchObject({ full_name: 'Mem Ber', is_admin: false, is_guest: false })
    expect(await subscribedTo(as(answer))).toEqual(['random', 'test'])
    const signedIn = await fresh().post('/fetch_api_key', {
      username: 'member@example.com',
      password: 'long enough',
    })
    expect(signedIn.body.api_key).toBe(answer.body.api_key)
  })

  it('include_realm_default_subscriptions | the default streams, too', async () => {
    const token = await invited('joiner@example.com', {
      include_realm_default_subscriptions: true,
      stream_ids: [streams.test, streams.general],
    })
    expect(await subscribedTo(as(await accept(token)))).toEqual(['general', 'test'])
  })

  it('stream_ids | a private stream that the inviter has left since is not joined', async () => {
    const made = { subscriptions: [{ name: 'back door' }], invite_only: true }
    await world.ada.post('/users/me/subscriptions', {
      ...made,
      principals: ['ada@example.com', 'ben@example.com'],
    })
    const { stream_id } = (await world.ben.get('/get_stream_id', { stream: 'back door' })).body
    const token = await linked({ stream_ids: [streams.test, stream_id] })
    expect(await subscribedTo(as(await accept(token, { email: 'in-time@example.com' })))).toEqual([
      'back door',
      'test',
    ])
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['back door'] })
    expect(await subscribedTo(as(await accept(token, { email: 'too-late@example.com' })))).toEqual(['test'])
  })

  it('a guest, and an administrator', async () => {
    const guest = await accept(
      await invited('guest@example.com', { invite_as: 600, stream_ids: [streams.test] }),
    )
    expect((await as(guest).get('/users/me')).body.is_guest).toBe(true)
    expect(await subscribedTo(as(guest))).toEqual(['test'])
    const chief = await accept(await invited('chief@example.com', { invite_as: 200 }, world.ada))
    expect((await as(chief).get('/users/me')).body.is_admin).toBe(true)
  })

  it('an invitation by mail works once, and ends the others of the same address', async () => {
    const first = await invited('once@example.com')
    const second = tokenOf(
      await world.ben
        .post('/invites', { invitee_emails: 'once@example.com' })
        .then(async () => (await waitForMails(world, 'once@example.com', 2)).at(-1)!.link),
    )
    expect((await accept(second)).status).toBe(200)
    await refuses('This invitation has been used already.', second)
    await refuses('This invitation has been used already.', first)
    expect((await look(second)).body).toMatchObject({
      msg: 'This invitation has been used already.',
      reason: 'used',
    })
  })

  it('two at once: one account', async () => {
    const token = await invited('racer@example.com')
    const answers = await Promise.all([accept(token), accept(token), accept(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('a link works for many; email is needed', async () => {
    const token = await linked({ stream_ids: [streams.test] })
    for (const email of ['many-one@example.com', 'many-two@example.com']) {
      const answer = await accept(token, { email })
      expect(answer.body.email).toBe(email)
      expect(await subscribedTo(as(answer))).toEqual(['test'])
    }
    await refuses("Missing 'email' argument", token)
    await refuses('Enter a valid email address.', token, { email: 'nobody' })
  })

  it('a link does not tell active from deactivated accounts; a mailed invitation does', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'former@example.com',
      fullName: 'Former',
    })
    await deactivateUser(world.chat, user)
    const msg = 'You cannot join with this email address. If you have an account, sign in.'
    for (const email of ['ADA@example.com', 'former@example.com'])
      await refuses(msg, await linked(), { email })
    const token = await invited('later@example.com')
    await createUser(world.chat, world.demo.realm, { email: 'later@example.com', fullName: 'Later' })
    await refuses("Email 'later@example.com' already in use", token)
  })

  it('email | of an invitation by mail it can only be the invited one', async () => {
    const token = await invited('fixed@example.com')
    await refuses('This invitation is for another email address.', token, { email: 'else@example.com' })
    expect((await accept(token, { email: ' Fixed@example.com' })).body.email).toBe('fixed@example.com')
  })

  it('full_name and password | are checked, and a refused call leaves the invitation good', async () => {
    const token = await invited('checked@example.com')
    await refuses("Name can't be empty!", token, { full_name: ' ' })
    await refuses('Invalid characters in name!', token, { full_name: 'a*b' })
    await refuses('The password must have at least 8 characters.', token, { password: '7 chars' })
    await refuses("Missing 'full_name' argument", token, { full_name: undefined })
    await refuses("Missing 'password' argument", token, { password: undefined })
    expect((await accept(token)).status).toBe(200)
  })

  it('an expired invitation is refused, and says that it is expired', async () => {
    const token = await invited('late@example.com', { invite_expires_in_minutes: 1 })
    world.clock.advance(61)
    await refuses('This invitation has expired.', token)
    expect((await look(token)).body).toEqual({
      result: 'error',
      msg: 'This invitation has expired.',
      code: 'INVALID_LINK',
      reason: 'expired',
    })
  })

  it('a token that is none, or of another organization', async () => {
    const other = await foundOrganization(world, 'other.example.com')
    const foreign = await linked({}, other.member)
    for (const token of ['x'.repeat(43), 'short', foreign])
      await refuses('This invitation does not exist.', token)
    const there = fresh().with({ host: 'other.example.com' })
    expect((await look(foreign, there)).body.realm_name).toBe('Organization of other.example.com')
    await changeRealm(world, other.realm, { deactivated: 1 })
    expect((await look(foreign, there)).body.code).toBe('REALM_DEACTIVATED')
  })

  it('the inviter is deactivated, or is no administrator any more: no longer valid', async () => {
    const { user, apiKey } = await createUser(world.chat, world.demo.realm, {
      email: 'inviter@example.com',
      fullName: 'In Viter',
      role: 'administrator',
    })
    const inviter = new ApiClient(world.app, { email: user.email, key: apiKey })
    const asChief = await linked({ invite_as: 200 }, inviter)
    const asMember = await linked({}, inviter)
    await world.chat.database.write(user.realm_id, {
      work: ({ db }) => usersTable.update(db, user, { role: 'member' }),
    })
    const email = 'anybody@example.com'
    await refuses('This invitation is no longer valid.', asChief, { email })
    expect((await look(asMember)).status).toBe(200)
    await deactivateUser(world.chat, user)
    await refuses('This invitation is no longer valid.', asMember, { email })
  })

  it('the inviter gets a message, unless they turned it off', async () => {
    const cleo = await watch(world.cleo, ['message', 'invites_changed'])
    const ada = await watch(world.ada, ['invites_changed', 'realm_user'])
    const told = await linked({}, world.cleo)
    const silent = await linked({ notify_referrer_on_join: false }, world.cleo)
    await accept(told, { email: 'told@example.com', full_name: 'Told' })
    await accept(silent, { email: 'silent@example.com', full_name: 'Silent' })
    const news = await cleo.news()
    expect(news.map(({ type }) => type).filter((type) => type === 'invites_changed')).toHaveLength(4)
    const texts = news.flatMap(({ message }) => (message?.type === 'private' ? [message.content] : []))
    expect(texts).toHaveLength(1)
    expect(texts[0]).toMatch(/^@_\*\*Told\|\d+\*\* has accepted your invitation\.$/)
    expect((await ada.news()).map(({ type }) => type)).toEqual([
      'invites_changed',
      'invites_changed',
      'realm_user',
      'invites_changed',
      'realm_user',
      'invites_changed',
    ])
  })

  it('thirty looks a minute from one address', async () => {
    const one = fresh()
    for (let time = 0; time < 30; time += 1) expect((await look('none', one)).status).toBe(400)
    expect((await look('none', one)).body.code).toBe('RATE_LIMIT_HIT')
    expect((await accept('none', {}, one)).status).toBe(429)
  })
})
