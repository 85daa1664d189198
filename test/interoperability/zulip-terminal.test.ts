import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Wire = any

/**
 * The requests that zulip-terminal sends when it starts and shows a stream, and the keys that it reads of the
 * responses, after its public source. It crashes without most of them. The program itself is not a Debian package.
 */
describe.each(engines)('zulip-terminal, by its requests, on %s', (engine) => {
  let world: World
  let initial: Wire
  const headers = { 'user-agent': 'ZulipTerminal/0.7.0 Linux; Debian' }
  beforeAll(async () => {
    world = await startWorld(engine)
    const message = { type: 'stream', to: 'test', topic: 'lunch', content: 'Hi @**Ben Okri**' }
    await world.ada.post('/messages', message)
  })
  afterAll(() => world.stop())

  const json = (value: unknown) => JSON.stringify(value)
  const call = async (method: 'GET' | 'POST', path: string, form: Record<string, string> = {}) => {
    const { email, key } = world.ben.credentials!
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    const encoded = new URLSearchParams(form).toString()
    const answer = await world.app.inject(
      method === 'GET'
        ? { method, url: `/api/v1${path}?${encoded}`, headers: { ...headers, authorization } }
        : {
            method,
            url: `/api/v1${path}`,
            headers: { ...headers, authorization, 'content-type': 'application/x-www-form-urlencoded' },
            payload: encoded,
          },
    )
    expect([path, answer.json().result]).toEqual([path, 'success'])
    return answer.json()
  }

  it('reads the settings of the server, and its own profile', async () => {
    const settings = await call('GET', '/server_settings')
    expect(settings).toMatchObject({
      zulip_version: expect.stringMatching(/^\d+\.\d+/),
      zulip_feature_level: expect.any(Number),
      authentication_methods: { password: true },
      realm_name: expect.any(String),
    })
    const profile = await call('GET', '/users/me')
    expect(profile).toMatchObject({ user_id: expect.any(Number), email: 'ben@example.com' })
  })

  it('registers, and finds every key that it reads', async () => {
    const common = [
      'presence',
      'subscription',
      'message',
      'update_message_flags',
      'update_global_notifications',
      'update_display_settings',
      'user_settings',
      'realm_emoji',
      'custom_profile_fields',
      'zulip_version',
    ]
    const events = ['update_message', 'reaction', 'typing']
    const fetched = ['realm', 'starred_messages', 'muted_topics', 'realm_user', 'realm_user_groups']
    initial = await call('POST', '/register', {
      event_types: json([...common, ...events]),
      fetch_event_types: json([...common, ...fetched]),
      client_gravatar: 'true',
      apply_markdown: 'true',
      include_subscribers: 'true',
    })
    for (const key of [
      'queue_id',
      'last_event_id',
      'zulip_version',
      'zulip_feature_level',
      'realm_name',
      'realm_uri',
      'realm_emoji',
      'realm_message_retention_days',
      'realm_allow_message_editing',
      'realm_message_content_edit_limit_seconds',
      'realm_allow_community_topic_editing',
      'realm_users',
      'realm_non_active_users',
      'cross_realm_bots',
      'realm_user_groups',
      'presences',
      'subscriptions',
      'unsubscribed',
      'never_subscribed',
      'max_message_id',
      'unread_msgs',
      'starred_messages',
      'muted_topics',
      'custom_profile_fields',
      'twenty_four_hour_time',
      'pm_content_in_desktop_notifications',
      'user_settings',
    ])
      expect(initial, key).toHaveProperty(key)
    expect(initial.unread_msgs).toMatchObject({ streams: [{ topic: 'lunch' }], pms: [], huddles: [] })
    for (const person of [...initial.realm_users, ...initial.cross_realm_bots]) {
      for (const key of ['user_id', 'email', 'full_name', 'is_bot']) expect(person).toHaveProperty(key)
    }
  })

  it('shows the information of a stream', () => {
    expect(initial.subscriptions.length).toBeGreaterThan(0)
    for (const stream of [...initial.subscriptions, ...initial.unsubscribed]) {
      for (const key of [
        'stream_id',
        'name',
        'color',
        'description',
        'rendered_description',
        'invite_only',
        'is_announcement_only',
        'stream_post_policy',
        'history_public_to_subscribers',
        'is_web_public',
        'message_retention_days',
        'stream_weekly_traffic',
        'is_old_stream',
        'first_message_id',
        'email_address',
        'subscribers',
        'pin_to_top',
        'in_home_view',
        'is_muted',
        'desktop_notifications',
        'audible_notifications',
        'push_notifications',
        'email_notifications',
      ])
        expect(stream, key).toHaveProperty(key)
    }
  })

  it('reports its presence, reads messages, marks them as read, and answers', async () => {
    const presence = { status: 'active', ping_only: 'false', new_user_input: 'true' }
    expect(await call('POST', '/users/me/presence', presence)).toHaveProperty('presences')
    const page = await call('GET', '/messages', {
      anchor: '0',
      num_before: '30',
      num_after: '10',
      apply_markdown: 'true',
      use_first_unread_anchor: 'true',
      client_gravatar: 'true',
      narrow: json([
        ['stream', 'test'],
        ['topic', 'lunch'],
      ]),
    })
    const [message] = page.messages
    expect(page).toMatchObject({ anchor: message.id, found_newest: true })
    expect(message).toMatchObject({
      content: expect.stringContaining('user-mention'),
      subject: 'lunch',
      display_recipient: 'test',
      flags: expect.arrayContaining(['mentioned']),
      reactions: [],
    })
    for (const key of ['sender_id', 'sender_email', 'sender_full_name', 'timestamp', 'subject_links'])
      expect(message, key).toHaveProperty(key)
    await call('POST', '/messages/flags', { messages: json([message.id]), flag: 'read', op: 'add' })
    const reply = { type: 'stream', to: 'test', subject: 'lunch', content: 'Soup' }
    const { id } = await call('POST', '/messages', reply)
    const poll = {
      queue_id: initial.queue_id,
      last_event_id: String(initial.last_event_id),
      dont_block: 'true',
    }
    const { events } = await call('GET', '/events', poll)
    const types = events.map((event: Wire) => event.type)
    expect(types).toEqual(expect.arrayContaining(['update_message_flags', 'message']))
    expect(events.find((event: Wire) => event.type === 'message').message.id).toBe(id)
  })
})
