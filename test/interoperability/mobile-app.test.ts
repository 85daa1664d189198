import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, ApiClient } from '../harness/api-client.ts'
import { engines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'
import { changeEverything } from './mobile-app-changes.ts'
import {
  channel,
  clientPresence,
  edit,
  events,
  type Fields,
  folder,
  group,
  initial,
  message,
  movedEdit,
  person,
  reaction,
  snippet,
  submessage,
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

  it('reads the parts of a message, also of one that was moved', async () => {
    const { body } = await world.ada.post('/messages', {
      type: 'stream',
      to: 'test',
      topic: 'menu',
      content: '/poll Which?',
    })
    await world.ada.post(`/messages/${body.id}/reactions`, { emoji_name: 'tada' })
    await world.ada.patch(`/messages/${body.id}`, { topic: 'dinner' })
    const one = (await read(app.get(`/messages/${body.id}`, { allow_empty_topic_name: true }))).message
    expect(one.edit_history.length).toBeGreaterThan(0)
    for (const entry of one.edit_history) {
      expect(unreadable(entry, entry.prev_topic === undefined ? edit : movedEdit)).toEqual([])
    }
    for (const [list, fields] of [
      [one.reactions, reaction],
      [one.submessages, submessage],
    ]) {
      expect(list.length).toBeGreaterThan(0)
      expect(list.flatMap((part: Wire) => unreadable(part, fields))).toEqual([])
    }
  })

  it('writes in a conversation, and comes back after its queue is gone', async () => {
    const people = start.realm_users.filter((one: Wire) => one.email === 'ada@example.com')
    const to = people.map((one: Wire) => one.user_id)
    const text = { type: 'direct', to, content: 'On my way', queue_id: start.queue_id, local_id: '1' }
    const { id } = await read(app.post('/messages', { ...text, read_by_sender: true }))
    await read(app.patch(`/messages/${id}`, { content: 'On my way!' }))
    const { message: one } = await read(app.get(`/messages/${id}`))
    expect(unreadable(one, { ...message, flags: 'list', display_recipient: 'list' })).toEqual([])
    const names: Fields = { id: 'int', email: 'text', full_name: 'text' }
    expect(one.display_recipient.flatMap((each: Wire) => unreadable(each, names))).toEqual([])
    expect(one.flags).toContain('read')
    const flags = { messages: [id], op: 'add', flag: 'starred' }
    expect(unreadable(await read(app.post('/messages/flags', flags)), { messages: 'list' })).toEqual([])
    const narrow = [{ operator: 'dm', operand: to }]
    const range = { anchor: 'oldest', num_before: 0, num_after: 100, narrow, op: 'add', flag: 'read' }
    expect(
      unreadable(await read(app.post('/messages/flags/narrow', range)), {
        processed_count: 'int',
        updated_count: 'int',
        first_processed_id: 'int?',
        last_processed_id: 'int?',
        found_oldest: 'bool',
        found_newest: 'bool',
      }),
    ).toEqual([])
    expect(unreadable(await read(app.get(`/messages/${id}/read_receipts`)), { user_ids: 'list' })).toEqual([])
    const { stream_id: stream } = start.subscriptions.find((each: Wire) => each.name === 'test')
    const { topics } = await read(app.get(`/users/me/${stream}/topics`))
    expect(topics.flatMap((each: Wire) => unreadable(each, { max_id: 'int', name: 'text' }))).toEqual([])
    await read(app.patch('/settings', { display_emoji_reaction_users: false }))
    await app.delete('/events', { queue_id: start.queue_id })
    const gone = await app.get('/events', { queue_id: start.queue_id, last_event_id: -1 })
    expect(gone).toMatchObject({ status: 400, body: { code: 'BAD_EVENT_QUEUE_ID' } })
    start = await register()
    expect(unreadable(start, initial)).toEqual([])
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
      [inside('presence').flatMap((event) => Object.values(event.presence)), clientPresence],
      [inside('stream delete').flatMap((event) => event.streams), channel],
      [inside('channel_folder add').map((event) => event.channel_folder), folder],
      [
        [...inside('saved_snippets add'), ...inside('saved_snippets update')].map((one) => one.saved_snippet),
        snippet,
      ],
      [
        inside('update_message_flags remove').flatMap((event) => Object.values(event.message_details)),
        { type: 'text', mentioned: 'bool?', stream_id: 'int?', topic: 'text?' },
      ],
      [
        inside('update_message').filter((event) => event.orig_subject !== undefined),
        { orig_subject: 'text', subject: 'text', propagate_mode: 'text', stream_id: 'int' },
      ],
      [inside('delete_message').filter((one) => one.message_type === 'private'), { message_ids: 'list' }],
    ]
    for (const [list] of parts) expect(list.length).toBeGreaterThan(0)
    for (const [list, fields] of parts) expect(list.flatMap((one) => unreadable(one, fields))).toEqual([])
  })
})
