import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('PATCH /realm on %s', (engine) => {
  let world: World
  let other: Organization
  let streams: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    other = await foundOrganization(world, 'rafts.example.com')
    const { body } = await world.ada.get('/streams', { include_all_active: true })
    streams = Object.fromEntries(
      body.streams.map((one: { name: string; stream_id: number }) => [one.name, one.stream_id]),
    )
  })
  afterAll(() => world.stop())

  const state = async (client = world.ada) => {
    const { body } = await client.post('/register', { fetch_event_types: ['realm'], event_types: ['realm'] })
    const { queue_id: _queue, last_event_id: _last, ...rest } = body
    return rest
  }
  /** As a client of this family keeps what register gave it. */
  const apply = (known: Record<string, unknown>, events: Awaited<ReturnType<typeof state>>[]) => {
    const after = { ...known }
    for (const { op, property, value, data } of events) {
      if (op === 'update') after[`realm_${property}`] = value
      else for (const [name, one] of Object.entries(data)) after[`realm_${name}`] = one
    }
    return after
  }
  const refused = async (args: object, msg: string) => {
    const before = await state()
    const watching = await watch(world.ada, ['realm'])
    const answer = await world.ada.patch('/realm', { ...args })
    expect(answer).toMatchObject({ status: 400, body: { result: 'error', msg, code: 'BAD_REQUEST' } })
    expect(await state()).toEqual(before)
    expect(await watching.news()).toEqual([])
  }

  it.each([
    ['name', 'Acme & Sons', 'Acme & Sons'],
    ['name', '"Quoted by an older client"', 'Quoted by an older client'],
    ['description', 'We **build**.', 'We **build**.'],
    ['description', '', ''],
    ['allow_edit_history', false, false],
    ['message_content_allowed_in_email_notifications', false, false],
    ['jitsi_server_url', 'https://meet.example.com/rooms/', 'https://meet.example.com/rooms'],
    ['create_stream_policy', 2, 2],
    ['create_stream_policy', 3, 3],
    ['invite_to_stream_policy', 3, 3],
    ['bot_creation_policy', 2, 2],
    ['invite_by_admins_only', true, true],
    ['add_emoji_by_admins_only', true, true],
    ['user_group_edit_policy', 2, 2],
    ['two_factor_required_for', 2, 2],
    ['presence_disabled', true, true],
    ['default_twenty_four_hour_time', true, true],
    ['name_changes_disabled', true, true],
    ['email_changes_disabled', true, true],
    ['avatar_changes_disabled', true, true],
    ['waiting_period_threshold', 3, 3],
    ['mandatory_topics', true, true],
    ['notifications_stream_id', -1, -1],
    ['signup_notifications_stream_id', 1, 1],
    ['default_language', '"de"', 'de'],
    ['default_language', 'pt_BR', 'pt_BR'],
    ['enable_read_receipts', false, false],
    ['default_history_public_to_subscribers', true, true],
  ])('%s = %j: answered, told to everyone, and there at the next register', async (name, given, value) => {
    const before = await state(world.gus)
    const watching = await watch(world.gus, ['realm'])
    const elsewhere = await watch(other.chief, ['realm'])
    const answer = await world.ada.patch('/realm', { [name]: given })
    expect(answer).toMatchObject({ status: 200, body: { result: 'success', msg: '', [name]: value } })
    const events = await watching.news()
    expect(events[0]).toEqual({ id: expect.any(Number), type: 'realm', op: 'update', property: name, value })
    const after = await state(world.gus)
    expect(after[`realm_${name}`]).toBe(value)
    expect(apply(before, events)).toEqual(after)
    expect(await elsewhere.news()).toEqual([])
    expect((await world.ada.patch('/realm', { [name]: given })).body).toEqual({ result: 'success', msg: '' })
    expect(await watching.news()).toEqual([])
  })

  it('settings that belong together are in one event: update_dict default', async () => {
    const before = await state()
    const watching = await watch(world.echoBot, ['realm'])
    const changes = {
      allow_message_editing: false,
      message_content_edit_limit_seconds: 60,
      allow_message_deleting: true,
      message_content_delete_limit_seconds: 0,
    }
    expect((await world.ada.patch('/realm', changes)).body).toMatchObject(changes)
    const events = await watching.news()
    expect(events).toMatchObject([
      {
        op: 'update_dict',
        property: 'default',
        data: {
          allow_message_editing: false,
          message_content_edit_limit_seconds: 60,
          allow_community_topic_editing: true,
          community_topic_editing_limit_seconds: 86_400,
        },
      },
      {
        op: 'update_dict',
        property: 'default',
        data: {
          allow_message_deleting: true,
          message_content_delete_limit_seconds: 0,
          delete_own_message_policy: 5,
        },
      },
    ])
    expect(apply(before, events)).toEqual(await state())
    const app = world.ben.with({ 'user-agent': 'ZulipFlutter/30.0.270 (Android 14)' })
    const newer = await watch(app, ['realm'])
    await world.ada.patch('/realm', {
      allow_message_deleting: false,
      message_content_edit_limit_seconds: null,
    })
    expect(await newer.news()).toMatchObject([
      { data: { message_content_edit_limit_seconds: null } },
      { data: { message_content_delete_limit_seconds: null, delete_own_message_policy: 2 } },
    ])
    expect((await app.post('/register', { fetch_event_types: ['realm'] })).body).toMatchObject({
      realm_message_content_edit_limit_seconds: null,
      realm_message_content_delete_limit_seconds: null,
      realm_delete_own_message_policy: 2,
    })
    expect((await state()).realm_message_content_edit_limit_seconds).toBe(0)
    await world.ada.patch('/realm', {
      allow_community_topic_editing: false,
      community_topic_editing_limit_seconds: 5,
    })
    expect(await state()).toMatchObject({
      realm_allow_community_topic_editing: false,
      realm_community_topic_editing_limit_seconds: 5,
    })
  })

  it('a new name changes the drawn icon, and says so', async () => {
    const watching = await watch(world.ben, ['realm'])
    await world.ada.patch('/realm', { name: 'Zebra Yard' })
    const { realm_icon_url: icon } = await state()
    expect(await watching.news()).toMatchObject([
      { op: 'update', property: 'name', value: 'Zebra Yard' },
      { op: 'update_dict', property: 'icon', data: { icon_url: icon, icon_source: 'G' } },
    ])
    expect((await world.nobody.get('/server_settings')).body.realm_name).toBe('Zebra Yard')
  })

  it.each([
    [{ name: '  ' }, "Organization name can't be empty"],
    [{ name: 'x'.repeat(101) }, 'Organization name is too long.'],
    [{ description: 'x'.repeat(1001) }, 'Organization description is too long.'],
    [{ create_stream_policy: 4 }, 'create_stream_policy is too large'],
    [{ create_stream_policy: 0 }, 'create_stream_policy is too small'],
    [{ bot_creation_policy: '"all"' }, 'bot_creation_policy is not an integer'],
    [{ allow_message_editing: 'True' }, 'Argument "allow_message_editing" is not valid JSON.'],
    [{ allow_message_editing: 1 }, 'allow_message_editing is not a boolean'],
    [{ message_content_edit_limit_seconds: -1 }, 'message_content_edit_limit_seconds is too small'],
    [{ waiting_period_threshold: 100_000 }, 'waiting_period_threshold is too large'],
    [{ default_language: 'klingon!' }, "Invalid language 'klingon!'"],
    [{ notifications_stream_id: 4321 }, 'Invalid stream id'],
    [{ signup_notifications_stream_id: 4321 }, 'Invalid stream id'],
  ])('refused: %j', async (args, msg) => {
    await refused({ enable_read_receipts: true, ...args }, msg)
  })

  it('a meeting service needs the http or https address of a server', async () => {
    await world.ada.patch('/realm', { jitsi_server_url: '' })
    expect(await state()).toMatchObject({ realm_video_chat_provider: 0, realm_jitsi_server_url: null })
    await refused({ video_chat_provider: 1 }, 'Jitsi Meet (video_chat_provider 1) needs jitsi_server_url')
    for (const url of [
      'meet.example.com',
      'javascript:alert(1)',
      'https://me:pass@meet.example.com',
      'https://x)y',
    ]) {
      await refused(
        { jitsi_server_url: url },
        'jitsi_server_url is not the http or https address of a server',
      )
    }
    const both = { jitsi_server_url: 'https://meet.example.com', video_chat_provider: 1 }
    const watching = await watch(world.ben, ['realm'])
    expect((await world.ada.patch('/realm', both)).body).toMatchObject(both)
    expect(await watching.news()).toMatchObject([
      { op: 'update', property: 'video_chat_provider', value: 1 },
      { op: 'update', property: 'jitsi_server_url', value: 'https://meet.example.com' },
    ])
    await refused({ jitsi_server_url: '' }, 'Jitsi Meet (video_chat_provider 1) needs jitsi_server_url')
  })

  it('a private stream that the administrator is not in cannot be chosen', async () => {
    await world.ada.patch('/realm', { create_stream_policy: 1 })
    await world.cleo.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'hideout' }],
      invite_only: true,
    })
    const { body } = await world.cleo.get('/users/me/subscriptions')
    const hideout = body.subscriptions.find((one: { name: string }) => one.name === 'hideout').stream_id
    await refused({ notifications_stream_id: hideout }, 'Invalid stream id')
    expect((await world.ada.patch('/realm', { notifications_stream_id: streams.leadership })).status).toBe(
      200,
    )
  })

  it('what is unknown is ignored and named', async () => {
    const { body } = await world.ada.patch('/realm', { color: 'red' })
    expect(body).toEqual({ result: 'success', msg: '', ignored_parameters_unsupported: ['color'] })
  })

  it.each(['ben', 'gus', 'echoBot'] as const)('%s may not', async (name) => {
    const before = await state()
    const answer = await world[name].patch('/realm', { name: 'Mine' })
    expect(answer).toMatchObject({ status: 400, body: { msg: 'Must be an organization administrator' } })
    expect(await state()).toEqual(before)
  })

  it('an incoming webhook bot, nobody and administrators of other organizations may not', async () => {
    const before = await state()
    expect((await world.hookBot.patch('/realm', { name: 'Mine' })).status).toBe(401)
    expect((await world.nobody.patch('/realm', { name: 'Mine' })).status).toBe(401)
    expect((await other.chief.patch('/realm', { name: 'Theirs' })).status).toBe(200)
    expect(await state()).toEqual(before)
    expect((await state(other.member)).realm_name).toBe('Theirs')
  })
})
