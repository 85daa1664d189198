import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

const always = [
  'chat_version',
  'last_event_id',
  'msg',
  'queue_id',
  'result',
  'zulip_feature_level',
  'zulip_merge_base',
  'zulip_version',
]

/** Initial-data keys per event type; of `realm` and the settings only those that clients rely on. */
const keysByType: [type: string, keys: string[]][] = [
  ['alert_words', ['alert_words']],
  ['custom_profile_fields', ['custom_profile_field_types', 'custom_profile_fields']],
  ['default_stream_groups', ['realm_default_stream_groups']],
  ['default_streams', ['realm_default_streams']],
  ['hotspots', ['hotspots']],
  ['message', ['max_message_id']],
  ['muted_topics', ['muted_topics']],
  ['pointer', ['pointer']],
  ['presence', ['presences']],
  ['realm_bot', ['realm_bots']],
  ['realm_domains', ['realm_domains']],
  ['realm_embedded_bots', ['realm_embedded_bots']],
  ['realm_emoji', ['realm_emoji']],
  ['realm_filters', ['realm_filters']],
  ['realm_incoming_webhook_bots', ['realm_incoming_webhook_bots']],
  [
    'realm_user',
    [
      'avatar_source',
      'avatar_url',
      'avatar_url_medium',
      'can_create_streams',
      'can_subscribe_other_users',
      'cross_realm_bots',
      'delivery_email',
      'email',
      'enter_sends',
      'full_name',
      'is_admin',
      'is_guest',
      'realm_non_active_users',
      'realm_users',
      'user_id',
    ],
  ],
  ['realm_user_groups', ['realm_user_groups']],
  ['recent_private_conversations', ['recent_private_conversations']],
  ['starred_messages', ['starred_messages']],
  ['stop_words', ['stop_words']],
  ['stream', ['stream_description_max_length', 'stream_name_max_length', 'streams']],
  ['subscription', ['never_subscribed', 'subscriptions', 'unsubscribed']],
  ['user_status', ['user_status']],
  ['update_message_flags', []],
  ['heartbeat', []],
]

describe.each(engines)('Register | initial data on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const initial = async (client: ApiClient, ...types: string[]) => {
    const { status, body } = await client.post('/register', { event_types: types })
    expect(status).toBe(200)
    return body
  }

  it.each([
    'plan_includes_wide_organization_logo',
    'settings_send_digest_emails',
    'upgrade_text_for_wide_organization_logo',
    'realm_add_emoji_by_admins_only',
    'realm_default_twenty_four_hour_time',
    'realm_digest_emails_enabled',
    'realm_digest_weekday',
    'realm_disallow_disposable_email_addresses',
    'realm_email_address_visibility',
    'realm_emails_restricted_to_domains',
    'realm_google_hangouts_domain',
    'realm_invite_required',
    'realm_is_zephyr_mirror_realm',
    'realm_message_content_allowed_in_email_notifications',
    'realm_message_retention_days',
    'realm_presence_disabled',
    'realm_send_welcome_emails',
    'realm_two_factor_required_for',
    'realm_user_group_edit_policy',
    'realm_video_chat_provider',
    'realm_zoom_api_key',
    'realm_zoom_api_secret',
    'realm_zoom_user_id',
  ])('older clients find %s without asking for it', async (key) => {
    expect((await world.ben.post('/register', {})).body).toHaveProperty(key)
  })

  it.each(keysByType)('%s -> %j', async (type, keys) => {
    expect(Object.keys(await initial(world.ben, type)).sort()).toEqual([...always, ...keys].sort())
  })

  it('realm -> realm_<every property>', async () => {
    const body = await initial(world.ben, 'realm')
    expect(body).toMatchObject({
      realm_name: 'Acme',
      realm_uri: 'http://chat.example.com',
      realm_allow_message_editing: true,
      realm_allow_message_deleting: false,
      realm_message_content_edit_limit_seconds: 600,
      realm_email_auth_enabled: true,
      realm_push_notifications_enabled: false,
      realm_bot_domain: 'chat.example.com',
    })
    const { streams } = await initial(world.ben, 'stream')
    const general = streams.find((stream: { name: string }) => stream.name === 'general')
    expect(body.realm_notifications_stream_id).toBe(general.stream_id)
    const others = Object.keys(body).filter((key) => !always.includes(key))
    expect(
      others.filter(
        (key) =>
          !/^(realm|max|server)_|organization_logo$|^(settings_send_digest_emails|event_queue_longpoll_timeout_seconds)$/.test(
            key,
          ),
      ),
    ).toEqual([])
  })

  it('update_display_settings -> each setting and emojiset_choices', async () => {
    expect(await initial(world.ada, 'update_display_settings')).toMatchObject({
      twenty_four_hour_time: false,
      default_language: 'en',
      emojiset_choices: expect.any(Array),
      timezone: 'Europe/London',
    })
  })

  it('update_global_notifications -> each setting and available_notification_sounds', async () => {
    expect(await initial(world.ada, 'update_global_notifications')).toMatchObject({
      enable_desktop_notifications: true,
      enable_stream_desktop_notifications: false,
      available_notification_sounds: expect.any(Array),
    })
  })

  it('update_message_flags AND message -> unread_msgs', async () => {
    const sent = await world.ada.post('/messages', {
      type: 'private',
      to: ['gus@example.com'],
      content: 'Welcome',
    })
    const body = await initial(world.gus, 'message', 'update_message_flags')
    expect(body.max_message_id).toBe(sent.body.id)
    expect(body.unread_msgs).toEqual({
      count: 1,
      pms: [
        {
          sender_id: world.demo.people.ada.id,
          other_user_id: world.demo.people.ada.id,
          unread_message_ids: [sent.body.id],
        },
      ],
      streams: [],
      huddles: [],
      mentions: [],
      old_unreads_missing: false,
    })
  })

  it('message -> max_message_id is -1 when there is none', async () => {
    expect((await initial(world.echoBot, 'message')).max_message_id).toBe(-1)
  })

  it('absent event_types -> everything', async () => {
    const { body } = await world.ben.post('/register')
    const expected = keysByType.flatMap(([, keys]) => keys)
    expect(Object.keys(body)).toEqual(expect.arrayContaining([...expected, 'unread_msgs', 'realm_name']))
  })

  it('Realm emoji | map from emoji id to author, deactivated, id, name, source_url', async () => {
    const { realm, people } = world.demo
    expect((await initial(world.ben, 'realm_emoji')).realm_emoji).toEqual({})
    const emoji = { realm_id: realm.id, author_id: people.ada.id }
    const parrot = { ...emoji, id: 1, name: 'parrot', deactivated: 0, source_url: '/emoji/parrot.png' }
    const old = { ...emoji, id: 2, name: 'dodo', deactivated: 1, source_url: '/emoji/dodo.png' }
    await world.chat.database.write(realm.id, {
      work: ({ db }) => db.insertInto('realm_emoji').values([parrot, old]).execute(),
    })
    const author = { id: people.ada.id, email: 'ada@example.com', full_name: 'Ada Lovelace' }
    const still = { still_url: null, author_id: author.id, author }
    expect((await initial(world.ben, 'realm_emoji')).realm_emoji).toEqual({
      '1': { id: '1', name: 'parrot', deactivated: false, source_url: '/emoji/parrot.png', ...still },
      '2': { id: '2', name: 'dodo', deactivated: true, source_url: '/emoji/dodo.png', ...still },
    })
  })

  it('realm_user | active and deactivated people are in separate lists', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'hal@example.com',
      fullName: 'Hal Hale',
    })
    await deactivateUser(world.chat, user)
    const body = await initial(world.ben, 'realm_user')
    const emails = (list: { email: string }[]) => list.map(({ email }) => email)
    expect(emails(body.realm_users)).toEqual(
      ['ada', 'ben', 'cleo', 'gus', 'hook-bot', 'echo-bot'].map((name) => `${name}@example.com`),
    )
    expect(emails(body.realm_non_active_users)).toEqual(['hal@example.com'])
    expect(body.cross_realm_bots).toMatchObject([{ full_name: 'Notification Bot' }])
    for (const person of body.realm_users) expect(person.is_active).toBe(true)
    expect(body.realm_non_active_users[0].is_active).toBe(false)
    expect(body).toMatchObject({ email: 'ben@example.com', is_admin: false, can_create_streams: true })
  })

  it('realm_bot | all bots with their keys to an administrator, to others their own', async () => {
    const names = async (client: ApiClient) =>
      (await initial(client, 'realm_bot')).realm_bots.map((bot: { full_name: string }) => bot.full_name)
    expect(await names(world.ada)).toEqual(['Hook Bot', 'Echo Bot'])
    expect(await names(world.ben)).toEqual(['Echo Bot'])
    expect(await names(world.cleo)).toEqual([])
    const { realm_bots: bots } = await initial(world.ben, 'realm_bot')
    expect(bots[0].api_key).toBe(world.echoBot.credentials!.key)
  })

  it('subscription | subscribed, unsubscribed and never subscribed; private streams of others in none', async () => {
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['test'] })
    const body = await initial(world.ben, 'subscription')
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    expect(names(body.subscriptions)).toEqual(['announcements', 'general', 'random'])
    expect(names(body.unsubscribed)).toEqual(['test'])
    expect(names(body.never_subscribed)).toEqual([])
    expect(names((await initial(world.cleo, 'subscription')).never_subscribed)).toEqual(['random', 'test'])
  })

  it('subscription, stream, default_streams | a guest sees nothing of streams that they are not in', async () => {
    expect(await initial(world.gus, 'subscription', 'stream', 'default_streams')).toMatchObject({
      subscriptions: [],
      unsubscribed: [],
      never_subscribed: [],
      streams: [],
      realm_default_streams: [],
    })
  })

  it('a type that nobody knows brings no data and no error', async () => {
    expect(Object.keys(await initial(world.ben, 'weather')).sort()).toEqual(always)
  })
})
