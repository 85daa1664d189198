import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../src/chat/accounts/deactivate-user.ts'
import { createRealm } from '../../src/chat/organization/create-realm.ts'
import type { ApiClient } from '../harness/api-client.ts'
import { engines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'

const secret = 'the xylophone budget'

describe.each(engines)('who must not see, does not, on %s', (engine) => {
  let world: World
  /** from another organization on the same server */
  let hank: ApiClient
  beforeAll(async () => {
    world = await startWorld(engine)
    const globex = await createRealm(world.chat, { name: 'Globex', host: 'globex.example.com' })
    const { user } = await createUser(world.chat, globex, {
      email: 'ada@example.com',
      fullName: 'Hank Scorpio',
      role: 'administrator',
    })
    hank = world.as(user, 'globex.example.com')
  })
  afterAll(() => world.stop())

  describe('a message in a private stream', () => {
    let id: number
    let queues: Map<ApiClient, string>
    beforeAll(async () => {
      const watchers = [world.ada, world.ben, world.cleo, world.gus, world.echoBot, hank]
      queues = new Map()
      for (const client of watchers) {
        const { body } = await client.post('/register', { all_public_streams: client !== world.gus })
        queues.set(client, body.queue_id)
      }
      id = await send(world.ada, 'leadership', secret)
    })

    it('is found by its subscribers (or the tests below would prove nothing)', async () => {
      expect(await findable(world.cleo, id)).toEqual(allWays)
      expect(await eventTexts(world.cleo, queues)).toContain(secret)
    })

    it.each(['ben', 'gus', 'echoBot'] as const)('is not found by %s in any way', async (name) => {
      expect(await findable(world[name], id)).toEqual([])
      expect(await eventTexts(world[name], queues)).not.toContain(secret)
    })

    it('is not found by an administrator of another organization with the same ids', async () => {
      expect(await findable(hank, id)).toEqual([])
      expect(await eventTexts(hank, queues)).not.toContain(secret)
    })

    it('shows nobody outside that the stream exists', async () => {
      for (const client of [world.ben, world.gus, hank]) {
        const lists = [
          await client.get('/streams'),
          await client.get('/users/me/subscriptions', { include_subscribers: true }),
          await client.post('/register', { include_subscribers: true }),
        ]
        for (const list of lists) expect(JSON.stringify(list.body)).not.toContain('leadership')
        const link = await client.post('/messages', { type: 'private', to: [], content: '' })
        expect(link.status).toBe(400)
      }
      const sent = await world.ben.post('/messages', {
        type: 'private',
        to: ['ben@example.com'],
        content: 'see #**leadership**',
      })
      const { body } = await world.ben.get('/messages', { anchor: sent.body.id, num_before: 0, num_after: 0 })
      expect(body.messages[0].content).not.toContain('data-stream-id')
    })

    it('cannot be edited, deleted or marked by outsiders', async () => {
      for (const client of [world.ben, world.gus, hank]) {
        expect((await client.patch(`/messages/${id}`, { topic: 'mine' })).body.msg).toBe('Invalid message(s)')
        expect((await client.delete(`/messages/${id}`)).body.msg).toBe('Invalid message(s)')
      }
    })
  })

  describe('somebody who was subscribed', () => {
    it('gets nothing of it any more: of what came before, meanwhile or after', async () => {
      await subscribe(world.ada, 'closed', { invite_only: true })
      const before = await send(world.ada, 'closed', 'before Ben')
      await subscribe(world.ada, 'closed', { principals: ['ben@example.com'] })
      const { body: registered } = await world.ben.post('/register', {})
      const during = await send(world.ada, 'closed', 'while Ben is here')
      expect(await findable(world.ben, during)).toContain('history')
      await world.ada.delete('/users/me/subscriptions', {
        subscriptions: ['closed'],
        principals: ['ben@example.com'],
      })
      const after = await send(world.ada, 'closed', 'after Ben')
      await world.ada.patch(`/messages/${during}`, { content: 'edited after Ben' })
      for (const id of [before, during, after]) expect(await findable(world.ben, id)).toEqual([])
      const events = await world.ben.get('/events', {
        queue_id: registered.queue_id,
        last_event_id: -1,
        dont_block: true,
      })
      const types = events.body.events.map(
        (event: { type: string; op?: string }) => `${event.type} ${event.op}`,
      )
      expect(types).toContain('subscription remove')
      for (const text of ['while Ben is here', 'after Ben'])
        expect(JSON.stringify(events.body)).not.toContain(text)
    })

    it('and comes back, does not get what was said in between, nor its edits', async () => {
      const between = await send(world.ada, 'closed', 'while Ben was away')
      await subscribe(world.ada, 'closed', { principals: ['ben@example.com'] })
      const { body } = await world.ben.post('/register', {})
      await world.ada.patch(`/messages/${between}`, { content: 'still not for Ben' })
      const again = await send(world.ada, 'closed', 'welcome back')
      const { body: poll } = await world.ben.get('/events', {
        queue_id: body.queue_id,
        last_event_id: -1,
        dont_block: true,
      })
      expect(JSON.stringify(poll)).toContain('welcome back')
      expect(JSON.stringify(poll)).not.toContain('not for Ben')
      expect(await findable(world.ben, between)).toEqual([])
      expect(await findable(world.ben, again)).toEqual(allWays)
    })
  })

  it('a queue withholds what was written in a public stream that became private, and delivers its deletions', async () => {
    await subscribe(world.ada, 'plaza', { principals: ['ada@example.com', 'ben@example.com'] })
    const deleted = await send(world.ada, 'plaza', 'deleted on the plaza')
    const { body: ben } = await world.ben.post('/register', {})
    const { body: watcher } = await world.cleo.post('/register', { all_public_streams: true })
    const id = await send(world.ada, 'plaza', 'said on the plaza')
    await world.ada.patch(`/messages/${id}`, { content: 'edited on the plaza', topic: 'plaza topic' })
    await world.ada.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    await world.ada.delete(`/messages/${deleted}`)
    const { body: stream } = await world.ada.get('/get_stream_id', { stream: 'plaza' })
    await world.ada.patch(`/streams/${stream.stream_id}`, { description: 'about the plaza' })
    await world.ada.patch(`/streams/${stream.stream_id}`, { is_private: true })
    await world.ada.delete('/users/me/subscriptions', {
      subscriptions: ['plaza'],
      principals: ['ben@example.com'],
    })
    for (const [client, queue] of [
      [world.ben, ben],
      [world.cleo, watcher],
    ] as const) {
      const { body } = await client.get('/events', {
        queue_id: queue.queue_id,
        last_event_id: -1,
        dont_block: true,
      })
      const types = body.events.map(({ type, op }: { type: string; op?: string }) =>
        `${type} ${op ?? ''}`.trim(),
      )
      expect(types).toEqual(expect.arrayContaining(['delete_message', 'stream delete']))
      for (const type of ['message', 'update_message', 'reaction add', 'stream update'])
        expect(types).not.toContain(type)
      for (const text of ['said on', 'edited on', 'plaza topic'])
        expect(JSON.stringify(body)).not.toContain(text)
    }
  })

  it('a private message is invisible to everybody else, administrators included', async () => {
    const { body } = await world.ben.post('/messages', {
      type: 'private',
      to: ['cleo@example.com'],
      content: secret,
    })
    expect(await findable(world.cleo, body.id)).toContain('everything')
    for (const client of [world.ada, world.gus, world.echoBot, hank]) {
      expect(await findable(client, body.id)).toEqual([])
    }
  })

  it('a guest sees a public stream only when subscribed', async () => {
    const id = await send(world.ben, 'test', 'for members')
    expect(await findable(world.gus, id)).toEqual([])
    const { body } = await world.gus.get('/streams')
    expect(body.streams).toEqual([])
    await subscribe(world.ben, 'test', { principals: ['gus@example.com'] })
    expect(await findable(world.gus, id)).toContain('stream')
    await world.ada.delete('/users/me/subscriptions', {
      subscriptions: ['test'],
      principals: ['gus@example.com'],
    })
    expect(await findable(world.gus, id)).toEqual([])
  })

  it("other people's queues cannot be read or deleted", async () => {
    const { body } = await world.ada.post('/register', {})
    for (const client of [world.ben, hank]) {
      const poll = await client.get('/events', {
        queue_id: body.queue_id,
        last_event_id: -1,
        dont_block: true,
      })
      expect(poll.status).toBe(400)
      expect((await client.delete('/events', { queue_id: body.queue_id })).status).toBe(400)
    }
    const own = await world.ada.get('/events', {
      queue_id: body.queue_id,
      last_event_id: -1,
      dont_block: true,
    })
    expect(own.status).toBe(200)
  })

  it("another organization's key does not work here, and its people are not listed", async () => {
    const answer = await hank.with({ host: 'chat.example.com' }).get('/users/me')
    expect(answer.status).toBe(401)
    expect(answer.body.msg).toBe('Account is not associated with this subdomain')
    const { body } = await hank.get('/users')
    expect(body.members.map((member: { full_name: string }) => member.full_name)).toEqual(['Hank Scorpio'])
    const own = await world.ben.get('/users')
    expect(JSON.stringify(own.body)).not.toContain('Hank')
  })

  it('a deactivated person sees nothing any more, and a waiting poll of theirs ends', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'eve@example.com',
      fullName: 'Eve Moor',
    })
    const eve = world.as(user)
    const { body } = await eve.post('/register', {})
    const waiting = eve.get('/events', { queue_id: body.queue_id, last_event_id: -1 })
    await new Promise((next) => setTimeout(next, 50))
    await deactivateUser(world.chat, user)
    expect((await waiting).body.events ?? []).not.toContainEqual(expect.objectContaining({ type: 'message' }))
    expect((await eve.get('/users/me')).status).toBe(401)
    expect((await eve.get('/events', { queue_id: body.queue_id, last_event_id: -1 })).status).toBe(401)
  })
})

const allWays = ['everything', 'stream', 'topic', 'sender', 'id', 'search', 'history']

/** In how many ways somebody finds a message. */
async function findable(client: ApiClient, id: number): Promise<string[]> {
  const term = (operator: string, operand: unknown) => [{ operator, operand }]
  const ways: [string, object[]][] = [
    ['everything', []],
    ['stream', term('stream', 'leadership')],
    ['stream', term('stream', 'closed')],
    ['stream', term('stream', 'test')],
    ['topic', term('topic', 'plans')],
    ['sender', term('sender', 'ada@example.com')],
    ['id', term('id', id)],
    ['search', term('search', 'xylophone')],
    ['search', term('search', 'Ben')],
    ['search', term('search', 'welcome')],
    ['public', term('streams', 'public')],
  ]
  const found = new Set<string>()
  for (const [way, narrow] of ways) {
    const answer = await client.get('/messages', { anchor: id, num_before: 50, num_after: 50, narrow })
    const ids = (answer.body.messages ?? []).map((message: { id: number }) => message.id)
    if (ids.includes(id)) found.add(way)
  }
  if ((await client.get(`/messages/${id}/history`)).status === 200) found.add('history')
  return [...found]
}

async function send(client: ApiClient, to: string, content: string): Promise<number> {
  const { body } = await client.post('/messages', { type: 'stream', to, topic: 'plans', content })
  expect(body.result).toBe('success')
  return body.id
}

async function subscribe(client: ApiClient, name: string, rest: object): Promise<void> {
  const { body } = await client.post('/users/me/subscriptions', { subscriptions: [{ name }], ...rest })
  expect(body.result).toBe('success')
}

async function eventTexts(client: ApiClient, queues: Map<ApiClient, string>): Promise<string> {
  const { status, body } = await client.get('/events', {
    queue_id: queues.get(client),
    last_event_id: -1,
    dont_block: true,
  })
  expect(status).toBe(200)
  return JSON.stringify(body.events)
}
