import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Add subscriptions, refused, on %s', (engine) => {
  let world: World
  let strict: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    strict = await foundOrganization(world, 'strict.example.com', {
      create_stream_policy: 'administrators',
      invite_to_stream_policy: 'administrators',
    })
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  const streamNames = async (client = world.ada) => {
    const { body } = await client.get('/streams', { include_all_active: true })
    return body.streams.map((stream: { name: string }) => stream.name)
  }
  const namesOf = async (client: World['ada']) => {
    const { body } = await client.get(path)
    return body.subscriptions.map((one: { name: string }) => one.name)
  }
  const refuses = async (answer: Promise<{ status: number; body: unknown }>, body: object, status = 400) => {
    const before = await streamNames()
    const given = await answer
    expect(given.status).toBe(status)
    expect(given.body).toEqual({ result: 'error', ...body })
    expect(await streamNames()).toEqual(before)
  }

  it('authorization_errors_fatal | default true: an authorization failure is an error', async () => {
    await refuses(world.ben.post(path, { subscriptions: [{ name: 'leadership' }] }), {
      msg: 'Unable to access stream (leadership).',
      code: 'BAD_REQUEST',
    })
  })

  it('authorization_errors_fatal | true: a refused request creates nothing and subscribes nobody', async () => {
    const before = await namesOf(world.ben)
    await refuses(
      world.ben.post(path, {
        subscriptions: [{ name: 'never made' }, { name: 'announcements' }, { name: 'leadership' }],
        authorization_errors_fatal: true,
      }),
      { msg: 'Unable to access stream (leadership).', code: 'BAD_REQUEST' },
    )
    expect(await namesOf(world.ben)).toEqual(before)
  })

  it('authorization_errors_fatal | false: reported in unauthorized, result success, the rest is done', async () => {
    const answer = await world.ben.post(path, {
      subscriptions: [{ name: 'leadership' }, { name: 'made anyway' }],
      authorization_errors_fatal: false,
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      subscribed: { 'ben@example.com': ['made anyway'] },
      already_subscribed: {},
      unauthorized: ['leadership'],
    })
    expect(await namesOf(world.ben)).not.toContain('leadership')
  })

  it('unauthorized | present when there was a failure: absent when there was none', async () => {
    const answer = await world.ben.post(path, {
      subscriptions: [{ name: 'test' }],
      authorization_errors_fatal: false,
    })
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('unauthorized')
  })

  it('unauthorized | decided by the requester: a subscriber of a private stream can add others', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'dot@example.com',
      fullName: 'Dot',
    })
    const answer = await world.cleo.post(path, {
      subscriptions: [{ name: 'leadership' }],
      principals: [user.email],
    })
    expect(answer.body.subscribed).toEqual({ 'dot@example.com': ['leadership'] })
  })

  it('unauthorized | an administrator who is not subscribed may not enter a private stream either', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'bens own' }], invite_only: true })
    await refuses(world.ada.post(path, { subscriptions: [{ name: 'bens own' }] }), {
      msg: 'Unable to access stream (bens own).',
      code: 'BAD_REQUEST',
    })
  })

  it.each(['nobody@example.com', 'notification-bot@switchboard.invalid'])(
    'principals | %s is unknown: 403 UNAUTHORIZED_PRINCIPAL with principal',
    async (principal) => {
      await refuses(
        world.ada.post(path, { subscriptions: [{ name: 'for nobody' }], principals: [principal] }),
        {
          msg: `User not authorized to execute queries on behalf of '${principal}'`,
          code: 'UNAUTHORIZED_PRINCIPAL',
          principal,
        },
        403,
      )
    },
  )

  it('principals | a deactivated account is unknown', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'gone@example.com',
      fullName: 'Gone Girl',
    })
    await deactivateUser(world.chat, user)
    await refuses(
      world.ada.post(path, { subscriptions: [{ name: 'for the gone' }], principals: [user.email] }),
      {
        msg: "User not authorized to execute queries on behalf of 'gone@example.com'",
        code: 'UNAUTHORIZED_PRINCIPAL',
        principal: 'gone@example.com',
      },
      403,
    )
  })

  it('principals | somebody of another organization is unknown', async () => {
    const principal = strict.people.member.email
    const answer = await world.ada.post(path, { subscriptions: [{ name: 'test' }], principals: [principal] })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL', principal })
  })

  it('a guest: Not allowed for guest users', async () => {
    await refuses(world.gus.post(path, { subscriptions: [{ name: 'general' }] }), {
      msg: 'Not allowed for guest users',
      code: 'BAD_REQUEST',
    })
    expect(await namesOf(world.gus)).toEqual([])
  })

  it('a member creates an announcement-only stream: User cannot create a stream with these settings.', async () => {
    await refuses(
      world.ben.post(path, { subscriptions: [{ name: 'my news' }], is_announcement_only: true }),
      { msg: 'User cannot create a stream with these settings.', code: 'BAD_REQUEST' },
    )
  })

  it('policy: only administrators create streams: User cannot create streams.', async () => {
    const refused = await strict.member.post(path, { subscriptions: [{ name: 'made by a member' }] })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ result: 'error', msg: 'User cannot create streams.', code: 'BAD_REQUEST' })
    expect(await streamNames(strict.chief)).not.toContain('made by a member')
    const done = await strict.chief.post(path, { subscriptions: [{ name: 'made by the chief' }] })
    expect(done.status).toBe(200)
    const joined = await strict.member.post(path, { subscriptions: [{ name: 'made by the chief' }] })
    expect(joined.body.subscribed).toEqual({ 'member@strict.example.com': ['made by the chief'] })
  })

  it("policy: Only administrators can modify other users' subscriptions.", async () => {
    const { chief, member } = strict.people
    const refused = await strict.member.post(path, {
      subscriptions: [{ name: 'general' }],
      principals: [chief.email],
    })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({
      result: 'error',
      msg: "Only administrators can modify other users' subscriptions.",
      code: 'BAD_REQUEST',
    })
    const own = { subscriptions: [{ name: 'general' }], principals: [member.email] }
    expect((await strict.member.post(path, own)).status).toBe(200)
    expect((await strict.chief.post(path, own)).status).toBe(200)
  })

  it.each([
    { rule: 'empty', name: '', msg: "Invalid stream name ''" },
    { rule: 'blank', name: '   ', msg: "Invalid stream name ''" },
    { rule: 'over 60 characters', name: 'x'.repeat(61), msg: 'Stream name too long (limit: 60 characters).' },
    { rule: 'with a line break', name: 'a\nb', msg: "Invalid stream name 'a\nb'" },
    { rule: 'with NUL', name: 'a\0b', msg: 'subscriptions[1]["name"] must not contain null bytes' },
  ])('name rules: $rule', async ({ name, msg }) => {
    await refuses(world.ben.post(path, { subscriptions: [{ name: 'first of two' }, { name }] }), {
      msg,
      code: 'BAD_REQUEST',
    })
  })

  it.each([
    { what: 'not JSON', sent: 'canoes', msg: 'Argument "subscriptions" is not valid JSON.' },
    { what: 'not a list', sent: { name: 'x' }, msg: 'subscriptions is not a list' },
    { what: 'not a list of objects', sent: ['x'], msg: 'subscriptions[0] is not a dict' },
    { what: 'without name', sent: [{ name: 'a' }, {}], msg: 'name key is missing from subscriptions[1]' },
    { what: 'name not text', sent: [{ name: 5 }], msg: 'subscriptions[0]["name"] is not a string' },
    {
      what: 'description not text',
      sent: [{ name: 'a', description: [] }],
      msg: 'subscriptions[0]["description"] is not a string',
    },
    {
      what: 'description over 1024 characters',
      sent: [{ name: 'a', description: 'x'.repeat(1025) }],
      msg: 'subscriptions[0]["description"] is too long (limit: 1024 characters)',
    },
    {
      what: 'color not hex',
      sent: [{ name: 'a', color: 'red' }],
      msg: 'subscriptions[0]["color"] is not a valid hex color code',
    },
    {
      what: 'unexpected keys',
      sent: [{ name: 'a', size: 1, shape: 2 }],
      msg: 'Unexpected arguments: size, shape',
    },
  ])('subscriptions $what: $msg', async ({ sent, msg }) => {
    await refuses(world.ben.post(path, { subscriptions: sent }), { msg, code: 'BAD_REQUEST' })
  })

  it.each([
    ['invite_only', 'yes', 'Argument "invite_only" is not valid JSON.'],
    ['invite_only', '1', 'invite_only is not a boolean'],
    ['authorization_errors_fatal', '"true"', 'authorization_errors_fatal is not a boolean'],
    ['is_announcement_only', 'True', 'Argument "is_announcement_only" is not valid JSON.'],
    ['announce', '0', 'announce is not a boolean'],
    ['history_public_to_subscribers', '3', 'history_public_to_subscribers is not a boolean'],
    ['principals', '"ben@example.com"', 'principals is not a list'],
    ['principals', '[true]', 'principals[0] is not a string'],
  ])('%s=%s: %s', async (name, text, msg) => {
    await refuses(world.ben.post(path, { subscriptions: [{ name: 'untyped' }], [name]: text }), {
      msg,
      code: 'BAD_REQUEST',
    })
  })
})
