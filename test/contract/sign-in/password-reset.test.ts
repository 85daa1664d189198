import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { readMails, waitForMails } from '../../harness/read-mails.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from './browser.ts'

describe.each(engines)('A forgotten password on %s', (engine) => {
  let world: World
  let passwordHash: string
  beforeAll(async () => {
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
    passwordHash = await hashPassword('the old password')
  })
  afterAll(() => world.stop())

  let host = 0
  /** Each from an address of its own, so that only the limits in question count. */
  const fresh = () => {
    host += 1
    return world.nobody.with({ 'x-forwarded-for': `10.0.${host}.1` })
  }
  const join = async (name: string) =>
    (
      await createUser(world.chat, world.demo.realm, {
        email: `${name}@example.com`,
        fullName: name,
        passwordHash,
      })
    ).user
  const request = (email: string, client = fresh()) => client.post('/password_reset', { email })
  const askedToken = async (name: string, count = 1) => {
    expect((await request(`${name}@example.com`)).status).toBe(200)
    const mails = await waitForMails(world, `${name}@example.com`, count)
    return mails
      .findLast(({ link }) => link !== '')!
      .link.split('/')
      .at(-1)!
  }
  const reset = (token: string, password = 'the new password', client = fresh()) =>
    client.post(`/password_reset/${token}`, { password })
  const opens = async (name: string, password: string) =>
    (await fresh().post('/fetch_api_key', { username: `${name}@example.com`, password })).status === 200
  const invalid = {
    result: 'error',
    msg: 'This link has been used already, or is too old. Ask for a new one.',
    code: 'INVALID_LINK',
    reason: 'used_or_expired',
  }

  it('a mail with a link; the new password works, the old one not, and all sessions end', async () => {
    await join('oblivious')
    const browser = await signIn(world.nobody, 'oblivious@example.com')
    const answer = await request(' Oblivious@example.com')
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    const [mail] = await waitForMails(world, 'oblivious@example.com')
    expect(mail!.subject).toBe('Reset your password for Acme')
    expect(mail!.link).toMatch(/^http:\/\/chat\.example\.com\/reset-password\/[\w-]{43}$/)
    const token = mail!.link.split('/').at(-1)!
    expect((await reset(token)).body).toEqual({ result: 'success', msg: '' })
    expect(await opens('oblivious', 'the new password')).toBe(true)
    expect(await opens('oblivious', 'the old password')).toBe(false)
    expect((await browser.client.get('/users/me')).status).toBe(401)
    const stored = await world.chat.database.read.selectFrom('password_resets').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('ends everything a stranger may have: the key, sessions, queues, and the keys of the bots', async () => {
    const user = world.as(await join('robbed'))
    const { client: thief } = await signIn(world.nobody, 'robbed@example.com')
    const robot = { full_name: 'Robbed Robot', short_name: 'robbed' }
    const made = (await thief.post('/bots', robot)).body
    const bot = new ApiClient(world.app, { email: 'robbed-bot@chat.example.com', key: made.api_key })
    const queues = await Promise.all([user, thief, bot].map((client) => watch(client, ['message'])))
    const waiting = [user, thief, bot].map((client, index) =>
      client.get('/events', { queue_id: queues[index]!.queueId, last_event_id: -1 }),
    )
    const ada = await watch(world.ada, ['realm_bot'])
    await reset(await askedToken('robbed'))
    for (const answer of await Promise.all(waiting)) expect(answer.body.events ?? []).toEqual([])
    for (const client of [user, thief, bot]) expect((await client.get('/users/me')).status).toBe(401)
    const given = { username: 'robbed@example.com', password: 'the new password' }
    const { api_key: key } = (await fresh().post('/fetch_api_key', given)).body
    const renewed = new ApiClient(world.app, { email: 'robbed@example.com', key })
    for (const { queueId } of queues.slice(0, 2)) {
      const args = { queue_id: queueId, last_event_id: -1, dont_block: true }
      expect((await renewed.get('/events', args)).body.code).toBe('BAD_EVENT_QUEUE_ID')
    }
    const [renewedBot] = (await renewed.get('/bots')).body.bots
    expect(renewedBot.api_key).not.toBe(made.api_key)
    // Administrators learn of the change, but get no key.
    const [event] = await ada.news()
    expect(event).toMatchObject({ op: 'update', bot: { user_id: made.user_id } })
    expect(event.bot).not.toHaveProperty('api_key')
  })

  it('a thief who uses the old password at the same time keeps nothing', async () => {
    const user = await join('raced')
    const [thief, account] = [world.as(user), { username: user.email, password: 'the old password' }]
    const token = await askedToken('raced')
    const change = { old_password: account.password, new_password: 'of the thief', keep_api_key: true }
    const [changed, session, key, ended] = await Promise.all([
      thief.patch('/settings', { ...change, email: 'thief@example.com' }),
      fresh().post('/sessions', account),
      thief.post('/users/me/api_key/regenerate', { password: account.password }),
      reset(token),
    ])
    // Whichever comes first: a change of the thief may end the link, but the link ends all that the thief has.
    // One that was accepted has sent a notice, without a link.
    const count = changed.status === 200 ? 3 : 2
    if (ended.status !== 200) expect((await reset(await askedToken('raced', count))).status).toBe(200)
    expect([200, 400, 401]).toContain(changed.status)
    expect(await opens('raced', 'the new password')).toBe(true)
    expect(await opens('raced', 'of the thief')).toBe(false)
    expect((await thief.get('/users/me')).status).toBe(401)
    const renewed = new ApiClient(world.app, { email: user.email, key: key.body.api_key ?? 'none' })
    expect((await renewed.get('/users/me')).status).toBe(401)
    const browser = fresh().with({ cookie: String(session.headers['set-cookie']).split(';')[0]! })
    expect((await browser.get('/users/me')).status).toBe(401)
  })

  it('keep_bot_keys | the bots go on, and nothing else', async () => {
    const user = world.as(await join('keeper'))
    const robot = { full_name: 'Kept Robot', short_name: 'kept' }
    const made = (await user.post('/bots', robot)).body
    const bot = new ApiClient(world.app, { email: 'kept-bot@chat.example.com', key: made.api_key })
    const password = 'the new password'
    await fresh().post(`/password_reset/${await askedToken('keeper')}`, { password, keep_bot_keys: true })
    expect((await bot.get('/users/me')).status).toBe(200)
    expect((await user.get('/users/me')).status).toBe(401)
  })

  it('the link works once, and with it go all others of the account', async () => {
    await join('twice')
    const first = await askedToken('twice')
    const second = await askedToken('twice', 2)
    expect((await reset(second)).status).toBe(200)
    for (const token of [second, first]) {
      const answer = await reset(token, 'another password')
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual(invalid)
    }
    expect(await opens('twice', 'the new password')).toBe(true)
  })

  it('two at once: one of them', async () => {
    await join('racer')
    const token = await askedToken('racer')
    const answers = await Promise.all([reset(token, 'password one'), reset(token, 'password two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('a link that is older than an hour is refused', async () => {
    await join('slow')
    const token = await askedToken('slow')
    world.clock.advance(3601)
    expect((await reset(token)).body).toEqual(invalid)
    expect(await opens('slow', 'the old password')).toBe(true)
  })

  it('an unknown address, a bot, a closed account: the same answer, and no mail', async () => {
    await deactivateUser(world.chat, await join('closed'))
    for (const email of ['unknown@example.com', 'echo-bot@example.com', 'closed@example.com'])
      expect((await request(email)).body).toEqual({ result: 'success', msg: '' })
    await join('witness')
    await askedToken('witness')
    const receivers = (await readMails(world)).map(({ to }) => to)
    expect(receivers).toContain('witness@example.com')
    expect(receivers).not.toContain('unknown@example.com')
    expect(receivers).not.toContain('echo-bot@example.com')
    expect(receivers).not.toContain('closed@example.com')
  })

  it('a link for somebody who is deactivated meanwhile stops working', async () => {
    const user = await join('leaver')
    const token = await askedToken('leaver')
    await deactivateUser(world.chat, user)
    expect((await reset(token)).body).toEqual(invalid)
  })

  it('a token that is none, or of another organization', async () => {
    await foundOrganization(world, 'other.example.com')
    await join('homebody')
    const token = await askedToken('homebody')
    const there = fresh().with({ host: 'other.example.com' })
    expect((await reset(token, 'the new password', there)).body).toEqual(invalid)
    expect((await reset('x'.repeat(43))).body).toEqual(invalid)
    expect((await reset('short')).body).toEqual(invalid)
    expect(await opens('homebody', 'the old password')).toBe(true)
  })

  it('password | at least 8 characters, at most 1000; a refused one leaves the link good', async () => {
    await join('careless')
    const token = await askedToken('careless')
    expect((await reset(token, '7 chars')).body.msg).toBe('The password must have at least 8 characters.')
    expect((await reset(token, 'x'.repeat(1001))).body.msg).toBe(
      'password is too long (limit: 1000 characters)',
    )
    expect((await fresh().post(`/password_reset/${token}`)).body.var_name).toBe('password')
    expect((await reset(token, '8 chars!')).status).toBe(200)
  })

  it('email | must be one', async () => {
    expect((await request('nobody')).body.msg).toBe('Enter a valid email address.')
    expect((await fresh().post('/password_reset')).body.var_name).toBe('email')
  })

  it('five mails per account within half an hour, twenty requests per address', async () => {
    await join('pestered')
    for (let time = 0; time < 5; time += 1) expect((await request('pestered@example.com')).status).toBe(200)
    const answer = await request('pestered@example.com')
    expect(answer.status).toBe(429)
    expect(answer.body).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) })
    const one = fresh()
    for (let time = 0; time < 20; time += 1)
      expect((await request(`stranger-${time}@example.com`, one)).status).toBe(200)
    expect((await request('stranger-x@example.com', one)).status).toBe(429)
  })

  it('requests of a refused address use up nothing of an account, and no request counts as a sign-in', async () => {
    await join('quiet')
    // Counters of failed sign-ins are limited in number: resets, which are cheap, must not push them out.
    const counted = vi.spyOn(world.chat.signInLimiter, 'take')
    const one = fresh()
    for (let time = 0; time < 20; time += 1) await request(`noise-${time}@example.com`, one)
    for (let time = 0; time < 5; time += 1) expect((await request('quiet@example.com', one)).status).toBe(429)
    expect((await request('quiet@example.com')).status).toBe(200)
    expect(counted).not.toHaveBeenCalled()
    counted.mockRestore()
  })

  it('without a mail server an administrator gets a link; members, guests and bots do not', async () => {
    const user = await join('helped')
    const path = `/users/${user.id}/password_reset`
    const bot = await world.ada.post('/bots', { full_name: 'Reset Robot', short_name: 'reset' })
    const robot = new ApiClient(world.app, { email: 'reset-bot@chat.example.com', key: bot.body.api_key })
    for (const client of [world.ben, world.gus, world.nobody, robot])
      expect(JSON.stringify((await client.post(path)).body)).not.toContain('reset_link')
    const { reset_link: link } = (await world.ada.post(path)).body
    expect(await readMails(world, user.email)).toEqual([])
    // Until it is used, nothing changes.
    expect(await opens('helped', 'the old password')).toBe(true)
    expect((await reset(link.split('/').at(-1))).status).toBe(200)
    expect(await opens('helped', 'the new password')).toBe(true)
    expect(await opens('helped', 'the old password')).toBe(false)
    expect((await world.ada.post(`/users/${bot.body.user_id}/password_reset`)).body.msg).toBe('No such user')
    await deactivateUser(world.chat, user)
    expect((await world.ada.post(path)).body.msg).toContain('deactivated')
  })

  it('a stranger never gets a link, and learns nothing about accounts', async () => {
    await join('asked')
    const [known, unknown] = [await request('asked@example.com'), await request('nobody@example.com')]
    expect(known.body).toEqual({ result: 'success', msg: '' })
    expect(unknown.body).toEqual(known.body)
  })

  it('is a welcome for somebody who never had a password', async () => {
    await createUser(world.chat, world.demo.realm, { email: 'first@example.com', fullName: 'First' })
    await request('first@example.com')
    const [mail] = await waitForMails(world, 'first@example.com')
    expect(mail!.subject).toBe('Welcome to Acme: choose a password')
    expect(mail!.text).not.toMatch(/reset (the|your) password|signs you out/i)
    expect((await reset(mail!.link.split('/').at(-1)!)).status).toBe(200)
    expect(await opens('first', 'the new password')).toBe(true)
  })

  it('can be looked at: for which account it is, and whether it still works', async () => {
    await join('reader')
    const token = await askedToken('reader')
    const look = (of = token, client = fresh()) => client.get(`/password_reset/${of}`)
    expect((await look()).body).toEqual({
      result: 'success',
      msg: '',
      email: 'reader@example.com',
      realm_name: 'Acme',
      is_first: false,
    })
    expect((await reset(token, 'short')).body.msg).toBe('The password must have at least 8 characters.')
    expect((await reset(token, 'chosen on a page')).status).toBe(200)
    expect(await opens('reader', 'chosen on a page')).toBe(true)
    for (const link of [token, 'guess']) expect((await look(link)).body).toEqual(invalid)
    const one = fresh()
    for (let time = 0; time < 30; time += 1) expect((await look('guess', one)).status).toBe(400)
    expect((await reset('guess', 'long enough', one)).status).toBe(429)
  })
})
