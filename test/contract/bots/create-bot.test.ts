import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Bots: create and list, on %s', (engine) => {
  let world: World
  let other: Organization
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine)
    other = await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(() => world.stop())

  const fresh = () => {
    count += 1
    return { full_name: `Robot ${count}`, short_name: `robot${count}` }
  }
  const own = async (client = world.ben) => (await client.get('/bots')).body.bots
  const refused = async (args: object, msg: string, code = 'BAD_REQUEST', client = world.ben) => {
    const before = await own()
    const watching = await watch(world.ada, ['realm_bot', 'realm_user'])
    const answer = await client.post('/bots', { ...fresh(), ...args })
    expect(answer).toMatchObject({ status: 400, body: { result: 'error', msg, code } })
    expect(await own()).toEqual(before)
    expect(await watching.news()).toEqual([])
  }

  it('a generic bot: the answer, its key, the list of its owner', async () => {
    const { body, status } = await world.ben.post('/bots', { full_name: ' Helper ', short_name: 'helper' })
    expect(status).toBe(200)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      user_id: expect.any(Number),
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      avatar_url: expect.stringContaining('http://chat.example.com/avatars/'),
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
    })
    expect((await own()).at(-1)).toEqual({
      username: 'helper-bot@chat.example.com',
      full_name: 'Helper',
      user_id: body.user_id,
      bot_type: 1,
      api_key: body.api_key,
      avatar_url: body.avatar_url,
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
      services: [],
    })
    const bot = new ApiClient(world.app, { email: 'helper-bot@chat.example.com', key: body.api_key })
    expect((await bot.get('/users/me')).body).toMatchObject({ user_id: body.user_id, is_bot: true })
    expect((await own(world.ada)).map((one: { user_id: number }) => one.user_id)).not.toContain(body.user_id)
  })

  it('at the host of its organization', async () => {
    const { body } = await other.member.post('/bots', { full_name: 'Raft', short_name: 'raft' })
    expect(await own(other.member)).toMatchObject([
      { username: 'raft-bot@rafts.example.com', user_id: body.user_id },
    ])
    const registered = await other.member.post('/register', { fetch_event_types: ['realm'] })
    expect(registered.body.realm_bot_domain).toBe('rafts.example.com')
  })

  it('an incoming webhook bot can only send', async () => {
    const made = await world.ben.post('/bots', { ...fresh(), bot_type: 2 })
    const email = `robot${count}-bot@chat.example.com`
    const bot = new ApiClient(world.app, { email, key: made.body.api_key })
    expect((await bot.get('/users/me')).status).toBe(401)
    const sent = await bot.post('/messages', { type: 'stream', to: 'test', topic: 'x', content: 'x' })
    expect(sent.status).toBe(200)
  })

  it('an outgoing webhook bot has a service, with a token and a secret', async () => {
    const made = await world.ben.post('/bots', {
      ...fresh(),
      bot_type: 3,
      payload_url: JSON.stringify('http://127.0.0.1:9/hook'),
      interface_type: 2,
    })
    const bot = (await own()).at(-1)
    expect(bot).toMatchObject({
      bot_type: 3,
      services: [{ base_url: 'http://127.0.0.1:9/hook', interface: 2, token: expect.any(String) }],
    })
    const secret = await world.ben.get(`/bots/${made.body.user_id}/webhook_secret`)
    expect(secret.body.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(secret.body.webhook_secret).not.toContain(bot.services[0].token)
  })

  it('default streams are known by their names', async () => {
    const made = await world.ben.post('/bots', {
      ...fresh(),
      default_sending_stream: 'TEST',
      default_events_register_stream: 'random',
      default_all_public_streams: true,
    })
    const defaults = {
      default_sending_stream: 'test',
      default_events_register_stream: 'random',
      default_all_public_streams: true,
    }
    expect(made.body).toMatchObject(defaults)
    expect((await own()).at(-1)).toMatchObject(defaults)
  })

  it.each([
    [{ short_name: '' }, 'Bad name or username'],
    [{ short_name: 'a b' }, 'Bad name or username'],
    [{ short_name: 'a@b' }, 'Bad name or username'],
    [{ short_name: 'x'.repeat(60) }, 'Bad name or username'],
    [{ full_name: ' ' }, "Name can't be empty!"],
    [{ full_name: 'x'.repeat(101) }, 'Name too long!'],
    [{ full_name: 'Evil **' }, 'Invalid characters in name!'],
    [{ full_name: 'echo BOT' }, 'Name is already in use!'],
    [{ short_name: 'Helper' }, 'Username already in use'],
    [{ bot_type: 0 }, 'Invalid bot type'],
    [{ bot_type: 4 }, 'Invalid bot type'],
    [{ bot_type: 'x' }, 'Argument "bot_type" is not valid JSON.'],
    [{ bot_type: 3 }, 'payload_url is not a URL'],
    [{ bot_type: 3, payload_url: 'ftp://example.com' }, 'payload_url is not a URL'],
    [{ bot_type: 3, payload_url: `http://a.org/${'x'.repeat(2000)}` }, 'payload_url is not a URL'],
    [{ bot_type: 3, payload_url: 'http://a.org', interface_type: 3 }, 'Invalid interface type'],
    [{ default_sending_stream: 'nowhere' }, "Invalid stream name 'nowhere'"],
    [{ default_sending_stream: 'leadership' }, "Invalid stream name 'leadership'"],
    [{ default_events_register_stream: 'leadership' }, "Invalid stream name 'leadership'"],
    [{ default_all_public_streams: 'yes' }, 'Argument "default_all_public_streams" is not valid JSON.'],
  ])('refused: %j', async (args, msg) => {
    await refused(args, msg)
  })

  it('missing names are named', async () => {
    expect((await world.ben.post('/bots', { full_name: 'X' })).body).toMatchObject({ var_name: 'short_name' })
    expect((await world.ben.post('/bots', { short_name: 'x' })).body).toMatchObject({ var_name: 'full_name' })
  })

  it('guests, bots, incoming webhook bots and nobody may not', async () => {
    await refused({}, 'Not allowed for guest users', 'BAD_REQUEST', world.gus)
    await refused({}, 'This endpoint does not accept bot requests.', 'BAD_REQUEST', world.echoBot)
    expect((await world.gus.get('/bots')).body.msg).toBe('Not allowed for guest users')
    expect((await world.hookBot.post('/bots', fresh())).status).toBe(401)
    expect((await world.nobody.get('/bots')).status).toBe(401)
  })

  it('bot_creation_policy 2: generic bots by administrators only; 3: all of them', async () => {
    const msg = 'Must be an organization administrator'
    await world.ada.patch('/realm', { bot_creation_policy: 2 })
    await refused({}, msg, 'UNAUTHORIZED_PRINCIPAL')
    expect((await world.ben.post('/bots', { ...fresh(), bot_type: 2 })).status).toBe(200)
    await world.ada.patch('/realm', { bot_creation_policy: 3 })
    await refused({ bot_type: 2 }, msg, 'UNAUTHORIZED_PRINCIPAL')
    await refused({ bot_type: 3, payload_url: 'http://a.org' }, msg, 'UNAUTHORIZED_PRINCIPAL')
    expect((await world.ada.post('/bots', fresh())).status).toBe(200)
    await world.ada.patch('/realm', { bot_creation_policy: 1 })
  })

  it('events: realm_user to everyone, realm_bot with the secrets to the owner and administrators only', async () => {
    const types = ['realm_bot', 'realm_user']
    const [ada, ben, cleo] = await Promise.all(
      [world.ada, world.ben, world.cleo].map((one) => watch(one, types)),
    )
    const elsewhere = await watch(other.chief, types)
    const { body } = await world.ben.post('/bots', {
      ...fresh(),
      bot_type: 3,
      payload_url: 'http://127.0.0.1:9/',
      default_sending_stream: 'test',
    })
    const events = await ben!.news()
    expect(events).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id: body.user_id, is_bot: true, bot_type: 3 } },
      {
        type: 'realm_bot',
        op: 'add',
        bot: {
          user_id: body.user_id,
          api_key: body.api_key,
          owner: 'ben@example.com',
          default_sending_stream: 'test',
          services: [{ base_url: 'http://127.0.0.1:9/', interface: 1, token: expect.any(String) }],
        },
      },
    ])
    expect((await ada!.news()).map((one) => one.type)).toEqual(['realm_user', 'realm_bot'])
    expect((await cleo!.news()).map((one) => one.type)).toEqual(['realm_user'])
    expect(await elsewhere.news()).toEqual([])
    const { realm_bots: bots } = (await world.ben.post('/register', { fetch_event_types: ['realm_bot'] }))
      .body
    expect(bots.at(-1)).toEqual(events[1].bot)
    const log = await world.chat.database.read.selectFrom('events').select('payload').execute()
    const written = log.map((row) => row.payload).join()
    expect(written).toContain('sealed_token')
    expect(written).not.toContain(body.api_key)
    expect(written).not.toContain(events[1].bot.services[0].token)
  })
})
