import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { createProfileField, setProfileValue } from '../../../src/chat/people/profile-fields/store-profile.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { type Watch, watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Events about people on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const watchAll = async (type: string) => ({
    ada: await watch(world.ada, [type]),
    ben: await watch(world.ben, [type]),
    cleo: await watch(world.cleo, [type]),
    gus: await watch(world.gus, [type]),
    outsider: await watch(elsewhere.chief, [type]),
  })
  const news = async (watches: Record<string, Watch>) => {
    const found: Record<string, unknown[]> = {}
    for (const [name, one] of Object.entries(watches)) found[name] = await one.news()
    return found
  }
  const memberNamed = async (email: string) => {
    const { body } = await world.ada.get('/users', { include_custom_profile_fields: true })
    return body.members.find((one: { email: string }) => one.email === email)
  }

  it('user create | realm_user op add: person as in User, to the whole organization', async () => {
    const watches = await watchAll('realm_user')
    await createUser(world.chat, world.demo.realm, { email: 'dan@example.com', fullName: 'Dan Dare' })
    const person = await memberNamed('dan@example.com')
    expect(person).toMatchObject({ is_active: true, profile_data: {}, is_guest: false, is_admin: false })
    const event = { type: 'realm_user', op: 'add', person, id: expect.any(Number) }
    expect(await news(watches)).toEqual({
      ada: [event],
      ben: [event],
      cleo: [event],
      gus: [event],
      outsider: [],
    })
  })

  it('user create | a bot: person with bot_type and bot_owner_id, without profile_data', async () => {
    const watches = await watchAll('realm_user')
    const { ben } = world.demo.people
    const bot = { type: 1, owner: ben }
    await createUser(world.chat, world.demo.realm, { email: 'b1@example.com', fullName: 'Bot One', bot })
    const [event] = await watches.gus.news()
    expect(event).toMatchObject({
      op: 'add',
      person: { full_name: 'Bot One', is_bot: true, bot_type: 1, bot_owner_id: ben.id },
    })
    expect(event.person).not.toHaveProperty('profile_data')
    expect(JSON.stringify(event)).not.toContain('api_key')
  })

  it('user create | joins the default streams: peers get events', async () => {
    const ada = await watch(world.ada, ['subscription'])
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'eve@example.com',
      fullName: 'Eve East',
    })
    expect(await ada.news()).toMatchObject([{ op: 'peer_add', subscriptions: ['general'], user_id: user.id }])
  })

  it('user change | realm_user op update: person with user_id, email and what changed, to the organization', async () => {
    const { realm, people } = world.demo
    const field = await createProfileField(world.chat, realm, { name: 'Motto', type: 1, hint: '' })
    const watches = await watchAll('realm_user')
    await setProfileValue(world.chat, people.cleo, field, '*Carpe* diem')
    const event = {
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: people.cleo.id,
        email: 'cleo@example.com',
        custom_profile_field: {
          id: field,
          value: '*Carpe* diem',
          rendered_value: '<p><em>Carpe</em> diem</p>',
        },
      },
      id: expect.any(Number),
    }
    expect(await news(watches)).toEqual({
      ada: [event],
      ben: [event],
      cleo: [event],
      gus: [event],
      outsider: [],
    })
  })

  it('deactivate | realm_user op remove: person with email, user_id, full_name, to the organization', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'fay@example.com',
      fullName: 'Fay Wray',
    })
    const watches = await watchAll('realm_user')
    await deactivateUser(world.chat, user)
    const event = {
      type: 'realm_user',
      op: 'remove',
      person: { user_id: user.id, email: 'fay@example.com', full_name: 'Fay Wray' },
      id: expect.any(Number),
    }
    expect(await news(watches)).toEqual({
      ada: [event],
      ben: [event],
      cleo: [event],
      gus: [event],
      outsider: [],
    })
  })

  it('deactivate | a poll that waits ends, and the queue is of no use any more', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'ida@example.com',
      fullName: 'Ida Ives',
    })
    const ida = world.as(user)
    const { queueId } = await watch(ida, ['message'])
    const waiting = ida.get('/events', { queue_id: queueId, last_event_id: -1 })
    await deactivateUser(world.chat, user)
    expect((await waiting).body.events).toEqual([])
    const again = await ida.get('/events', { queue_id: queueId, last_event_id: -1 })
    expect(again.status).toBe(401)
    expect(again.body.code).toBe('USER_DEACTIVATED')
  })

  it('bots | realm_bot op add: to the owner, with api_key, and to the administrators without it', async () => {
    const watches = await watchAll('realm_bot')
    const { ben } = world.demo.people
    const { user, apiKey } = await createUser(world.chat, world.demo.realm, {
      email: 'b2@example.com',
      fullName: 'Bot Two',
      bot: { type: 1, owner: ben },
    })
    const event = {
      type: 'realm_bot',
      op: 'add',
      bot: {
        user_id: user.id,
        email: 'b2@example.com',
        full_name: 'Bot Two',
        bot_type: 1,
        is_active: true,
        avatar_url: expect.stringContaining('http://chat.example.com/'),
        owner_id: ben.id,
        owner: 'ben@example.com',
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
        services: [],
        api_key: apiKey,
      },
      id: expect.any(Number),
    }
    const { api_key: _key, ...withoutKey } = event.bot
    const seen = { ...event, bot: withoutKey }
    expect(await news(watches)).toEqual({ ada: [seen], ben: [event], cleo: [], gus: [], outsider: [] })
    expect((await world.as(user).get('/users/me')).body.email).toBe('b2@example.com')
  })

  it('bots | the key is not readable in the event log', async () => {
    const { apiKey } = await createUser(world.chat, world.demo.realm, {
      email: 'b3@example.com',
      fullName: 'Bot Three',
      bot: { type: 1, owner: world.demo.people.ben },
    })
    const rows = await world.chat.database.read.selectFrom('events').selectAll().execute()
    const log = JSON.stringify(rows)
    expect(log).toContain('b3@example.com')
    expect(log).not.toContain(apiKey)
  })

  it('custom_profile_fields: the full list, to the whole organization', async () => {
    const watches = await watchAll('custom_profile_fields')
    await createProfileField(world.chat, world.demo.realm, { name: 'Desk', type: 1, hint: 'Room and seat' })
    const { body } = await world.gus.post('/register', { event_types: ['custom_profile_fields'] })
    expect(body.custom_profile_fields.at(-1)).toMatchObject({ name: 'Desk', type: 1, hint: 'Room and seat' })
    const event = {
      type: 'custom_profile_fields',
      op: 'update',
      fields: body.custom_profile_fields,
      id: expect.any(Number),
    }
    expect(await news(watches)).toEqual({
      ada: [event],
      ben: [event],
      cleo: [event],
      gus: [event],
      outsider: [],
    })
  })

  it('alert_words: the full list, to their owner and to nobody else', async () => {
    const watches = await watchAll('alert_words')
    const path = '/users/me/alert_words'
    expect((await world.ben.post(path, { alert_words: [' Boat', 'anchor'] })).body.alert_words).toEqual([
      'anchor',
      'boat',
    ])
    await world.ben.delete(path, { alert_words: ['BOAT'] })
    expect((await world.ben.get(path)).body.alert_words).toEqual(['anchor'])
    expect(await news(watches)).toEqual({
      ada: [],
      ben: [
        { type: 'alert_words', alert_words: ['anchor', 'boat'], id: expect.any(Number) },
        { type: 'alert_words', alert_words: ['anchor'], id: expect.any(Number) },
      ],
      cleo: [],
      gus: [],
      outsider: [],
    })
  })
})
