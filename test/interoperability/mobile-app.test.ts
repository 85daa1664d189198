import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, ApiClient } from '../harness/api-client.ts'
import { engines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'
import {
  channel,
  events,
  type Fields,
  group,
  initial,
  message,
  person,
  subscription,
  unreadable,
  type Wire,
} from './mobile-app-fields.ts'

const nameOf = (event: Wire) => (event.op === undefined ? event.type : `${event.type} ${event.op}`)

/**
 * The requests of the family's mobile app when it starts, in a conversation and after a reconnect, and the fields that
 * its models require of the responses and events, after its public source. The app reloads everything after an event
 * that it cannot read, and refuses servers of an old feature level. It cannot run here.
 */
describe.each(engines)('the mobile app, by its requests, on %s', (engine) => {
  const agent = { 'user-agent': 'ZulipFlutter/30.0.270 (Android 14)' }
  let app: ApiClient
  let world: World
  let start: Wire
  beforeAll(async () => {
    world = await startWorld(engine)
    app = world.ben.with(agent)
    await world.ada.post('/messages', { type: 'stream', to: 'test', topic: 'lunch', content: 'Soup?' })
    await world.ada.post('/messages', { type: 'private', to: '["ben@example.com"]', content: 'Hello' })
    await world.ada.post('/users/me/presence', { status: 'active', client: 'website' })
    await world.ada.post('/user_groups/create', { name: 'cooks', description: '', members: '[]' })
  })
  afterAll(() => world.stop())

  const read = async (answer: Promise<Answer>) => {
    const { body } = await answer
    expect(body).toMatchObject({ result: 'success' })
    return body
  }
  const register = () =>
    read(
      app.post('/register', {
        apply_markdown: true,
        slim_presence: true,
        client_gravatar: false,
        client_capabilities: {
          notification_settings_null: true,
          bulk_message_deletion: true,
          user_avatar_url_field_optional: false,
          stream_typing_notifications: true,
          user_settings_object: true,
          include_deactivated_groups: true,
          empty_topic_name: true,
          simplified_presence_events: true,
        },
      }),
    )

  it('is told a level that it accepts; other clients are told that of the specification', async () => {
    const { zulip_feature_level: level, ...settings } = await read(app.get('/server_settings'))
    expect(level).toBeGreaterThanOrEqual(371)
    expect(
      unreadable(settings, {
        authentication_methods: 'map',
        external_authentication_methods: 'list',
        zulip_version: 'text',
        zulip_merge_base: 'text',
        push_notifications_enabled: 'bool',
        is_incompatible: 'bool',
        email_auth_enabled: 'bool',
        require_email_format_usernames: 'bool',
        realm_uri: 'text',
        realm_name: 'text',
        realm_icon: 'text',
        realm_description: 'text',
        realm_web_public_access_enabled: 'bool',
      }),
    ).toEqual([])
    expect((await world.ben.get('/server_settings')).body.zulip_feature_level).toBe(0)
    expect((await world.ben.post('/register')).body.zulip_feature_level).toBe(0)
  })

  it('reads everything that it needs of register, and no argument of it is ignored', async () => {
    start = await register()
    expect(start).not.toHaveProperty('ignored_parameters_unsupported')
    expect(unreadable(start, initial)).toEqual([])
    const lists: [Wire[], Fields][] = [
      [start.streams, channel],
      [start.subscriptions, subscription],
      [[...start.realm_users, ...start.realm_non_active_users, ...start.cross_realm_bots], person],
      [start.realm_user_groups, group],
      [Object.values(start.presences), { active_timestamp: 'int', idle_timestamp: 'int' }],
      [start.unread_msgs.pms, { other_user_id: 'int', unread_message_ids: 'list' }],
      [start.unread_msgs.streams, { topic: 'text', stream_id: 'int', unread_message_ids: 'list' }],
    ]
    for (const [list, fields] of lists) {
      expect(list.length).toBeGreaterThan(0)
      expect(list.flatMap((one) => unreadable(one, fields))).toEqual([])
    }
    expect(
      unreadable(start.unread_msgs, { count: 'int', mentions: 'list', old_unreads_missing: 'bool' }),
    ).toEqual([])
    expect(
      unreadable(start.user_settings, {
        twenty_four_hour_time: 'bool',
        display_emoji_reaction_users: 'bool',
        emojiset: 'text',
        presence_enabled: 'bool',
      }),
    ).toEqual([])
    expect(start.realm_default_streams.every(Number.isInteger)).toBe(true)
    expect(start.server_emoji_data_url).toBe('http://chat.example.com/api/v1/emoji_data')
    const { body } = await world.nobody.get('/emoji_data')
    expect(body.code_to_names['1f680']).toContain('rocket')
  })

  it('reads a conversation, and people and subscriptions by their ids', async () => {
    const page = await read(
      app.get('/messages', {
        narrow: [
          {
            operator: 'channel',
            operand: start.subscriptions.find((one: Wire) => one.name === 'test').stream_id,
          },
        ],
        anchor: 'first_unread',
        num_before: 10,
        num_after: 10,
        client_gravatar: false,
        apply_markdown: true,
      }),
    )
    expect(
      unreadable(page, {
        anchor: 'int',
        found_newest: 'bool',
        found_oldest: 'bool',
        found_anchor: 'bool',
        history_limited: 'bool',
        messages: 'list',
      }),
    ).toEqual([])
    for (const one of page.messages) expect(unreadable(one, { ...message, flags: 'list' })).toEqual([])
    const { user_id: id } = await read(app.get('/users/me'))
    const { subscribers } = await read(app.get(`/streams/${page.messages[0].stream_id}/members`))
    expect(subscribers).toContain(id)
    const { subscribed } = await read(
      app.post('/users/me/subscriptions', { subscriptions: [{ name: 'recipes' }] }),
    )
    expect(subscribed).toEqual({ [id]: ['recipes'] })
    expect(
      (await world.ben.post('/users/me/subscriptions', { subscriptions: '[{"name":"soups"}]' })).body
        .subscribed,
    ).toEqual({ 'ben@example.com': ['soups'] })
  })

  it('sends without a topic, and finds it there', async () => {
    const { realm_empty_topic_display_name: shown } = start
    const { stream_id: id } = start.subscriptions.find((one: Wire) => one.name === 'test')
    const sent = { type: 'stream', to: id, topic: '', content: 'No subject' }
    const { id: messageId } = await read(app.post('/messages', sent))
    const narrow = [
      { operator: 'channel', operand: id },
      { operator: 'topic', operand: '' },
    ]
    const page = await read(app.get('/messages', { narrow, anchor: 'newest', num_before: 1, num_after: 0 }))
    expect(page.messages).toMatchObject([{ id: messageId, subject: shown }])
    await read(app.post('/typing', { op: 'start', type: 'stream', stream_id: id, topic: '' }))
    await read(app.post('/user_topics', { stream_id: id, topic: '', visibility_policy: 3 }))
    await read(app.patch(`/messages/${messageId}`, { topic: 'soup' }))
    await read(app.patch(`/messages/${messageId}`, { topic: '' }))
    const { body } = await world.ben.post('/messages', sent)
    expect(body.msg).toBe("Topic can't be empty")
  })

  it('learns that there are no push notifications', async () => {
    const unavailable = { status: 400, body: { code: 'PUSH_NOTIFICATIONS_UNAVAILABLE' } }
    const device = { token: 'c0ffee', appid: 'com.zulip.flutter' }
    for (const path of ['/users/me/apns_device_token', '/users/me/android_gcm_reg_id']) {
      expect(await app.post(path, device)).toMatchObject(unavailable)
      expect(await app.delete(path, { token: 'c0ffee' })).toMatchObject(unavailable)
    }
    for (const path of ['/mobile_push/register', '/mobile_push/test_notification'])
      expect(await app.post(path)).toMatchObject(unavailable)
  })

  it('reads every event that it knows', async () => {
    const { ada } = world
    const queue = await register()
    await changeEverything(ada, world.ben, start)
    const seen: Wire[] = []
    for (let last = -1; ; ) {
      const { events: next } = await read(
        app.get('/events', {
          queue_id: queue.queue_id,
          last_event_id: last,
          dont_block: true,
        }),
      )
      if (next.length === 0) break
      seen.push(...next)
      last = next.at(-1).id
    }
    const known = seen.filter((event) => events[nameOf(event)])
    expect(
      known.flatMap((event) =>
        unreadable(event, events[nameOf(event)]!).map((text) => `${nameOf(event)}: ${text}`),
      ),
    ).toEqual([])
    const missing = Object.keys(events).filter(
      (name) => name !== 'heartbeat' && !known.some((event) => nameOf(event) === name),
    )
    expect(missing).toEqual([])
    const inside = (name: string) => seen.filter((event) => nameOf(event) === name)
    expect(inside('realm_user remove')).toEqual([])
    expect(inside('realm_user update')).toContainEqual(
      expect.objectContaining({ person: { user_id: expect.any(Number), is_active: false } }),
    )
    const parts: [Wire[], Fields][] = [
      [inside('message').map((event) => event.message), message],
      [inside('realm_user add').map((event) => event.person), { ...person, is_active: 'bool' }],
      [inside('realm_user update').map((event) => event.person), { user_id: 'int' }],
      [inside('stream create').flatMap((event) => event.streams), channel],
      [inside('subscription add').flatMap((event) => event.subscriptions), subscription],
      [inside('user_group add').map((event) => event.group), group],
      [
        inside('presence').flatMap((event) => Object.values(event.presences)),
        { active_timestamp: 'int', idle_timestamp: 'int' },
      ],
    ]
    for (const [list, fields] of parts) expect(list.flatMap((one) => unreadable(one, fields))).toEqual([])
  })
})

/** One change for each kind of event. */
async function changeEverything(ada: ApiClient, ben: ApiClient, start: Wire): Promise<void> {
  const test = start.subscriptions.find((one: Wire) => one.name === 'test').stream_id
  const [cooks] = start.realm_user_groups
  const me = start.user_id
  const sent = await ada.post('/messages', { type: 'stream', to: 'test', topic: 'soup', content: 'Leek' })
  const { id } = sent.body
  await ada.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  await ada.patch(`/messages/${id}`, { content: 'Leek soup' })
  await ben.post('/messages/flags', { messages: `[${id}]`, flag: 'read', op: 'add' })
  await ben.post('/messages/flags', { messages: `[${id}]`, flag: 'read', op: 'remove' })
  const poll = await ada.post('/messages', {
    type: 'stream',
    to: 'test',
    topic: 'soup',
    content: '/poll Which?',
  })
  await ada.post('/submessage', {
    message_id: poll.body.id,
    msg_type: 'widget',
    content: JSON.stringify({ type: 'new_option', idx: 1, option: 'Leek' }),
  })
  const wrong = await ada.post('/messages', { type: 'stream', to: 'test', topic: 'soup', content: 'Oops' })
  await ada.delete(`/messages/${wrong.body.id}`)
  await ada.post('/typing', { op: 'start', to: `[${me}]` })
  await ada.post('/users/me/status', { status_text: 'Cooking' })
  const dora = await ada.post('/users', {
    email: 'dora@example.com',
    full_name: 'Dora',
    password: 'a long enough password',
  })
  await ada.delete(`/users/${dora.body.user_id}`)
  await ada.post(`/users/${dora.body.user_id}/reactivate`)
  await ada.patch('/settings', { full_name: 'Ada L.' })
  await ada.post('/users/me/presence', { status: 'idle', client: 'phone' })
  await ada.post('/users/me/subscriptions', {
    subscriptions: '[{"name":"kitchen"}]',
    principals: '["ben@example.com", "ada@example.com"]',
  })
  await ada.delete('/users/me/subscriptions', { subscriptions: '["kitchen"]' })
  await ben.delete('/users/me/subscriptions', { subscriptions: '["kitchen"]' })
  await ada.patch(`/streams/${test}`, { description: 'Food' })
  await ben.post('/users/me/subscriptions/properties', {
    subscription_data: JSON.stringify([{ stream_id: test, property: 'pin_to_top', value: true }]),
  })
  await ada.post('/user_groups/create', { name: 'bakers', description: '', members: '[]' })
  await ada.patch(`/user_groups/${cooks.id}`, { name: 'chefs', description: 'Who cooks' })
  await ada.post(`/user_groups/${cooks.id}/members`, { add: `[${me}]` })
  await ben.post('/users/me/alert_words', { alert_words: '["soup"]' })
  const gus = start.realm_users.find((one: Wire) => one.email === 'gus@example.com').user_id
  await ben.post(`/users/me/muted_users/${gus}`)
  await ben.patch('/settings', { twenty_four_hour_time: 'true' })
  await ben.post('/user_topics', { stream_id: `${test}`, topic: 'soup', visibility_policy: '3' })
  await ada.post('/realm/profile_fields', { name: 'Dish', field_type: '1', hint: '' })
}
