import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { storePresence } from '../../../src/chat/people/presence/presence-store.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const path = '/users/me/presence'

describe.each(engines)('Presence on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const join = async () => {
    count += 1
    const person = { email: `p${count}@example.com`, fullName: `Person ${count}` }
    const { user } = await createUser(world.chat, world.demo.realm, person)
    return { user, client: world.as(user).with({ 'user-agent': 'website/1' }) }
  }
  const tell = async (client: ApiClient, status: string, args = {}) => {
    const answer = await client.post(path, { status, ...args })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const now = () => Math.floor(world.clock.now() / 1000)

  it('POST /users/me/presence | server_timestamp and everybody who was there, by email address', async () => {
    const { user, client } = await join()
    const body = await tell(client, 'active')
    expect(body.server_timestamp).toBeGreaterThanOrEqual(now() - 5)
    const entry = { client: 'website', status: 'active', timestamp: expect.any(Number) }
    expect(body.presences[user.email]).toEqual({
      aggregated: entry,
      website: { ...entry, pushable: false },
    })
    expect(Math.abs(body.presences[user.email].website.timestamp - now())).toBeLessThanOrEqual(5)
    expect(body.presences).not.toHaveProperty(world.demo.people.cleo.email)
  })

  it('ping_only | nothing but success', async () => {
    const { client } = await join()
    expect(await tell(client, 'active', { ping_only: true, new_user_input: true })).toEqual({
      result: 'success',
      msg: '',
    })
  })

  it('slim_presence | by user id, with the newest times', async () => {
    const { user, client } = await join()
    const first = await tell(client, 'idle', { slim_presence: true })
    expect(first.presences[user.id]).toEqual({ active_timestamp: 0, idle_timestamp: expect.any(Number) })
    const other = client.with({ 'user-agent': 'ZulipMobile/1' })
    const second = await tell(other, 'active', { slim_presence: true })
    expect(second.presences[user.id]).toEqual({
      active_timestamp: expect.any(Number),
      idle_timestamp: expect.any(Number),
    })
    const { presences } = (await world.ben.get('/realm/presence', { slim_presence: true })).body
    expect(presences[user.id]).toEqual(second.presences[user.id])
  })

  it('several programs | each has an entry, the newest counts for the person', async () => {
    const { user, client } = await join()
    await tell(client, 'active')
    world.clock.advance(2)
    await tell(client.with({ 'user-agent': 'ZulipMobile/1' }), 'idle')
    const { presences } = (await world.gus.get('/realm/presence')).body
    expect(presences[user.email]).toMatchObject({
      website: { status: 'idle', client: 'website' },
      ZulipMobile: { status: 'idle', client: 'ZulipMobile' },
      aggregated: { status: 'idle', client: 'ZulipMobile' },
    })
  })

  it('several programs | at most eight are kept, even with made-up names', async () => {
    const { user, client } = await join()
    for (let index = 0; index < 12; index += 1) {
      world.clock.advance(1)
      await tell(client, 'active', {
        client: index === 11 ? '__proto__' : `script ${index}`,
        ping_only: true,
      })
    }
    const { presences } = (await world.ben.get('/realm/presence')).body
    expect(Object.keys(presences[user.email]).length).toBeLessThanOrEqual(10)
    expect(presences[user.email].aggregated).toMatchObject({ client: '__proto__', status: 'active' })
  })

  it('event | to everybody when somebody comes, not with every ping', async () => {
    const { user, client } = await join()
    const gus = await watch(world.gus, ['presence'])
    const outsider = await watch(elsewhere.chief, ['presence'])
    await tell(client, 'active')
    const event = {
      type: 'presence',
      user_id: user.id,
      email: user.email,
      server_timestamp: expect.any(Number),
      presence: {
        website: { client: 'website', status: 'active', timestamp: expect.any(Number), pushable: false },
      },
      id: expect.any(Number),
    }
    expect(await gus.news()).toEqual([event])
    world.clock.advance(50)
    await tell(client, 'active')
    world.clock.advance(50)
    await tell(client, 'active')
    expect(await gus.news()).toEqual([])
    const { presences } = (await world.gus.get('/realm/presence')).body
    expect(now() - presences[user.email].website.timestamp).toBeLessThanOrEqual(5)
    world.clock.advance(71)
    await tell(client, 'active')
    expect(await gus.news()).toEqual([event])
    expect(await outsider.news()).toEqual([])
  })

  it('event | from idle to active, but not back: another window may still be active', async () => {
    const { user, client } = await join()
    await tell(client, 'idle')
    const ben = await watch(world.ben, ['presence'])
    await tell(client, 'active')
    expect(await ben.news()).toMatchObject([{ presence: { website: { status: 'active' } } }])
    await tell(client, 'idle')
    expect(await ben.news()).toEqual([])
    expect((await world.ben.get(`/users/${user.id}/presence`)).body.presence.website.status).toBe('active')
    world.clock.advance(71)
    await tell(client, 'idle')
    expect((await world.ben.get(`/users/${user.id}/presence`)).body.presence.website.status).toBe('idle')
    expect(await ben.news()).toEqual([])
  })

  it('register | presences in the same form; with slim_presence by user id; events lead to the same', async () => {
    const { user, client } = await join()
    const { body } = await world.ben.post('/register', { event_types: ['presence'] })
    await tell(client, 'active')
    const { events } = (
      await world.ben.get('/events', { queue_id: body.queue_id, last_event_id: -1, dont_block: true })
    ).body
    const fresh = await world.ben.post('/register', { event_types: ['presence'] })
    expect(body.presences).not.toHaveProperty(user.email)
    const { aggregated: _newest, ...programs } = fresh.body.presences[user.email]
    expect(programs).toEqual(events[0].presence)
    const slim = await world.ben.post('/register', { event_types: ['presence'], slim_presence: true })
    expect(slim.body.presences[user.id]).toEqual({
      active_timestamp: programs.website.timestamp,
      idle_timestamp: 0,
    })
  })

  it('presence_enabled false | others do not see that somebody is there', async () => {
    const { user, client } = await join()
    await client.patch('/settings', { presence_enabled: false })
    const body = await tell(client, 'active')
    expect(body.presences).not.toHaveProperty(user.email)
  })

  it('presence_enabled turned off | gone at once, for everybody and for good, until it is turned on', async () => {
    const { user, client } = await join()
    await tell(client, 'active')
    const seenBy = await watch(world.ben, ['presence'])
    const seen = async () => (await world.ben.get('/realm/presence')).body.presences
    expect(await seen()).toHaveProperty(user.email)
    await client.patch('/settings', { presence_enabled: false })
    expect(await seen()).not.toHaveProperty(user.email)
    const [event, ...more] = await seenBy.news()
    expect(more).toEqual([])
    expect(event).toMatchObject({ type: 'presence', user_id: user.id, email: user.email })
    expect(Object.values(event.presence)).toMatchObject([{ status: 'idle', timestamp: 0 }])
    const one = await world.ben.get(`/users/${user.id}/presence`)
    expect(one.body.msg).toBe(`No presence data for ${user.email}`)
    // A report that another server had not written yet.
    const { realm } = world.demo
    const late = { client: ['active', Math.floor(world.clock.now() / 1000)] }
    const row = {
      realm_id: realm.id,
      user_id: user.id,
      clients: JSON.stringify(late),
      seen_at: late.client[1] as number,
    }
    world.chat.presences.receive(realm.id, { presence: row })
    expect(await seen()).not.toHaveProperty(user.email)
    await world.chat.database.write(realm.id, { work: ({ db }) => storePresence(db, row) })
    world.chat.presences.drop(realm.id)
    expect(await seen()).not.toHaveProperty(user.email)
    expect(
      (await world.ben.post('/register', { event_types: ['presence'] })).body.presences,
    ).not.toHaveProperty(user.email)
    await client.patch('/settings', { presence_enabled: true })
    world.clock.advance(60)
    await tell(client, 'active')
    expect(await seen()).toHaveProperty(user.email)
    world.chat.presences.drop(realm.id)
    expect(await seen()).toHaveProperty(user.email)
  })

  it.each(['away', 'ACTIVE', ''])('status %j | Invalid status', async (status) => {
    const { user, client } = await join()
    const answer = await client.post(path, { status })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg: `Invalid status: ${status}`, code: 'BAD_REQUEST' })
    expect((await world.ben.get('/realm/presence')).body.presences).not.toHaveProperty(user.email)
  })

  it('status | required; bots have none', async () => {
    expect((await world.ben.post(path)).body).toMatchObject({ msg: "Missing 'status' argument" })
    const bot = await world.echoBot.post(path, { status: 'active' })
    expect(bot.body.msg).toBe('This endpoint does not accept bot requests.')
  })

  it('GET /users/:user_id/presence | by id or email address; status and time of each program', async () => {
    const { user, client } = await join()
    await tell(client, 'active')
    const entry = { status: 'active', timestamp: expect.any(Number) }
    const expected = { result: 'success', msg: '', presence: { aggregated: entry, website: entry } }
    expect((await world.gus.get(`/users/${user.id}/presence`)).body).toEqual(expected)
    expect((await world.echoBot.get(`/users/${user.email}/presence`)).body).toEqual(expected)
    world.clock.advance(141)
    const { presence } = (await world.gus.get(`/users/${user.id}/presence`)).body
    expect([presence.aggregated.status, presence.website.status]).toEqual(['offline', 'active'])
  })

  it('GET /users/:user_id/presence | unknown people, bots and people without presence are refused', async () => {
    const { user, client } = await join()
    const msg = async (named: string | number, by = world.ben) => {
      const answer = await by.get(`/users/${named}/presence`)
      expect(answer.status).toBe(400)
      expect(answer.body.code).toBe('BAD_REQUEST')
      return answer.body.msg
    }
    expect(await msg(user.id)).toBe(`No presence data for ${user.email}`)
    expect(await msg('nobody@example.com')).toBe('No such user')
    expect(await msg(424242)).toBe('No such user')
    expect(await msg(world.demo.bots.echoBot.id)).toBe('Presence is not supported for bot users.')
    await tell(client, 'active')
    expect(await msg(user.email, elsewhere.chief)).toBe('No such user')
    await deactivateUser(world.chat, user)
    expect(await msg(user.id)).toBe('No such user')
    expect((await world.ben.get('/realm/presence')).body.presences).not.toHaveProperty(user.email)
  })

  it('GET /realm/presence | people who were away for two weeks are left out; other organizations, too', async () => {
    const { user, client } = await join()
    await tell(client, 'active')
    await tell(elsewhere.chief, 'active')
    const seen = async () => Object.keys((await world.ben.get('/realm/presence')).body.presences)
    expect(await seen()).toContain(user.email)
    expect(await seen()).not.toContain(elsewhere.people.chief.email)
    world.clock.advance(15 * 86_400)
    expect(await seen()).not.toContain(user.email)
  })
})
