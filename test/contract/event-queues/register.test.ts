import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Register an event queue on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const say = (content: string, to = 'test', client = world.ada) =>
    client.post('/messages', { type: 'stream', to, topic: 'talk', content })
  const contents = (events: { message: { content: string } }[]) =>
    events.map(({ message }) => message.content)

  it('Response: queue_id (string), last_event_id (integer, -1), msg, result', async () => {
    const { status, body } = await world.ben.post('/register', { event_types: [] })
    expect(status).toBe(200)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      queue_id: expect.stringMatching(/./),
      last_event_id: -1,
      chat_version: expect.any(String),
      zulip_version: expect.any(String),
      zulip_merge_base: expect.any(String),
      zulip_feature_level: expect.any(Number),
    })
  })

  it('each registration is a queue of its own', async () => {
    const one = await watch(world.ben, ['message'])
    const other = await watch(world.ben, ['message'])
    expect(one.queueId).not.toBe(other.queueId)
    await say('to both')
    expect(contents(await one.news())).toEqual(['to both'])
    expect(contents(await other.news())).toEqual(['to both'])
  })

  it('apply_markdown | default false: raw Markdown', async () => {
    const ben = await watch(world.ben, ['message'])
    await say('**bold**')
    expect(await ben.news()).toMatchObject([
      { message: { content: '**bold**', content_type: 'text/x-markdown' } },
    ])
  })

  it('apply_markdown | true: content as HTML', async () => {
    const ben = await watch(world.ben, ['message'], { apply_markdown: true })
    await say('**bold**')
    expect(await ben.news()).toMatchObject([
      { message: { content: '<p><strong>bold</strong></p>', content_type: 'text/html' } },
    ])
  })

  it('client_avatar | default false: avatar_url in events and initial data', async () => {
    const ben = await watch(world.ben, ['message'])
    await say('with a picture')
    const [event] = await ben.news()
    expect(event.message.avatar_url).toContain('http://chat.example.com/')
    const { body } = await world.ben.post('/register', { event_types: ['realm_user'] })
    for (const user of body.realm_users) expect(user.avatar_url).not.toBeNull()
  })

  it.each(['client_avatar', 'client_gravatar'])('%s | true: null for default avatars', async (name) => {
    const ben = await watch(world.ben, ['message'], { [name]: true })
    await say('without a picture')
    const [event] = await ben.news()
    expect(event.message.avatar_url).toBeNull()
    const { body } = await world.ben.post('/register', { event_types: ['realm_user'], [name]: true })
    for (const user of body.realm_users) expect(user.avatar_url).toBeNull()
  })

  it('event_types | default all event types', async () => {
    const registered = await world.ben.post('/register', { fetch_event_types: [] })
    await say('a message')
    await world.ben.patch('/users/me/subscriptions/muted_topics', { stream: 'test', topic: 'a', op: 'add' })
    const { body } = await world.ben.get('/events', {
      queue_id: registered.body.queue_id,
      last_event_id: -1,
      dont_block: true,
    })
    expect(body.events.map((event: { type: string }) => event.type)).toEqual([
      'message',
      'user_topic',
      'muted_topics',
    ])
  })

  it('event_types | only the types wanted', async () => {
    const ben = await watch(world.ben, ['muted_topics'])
    await say('not wanted')
    await world.ben.patch('/users/me/subscriptions/muted_topics', { stream: 'test', topic: 'b', op: 'add' })
    expect((await ben.news()).map((event) => event.type)).toEqual(['muted_topics'])
  })

  it('event_types | an empty list: no events', async () => {
    const ben = await watch(world.ben, [])
    await say('unheard')
    expect(await ben.news()).toEqual([])
  })

  it('all_public_streams | default false: only what comes to the user', async () => {
    const cleo = await watch(world.cleo, ['message'])
    await say('not for cleo', 'test')
    expect(await cleo.news()).toEqual([])
  })

  it('all_public_streams | true: messages of all public streams, without flags; private ones not', async () => {
    const cleo = await watch(world.cleo, ['message'], { all_public_streams: true })
    await world.ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'den' }], invite_only: true })
    await say('in private', 'den', world.ben)
    await world.ben.post('/messages', { type: 'private', to: ['ada@example.com'], content: 'between us' })
    await say('overheard', 'test')
    expect(await cleo.news()).toMatchObject([{ flags: [], message: { content: 'overheard' } }])
  })

  it('all_public_streams | true, for a guest: only what comes to them', async () => {
    const gus = await watch(world.gus, ['message'], { all_public_streams: true })
    await say('not for guests', 'test')
    await world.ada.post('/messages', { type: 'private', to: ['gus@example.com'], content: 'for gus' })
    expect(contents(await gus.news())).toEqual(['for gus'])
  })

  it('include_subscribers | default false: no subscribers', async () => {
    const { body } = await world.ben.post('/register', { event_types: ['subscription'] })
    expect(body.subscriptions.length).toBeGreaterThan(0)
    for (const one of body.subscriptions) expect(one).not.toHaveProperty('subscribers')
  })

  it('include_subscribers | true: ids of the subscribers of each stream', async () => {
    const { ada, ben } = world.demo.people
    const { body } = await world.ben.post('/register', {
      event_types: ['subscription'],
      include_subscribers: true,
    })
    const test = body.subscriptions.find((one: { name: string }) => one.name === 'test')
    expect(test.subscribers).toEqual([ada.id, ben.id])
  })

  it('fetch_event_types | default: the event_types value', async () => {
    const { body } = await world.ben.post('/register', { event_types: ['pointer'] })
    expect(body).toHaveProperty('pointer')
    expect(body).not.toHaveProperty('alert_words')
  })

  it('fetch_event_types | types used to fetch initial data, apart from those of the events', async () => {
    const { body } = await world.ben.post('/register', {
      event_types: ['message'],
      fetch_event_types: ['alert_words'],
    })
    expect(body).toHaveProperty('alert_words')
    expect(body).not.toHaveProperty('max_message_id')
    await say('still heard')
    const { body: polled } = await world.ben.get('/events', {
      queue_id: body.queue_id,
      last_event_id: -1,
      dont_block: true,
    })
    expect(contents(polled.events)).toEqual(['still heard'])
  })

  it.each([
    ['apply_markdown', '1', 'apply_markdown is not a boolean'],
    ['apply_markdown', 'yes', 'Argument "apply_markdown" is not valid JSON.'],
    ['client_avatar', '"true"', 'client_avatar is not a boolean'],
    ['event_types', '"message"', 'event_types is not a list'],
    ['event_types', '[1]', 'event_types[0] is not a string'],
    ['event_types', 'message', 'Argument "event_types" is not valid JSON.'],
    ['all_public_streams', '0', 'all_public_streams is not a boolean'],
    ['include_subscribers', '[]', 'include_subscribers is not a boolean'],
    ['fetch_event_types', '{}', 'fetch_event_types is not a list'],
    ['narrow', '{}', 'narrow is not a list'],
  ])('%s=%s: %s', async (name, text, msg) => {
    const answer = await world.ben.post('/register', { [name]: text })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
  })

  it('the initial data and the events fit together: nothing is lost or told twice', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `race ${index}`)
    const making = names.map((name) =>
      world.ada.post('/users/me/subscriptions', { subscriptions: [{ name }] }),
    )
    const registered = await world.ada.post('/register', { event_types: ['subscription'] })
    await Promise.all(making)
    const { body } = await world.ada.get('/events', {
      queue_id: registered.body.queue_id,
      last_event_id: registered.body.last_event_id,
      dont_block: true,
    })
    const before = registered.body.subscriptions.map((one: { name: string }) => one.name)
    const after = body.events
      .filter((event: { op: string }) => event.op === 'add')
      .map((event: { subscriptions: { name: string }[] }) => event.subscriptions[0]!.name)
    expect([...before, ...after].filter((name) => names.includes(name)).sort()).toEqual(names)
  })
})
