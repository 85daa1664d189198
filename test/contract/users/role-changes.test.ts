import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import type { User } from '../../../src/chat/identity/users/user.ts'
import type { ApiClient, Arguments } from '../../harness/api-client.ts'
import { applyEvent, comparable, readState } from '../../harness/client-state.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const ADMINISTRATOR = 200
const MEMBER = 400
const GUEST = 600

describe.each(engines)('What a role shows, on %s', (engine) => {
  let world: World
  let dan: User
  let client: ApiClient
  beforeAll(async () => {
    world = await startWorld(engine)
    dan = (await createUser(world.chat, world.demo.realm, { email: 'dan@example.com', fullName: 'Dan' })).user
    client = world.as(dan)
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: 'empty' }, { name: 'test' }] })
    await client.delete('/users/me/subscriptions', { subscriptions: ['empty'] })
  })
  afterAll(() => world.stop())

  const become = async (args: Arguments) => {
    expect((await world.ada.patch(`/users/${dan.id}`, args)).status).toBe(200)
  }
  const register = async () => {
    const { body } = await client.post('/register', { include_subscribers: true })
    const state = readState(body)
    // Events do not repeat whether the user was ever in a stream.
    for (const [id, item] of state.unsubscribed) state.neverSubscribed.set(id, streamPart(item))
    state.unsubscribed.clear()
    return { state, body, queueId: body.queue_id as string }
  }
  const streamPart = (item: Record<string, unknown>) => {
    const known = [...sample.neverSubscribed.values()][0]!
    return Object.fromEntries(Object.keys(known).map((key) => [key, item[key]]))
  }
  let sample: ReturnType<typeof readState>

  it('the event: role, is_admin and is_guest, to everybody', async () => {
    const gus = await watch(world.gus, ['realm_user'])
    const own = await watch(client, ['realm_user'])
    await become({ role: ADMINISTRATOR })
    const event = {
      type: 'realm_user',
      op: 'update',
      person: { user_id: dan.id, email: dan.email, role: 200, is_admin: true, is_guest: false },
      id: expect.any(Number),
    }
    expect(await gus.news()).toEqual([event])
    expect(await own.news()).toEqual([event])
    await become({ role: ADMINISTRATOR })
    expect(await gus.news()).toEqual([])
    await become({ role: MEMBER })
  })

  it.each([
    ['a member learns', MEMBER, GUEST, ['create', 'occupy']],
    ['a guest does not learn', GUEST, MEMBER, []],
  ])('%s of a new stream, although the role has changed twice since', async (_name, role, other, ops) => {
    await become({ role })
    const watcher = await watch(client, ['stream', 'realm_user'])
    await world.ben.post('/users/me/subscriptions', { subscriptions: [{ name: `made for ${role}` }] })
    await become({ role: other })
    await become({ role })
    const news = await watcher.news()
    const before = news.slice(
      0,
      news.findIndex(({ type }) => type === 'realm_user'),
    )
    expect(before.map(({ op }) => op)).toEqual(ops)
    await become({ role: MEMBER })
  })

  it.each([
    ['member -> guest', MEMBER, GUEST],
    ['guest -> member', GUEST, MEMBER],
    ['member -> administrator', MEMBER, ADMINISTRATOR],
    ['administrator -> member', ADMINISTRATOR, MEMBER],
    ['guest -> administrator', GUEST, ADMINISTRATOR],
    ['administrator -> guest', ADMINISTRATOR, GUEST],
  ])('%s | initial state + events = fresh state', async (_name, from, to) => {
    sample = readState((await world.cleo.post('/register', { include_subscribers: true })).body)
    await become({ role: from })
    const { state, queueId, body } = await register()
    let defaults = body.realm_default_streams
    await become({ role: to })
    const { events } = (
      await client.get('/events', { queue_id: queueId, last_event_id: -1, dont_block: true })
    ).body
    for (const event of events) {
      applyEvent(state, event, dan.id)
      if (event.type === 'realm_bot' && event.op === 'delete') state.bots.delete(event.bot.user_id)
      if (event.type === 'realm_user' && event.op === 'update')
        Object.assign(state.users.get(event.person.user_id), event.person)
      if (event.type === 'default_streams') defaults = event.default_streams
    }
    const fresh = await register()
    expect(comparable(state)).toEqual(comparable(fresh.state))
    expect(defaults).toEqual(fresh.body.realm_default_streams)
    const { user } = (await world.ben.get(`/users/${dan.id}`)).body
    expect([user.is_admin, user.is_guest]).toEqual([to === ADMINISTRATOR, to === GUEST])
  })

  it('a stream that is created later is sent to everyone who may see it by then', async () => {
    await become({ role: GUEST })
    const queue = await watch(client, ['stream'])
    await world.ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'before' }] })
    expect(await queue.news()).toEqual([])
    await become({ role: MEMBER })
    expect(await queue.news()).not.toEqual([])
    await world.ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'after' }] })
    expect(await queue.news()).toMatchObject([
      { op: 'create', streams: [{ name: 'after' }] },
      { op: 'occupy', streams: [{ name: 'after' }] },
    ])
    await become({ role: GUEST })
    expect((await queue.news()).every(({ op }) => op === 'delete')).toBe(true)
    await world.ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'too late' }] })
    expect(await queue.news()).toEqual([])
    await become({ role: MEMBER })
  })

  it('a queue that is read from the log, as after a restart, sees the same', async () => {
    await become({ role: GUEST })
    const { body } = await client.post('/register', { event_types: ['stream'], fetch_event_types: [] })
    const names = async () => {
      const answer = await client.get('/events', {
        queue_id: body.queue_id,
        last_event_id: -1,
        dont_block: true,
      })
      return answer.body.events.map((event: { op: string; streams: { name: string }[] }) => [
        event.op,
        event.streams[0]!.name,
      ])
    }
    await world.ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'earlier' }] })
    await become({ role: MEMBER })
    await world.ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'later' }] })
    const live = await names()
    expect(live).not.toContainEqual(['occupy', 'earlier'])
    expect(live).toContainEqual(['create', 'earlier'])
    expect(live).toContainEqual(['occupy', 'later'])
    for (const queue of [...world.chat.queues.live]) world.chat.queues.drop(queue)
    expect(await names()).toEqual(live)
  })

  it('rights come and go at once', async () => {
    const posts = async () => (await client.post('/users', {})).body.msg
    expect(await posts()).toBe('Must be an organization administrator')
    await become({ role: ADMINISTRATOR })
    expect(await posts()).toBe("Missing 'email' argument")
    await become({ role: MEMBER })
    expect(await posts()).toBe('Must be an organization administrator')
  })
})
