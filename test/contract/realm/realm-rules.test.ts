import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('What an organization decides applies at once, on %s', (engine) => {
  let world: World
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  beforeEach(async () => {
    const { status } = await world.ada.patch('/realm', {
      create_stream_policy: 1,
      invite_to_stream_policy: 1,
      waiting_period_threshold: 0,
      mandatory_topics: false,
      allow_community_topic_editing: true,
      community_topic_editing_limit_seconds: 86_400,
      default_history_public_to_subscribers: false,
    })
    expect(status).toBe(200)
  })
  afterAll(() => world.stop())

  const create = (client: ApiClient, args: object = {}) => {
    count += 1
    return client.post('/users/me/subscriptions', { subscriptions: [{ name: `stream ${count}` }], ...args })
  }
  const newcomer = async () => {
    count += 1
    const { user } = await createUser(world.chat, (await world.chat.realmsByHost.get(''))!, {
      email: `new${count}@example.com`,
      fullName: `New ${count}`,
    })
    return { user, client: world.as(user) }
  }

  it('create_stream_policy: members, administrators, or members after the waiting period', async () => {
    expect((await create(world.ben)).status).toBe(200)
    await world.ada.patch('/realm', { create_stream_policy: 2 })
    expect(await create(world.ben)).toMatchObject({
      status: 400,
      body: { msg: 'User cannot create streams.' },
    })
    expect((await create(world.ada)).status).toBe(200)
    await world.ada.patch('/realm', { create_stream_policy: 3, waiting_period_threshold: 2 })
    const { client } = await newcomer()
    expect(await create(client)).toMatchObject({ status: 400, body: { msg: 'User cannot create streams.' } })
    const known = async () =>
      (await client.post('/register', { fetch_event_types: ['realm_user'], event_types: [] })).body
    expect((await known()).can_create_streams).toBe(false)
    world.clock.advance(2 * 86_400)
    expect((await create(client)).status).toBe(200)
    expect((await known()).can_create_streams).toBe(true)
  })

  it('invite_to_stream_policy: administrators, or members after the waiting period', async () => {
    const { client } = await newcomer()
    const invite = () => create(client, { principals: ['cleo@example.com'] })
    await world.ada.patch('/realm', { invite_to_stream_policy: 2 })
    expect((await invite()).body.msg).toBe("Only administrators can modify other users' subscriptions.")
    await world.ada.patch('/realm', { invite_to_stream_policy: 3, waiting_period_threshold: 2 })
    expect((await invite()).body.msg).toBe("Your account is too new to modify other users' subscriptions.")
    expect((await create(client)).status).toBe(200)
    world.clock.advance(2 * 86_400)
    expect((await invite()).status).toBe(200)
  })

  it('mandatory_topics: (no topic) will not do, in a new message or an edit', async () => {
    const send = (topic: string) =>
      world.ben.post('/messages', { type: 'stream', to: 'test', topic, content: 'x' })
    const { body } = await send('(no topic)')
    expect(body.result).toBe('success')
    await world.ada.patch('/realm', { mandatory_topics: true })
    const msg = 'Topics are required in this organization.'
    expect(await send('(No Topic)')).toMatchObject({ status: 400, body: { msg, code: 'BAD_REQUEST' } })
    const { id } = (await send('a topic')).body
    expect((await world.ben.patch(`/messages/${id}`, { topic: '(no topic)' })).body.msg).toBe(msg)
    expect((await world.ben.patch(`/messages/${id}`, { topic: 'another' })).status).toBe(200)
  })

  it('community_topic_editing_limit_seconds: how long others can change a topic', async () => {
    await world.ada.patch('/realm', { community_topic_editing_limit_seconds: 60 })
    const { id } = (
      await world.ada.post('/messages', { type: 'stream', to: 'test', topic: 'old', content: 'x' })
    ).body
    world.clock.advance(85)
    const edit = () => world.ben.patch(`/messages/${id}`, { topic: 'new' })
    expect((await edit()).body.msg).toBe('The time limit for editing this message has passed')
    await world.ada.patch('/realm', { community_topic_editing_limit_seconds: 0 })
    expect((await edit()).status).toBe(200)
  })

  it('default_history_public_to_subscribers: for new private streams whose creator does not say', async () => {
    const history = async (args: object) => {
      await create(world.ben, { invite_only: true, ...args })
      const { body } = await world.ben.get('/streams')
      return body.streams.find((one: { name: string }) => one.name === `stream ${count}`)
        .history_public_to_subscribers
    }
    expect(await history({})).toBe(false)
    await world.ada.patch('/realm', { default_history_public_to_subscribers: true })
    expect(await history({})).toBe(true)
    expect(await history({ history_public_to_subscribers: false })).toBe(false)
  })

  it('signup_notifications_stream_id: new people are announced there, bots are not', async () => {
    const { body } = await world.ada.get('/streams')
    const { stream_id: id } = body.streams.find((one: { name: string }) => one.name === 'test')
    await world.ada.patch('/realm', { signup_notifications_stream_id: id })
    const watching = await watch(world.ben, ['message'])
    const { user } = await newcomer()
    const realm = (await world.chat.realmsByHost.get(''))!
    await createUser(world.chat, realm, {
      email: 'q-bot@example.com',
      fullName: 'Q',
      bot: { type: 1, owner: user },
    })
    expect((await watching.news()).map((one) => one.message)).toMatchObject([
      {
        display_recipient: 'test',
        subject: 'signups',
        content: `@_**${user.full_name}|${user.id}** just signed up for Switchboard.`,
        sender_full_name: 'Notification Bot',
      },
    ])
    await world.ada.patch('/realm', { signup_notifications_stream_id: -1 })
    await newcomer()
    expect(await watching.news()).toEqual([])
  })

  it('default_language: what people who join start with', async () => {
    await world.ada.patch('/realm', { default_language: 'de' })
    const { client } = await newcomer()
    const { body } = await client.post('/register', { fetch_event_types: ['update_display_settings'] })
    expect(body.default_language).toBe('de')
  })

  it('default_twenty_four_hour_time: what people who join start with', async () => {
    const clock = async () => {
      const { client } = await newcomer()
      const { body } = await client.post('/register', { fetch_event_types: ['update_display_settings'] })
      return body.twenty_four_hour_time
    }
    expect(await clock()).toBe(false)
    await world.ada.patch('/realm', { default_twenty_four_hour_time: true })
    expect(await clock()).toBe(true)
  })

  it('user_group_edit_policy: administrators only, for new groups and for own ones', async () => {
    const { user_id: benId } = (await world.ben.get('/users/me')).body
    const make = (client: ApiClient, name: string) =>
      client.post('/user_groups/create', { name, description: '', members: [benId] })
    expect((await make(world.ben, 'before')).status).toBe(200)
    const { body } = await world.ben.get('/user_groups')
    const { id } = body.user_groups.find((one: { name: string }) => one.name === 'before')
    await world.ada.patch('/realm', { user_group_edit_policy: 2 })
    const refused = { status: 400, body: { msg: 'Must be an organization administrator' } }
    expect(await make(world.ben, 'after')).toMatchObject(refused)
    expect(await world.ben.patch(`/user_groups/${id}`, { description: 'x' })).toMatchObject(refused)
    expect(await world.ben.delete(`/user_groups/${id}`)).toMatchObject(refused)
    expect(await world.ben.post(`/user_groups/${id}/members`, { delete: [benId] })).toMatchObject(refused)
    expect((await make(world.ada, 'after')).status).toBe(200)
    expect((await world.ada.delete(`/user_groups/${id}`)).status).toBe(200)
    await world.ada.patch('/realm', { user_group_edit_policy: 1 })
  })

  it('presence_disabled: nobody sees who is online, and nothing is announced', async () => {
    const report = (client: ApiClient) => client.post('/users/me/presence', { status: 'active' })
    await report(world.ada)
    const seen = async () => (await world.ben.get('/realm/presence')).body.presences
    expect(Object.keys(await seen())).toContain('ada@example.com')
    await world.ada.patch('/realm', { presence_disabled: true })
    const watching = await watch(world.ben, ['presence'])
    expect((await report(world.cleo)).body.presences).toEqual({})
    expect(await seen()).toEqual({})
    expect((await world.ben.get('/users/ada@example.com/presence')).status).toBe(400)
    expect((await world.ben.post('/register', { fetch_event_types: ['presence'] })).body.presences).toEqual(
      {},
    )
    expect(await watching.news()).toEqual([])
    await world.ada.patch('/realm', { presence_disabled: false })
    expect(Object.keys(await seen())).not.toContain('cleo@example.com')
  })
})
