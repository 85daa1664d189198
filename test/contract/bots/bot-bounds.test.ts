import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { type Answer, ApiClient, type Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { StreamClient } from '../../harness/stream-client.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readMessages, sendToStream } from '../messages/message-requests.ts'

describe.each(engines)('A bot has no more than its owner, on %s', (engine) => {
  let world: World
  let url: string
  let count = 0
  let owner: ApiClient
  let ownerId: number
  let ownerName: string
  let bot: ApiClient
  let botId: number
  beforeAll(async () => {
    world = await startWorld(engine)
    url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(async () => {
    count += 1
    ownerName = `owner${count}`
    const email = `${ownerName}@example.com`
    const { user } = await createUser(world.chat, world.demo.realm, { email, fullName: `Owner ${count}` })
    owner = world.as(user)
    ownerId = user.id
    const { body } = await owner.post('/bots', { full_name: `Robot ${count}`, short_name: `robot${count}` })
    botId = body.user_id
    bot = new ApiClient(world.app, { email: botEmail(), key: body.api_key })
  })
  afterAll(() => world.stop())

  const botEmail = () => `robot${count}-bot@chat.example.com`
  const say = (client: ApiClient, to: string) =>
    client.post('/messages', { type: 'stream', to, topic: 'x', content: 'psst' })
  const give = (client: ApiClient, to: number) => client.patch(`/bots/${botId}`, { bot_owner_id: to })
  const join = (client: ApiClient, name: string, args: Arguments = {}) =>
    client.post('/users/me/subscriptions', { subscriptions: [{ name }], ...args })
  const leave = (client: ApiClient, name: string, args: Arguments = {}) =>
    client.delete('/users/me/subscriptions', { subscriptions: [name], ...args })
  const setRole = (id: number, role: number) => world.ada.patch(`/users/${id}`, { role })
  const streamsOf = async (client: ApiClient): Promise<string[]> =>
    (await client.get('/users/me/subscriptions')).body.subscriptions.map((one: { name: string }) => one.name)
  const newKey = async (client = world.cleo) => (await client.get(`/bots/${botId}/api_key`)).body.api_key
  const withKey = (key: string) => new ApiClient(world.app, { email: botEmail(), key })
  const expectNoStream = (answer: Answer, stream: string) =>
    expectRefusal(answer, `Stream '${stream}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', stream })
  const privateStream = async (people: string[] = [], name = `den ${count}`) => {
    await makeStream(owner, name, [ownerName, ...people], { invite_only: true })
    return name
  }

  it('its owner cannot give it to anybody, least of all to an administrator', async () => {
    const refused = { code: 'UNAUTHORIZED_PRINCIPAL' }
    for (const id of [world.demo.people.ada.id, world.demo.people.cleo.id]) {
      expectRefusal(await give(owner, id), 'Must be an organization administrator', refused)
    }
    expect((await owner.get('/bots')).body.bots).toMatchObject([{ user_id: botId }])
    expect((await bot.get('/users/me')).status).toBe(200)
    expectNoStream(await say(bot, 'leadership'), 'leadership')
  })

  it('naming the present owner changes nothing, for the owner either: the key stays', async () => {
    expect((await give(owner, ownerId)).status).toBe(200)
    expect((await bot.get('/users/me')).status).toBe(200)
  })

  it('an administrator gives it away: the old key is worth nothing, the new owner has the new one', async () => {
    expect((await give(world.ada, world.demo.people.cleo.id)).status).toBe(200)
    expect((await bot.get('/users/me')).status).toBe(401)
    expect((await say(bot, 'leadership')).status).toBe(401)
    const mine = (await world.cleo.get('/bots')).body.bots.find((one: Arguments) => one.user_id === botId)
    expect(mine.api_key).toBe(await newKey())
    expect((await say(withKey(mine.api_key), 'leadership')).status).toBe(200)
  })

  it('given away: its open queues end, also one with an event that nobody has fetched', async () => {
    const den = await privateStream()
    await join(owner, den, { principals: [botEmail()] })
    const watching = await watch(bot, ['message'])
    const other = await watch(bot, ['message'])
    const stream = await StreamClient.open(url, bot, { queue_id: other.queueId, last_event_id: -1 })
    const waiting = bot.get('/events', { queue_id: watching.queueId, last_event_id: -1 })
    await give(world.ada, world.demo.people.cleo.id)
    expect((await waiting).body.events ?? []).toEqual([])
    await expect.poll(() => stream.isClosed).toBe(true)
    await sendToStream(owner, den, 'x', 'after')
    expect(stream.events).toEqual([])
    const poll = { queue_id: watching.queueId, last_event_id: -1, dont_block: true }
    expect((await bot.get('/events', poll)).status).toBe(401)
    const answer = await withKey(await newKey()).get('/events', poll)
    expect(answer.body.code).toBe('BAD_EVENT_QUEUE_ID')
  })

  it('given away: it leaves the private streams that the new owner is not in, and stays in the others', async () => {
    const den = await privateStream()
    const shared = await privateStream(['cleo'], `shared ${count}`)
    for (const name of [den, shared, 'test']) await join(owner, name, { principals: [botEmail()] })
    const watching = await watch(owner, ['subscription'])
    await give(world.ada, world.demo.people.cleo.id)
    const now = withKey(await newKey())
    expect((await streamsOf(now)).sort()).toEqual([shared, 'test'])
    expectNoStream(await say(now, den), den)
    expect(await watching.news()).toMatchObject([{ op: 'peer_remove', user_id: botId, subscriptions: [den] }])
  })

  it('reactivated by an administrator, whose it becomes: the old key is worth nothing', async () => {
    await join(owner, 'test', { principals: [botEmail()] })
    const den = await privateStream(['cleo'])
    await join(owner, den, { principals: [botEmail()] })
    await world.ada.delete(`/users/${ownerId}`)
    await world.ada.post(`/users/${botId}/reactivate`)
    expect((await bot.get('/users/me')).body.msg).toBe('Invalid API key')
    const now = withKey(await newKey(world.ada))
    expect((await now.get('/users/me')).status).toBe(200)
    expect(await streamsOf(now)).toEqual(['test'])
  })

  it('reactivated with the owner that it had: the same key, but no stream that the owner has left', async () => {
    const den = await privateStream(['cleo'])
    await join(owner, den, { principals: [botEmail()] })
    await owner.delete(`/bots/${botId}`)
    await leave(owner, den)
    await world.ada.post(`/users/${botId}/reactivate`)
    expect(await streamsOf(bot)).toEqual([])
  })

  it('its owner leaves a private stream, or is taken out: the bot leaves, too, and reads and writes no more', async () => {
    const den = await privateStream(['cleo'])
    await join(owner, den, { principals: [botEmail()] })
    const watching = await watch(bot, ['message', 'subscription', 'stream'])
    await leave(world.ada, den, { principals: [`${ownerName}@example.com`] })
    await sendToStream(world.cleo, den, 'x', 'after')
    expect(await watching.news()).toMatchObject([
      { type: 'subscription', op: 'peer_remove' },
      { type: 'subscription', op: 'remove', subscriptions: [{ name: den }] },
      { type: 'stream', op: 'delete', streams: [{ name: den }] },
    ])
    expect(await streamsOf(bot)).toEqual([])
    expectNoStream(await say(bot, den), den)
    expect((await readMessages(bot)).map((one: Arguments) => one.content)).not.toContain('<p>after</p>')
  })

  it('its owner leaves a public stream: the bot stays', async () => {
    await join(owner, 'random')
    await join(owner, 'random', { principals: [botEmail()] })
    await leave(owner, 'random')
    expect(await streamsOf(bot)).toEqual(['random'])
  })

  it('owner and bot were the last of a private stream: it ends', async () => {
    const den = await privateStream()
    await join(owner, den, { principals: [botEmail()] })
    await leave(owner, den)
    const { streams } = (await world.ada.get('/streams', { include_all_active: true })).body
    expect(streams.map((one: Arguments) => one.name)).not.toContain(den)
  })

  it('a stream becomes private: bots whose owner is not in it leave', async () => {
    const name = `plaza ${count}`
    const id = await makeStream(world.ada, name, ['ada', 'cleo'])
    await join(world.ada, name, { principals: [botEmail()] })
    await world.ada.patch(`/streams/${id}`, { is_private: true })
    expect(await streamsOf(bot)).toEqual([])
    expectNoStream(await say(bot, name), name)
  })

  it('nobody can take a bot into a private stream without its owner; with its owner they can', async () => {
    const without = (name: string) =>
      `The owner of '${botEmail()}' cannot read stream '${name}', so the bot cannot be subscribed.`
    const principals = [botEmail()]
    expectRefusal(await join(world.cleo, 'leadership', { principals }), without('leadership'))
    const fresh = `fresh ${count}`
    const invite = { invite_only: true, principals: ['cleo@example.com', ...principals] }
    expectRefusal(await join(world.cleo, fresh, invite), without(fresh))
    expectRefusal(await join(bot, fresh, { invite_only: true }), without(fresh))
    expect(await streamsOf(bot)).toEqual([])
    const both = { ...invite, principals: [...invite.principals, `${ownerName}@example.com`] }
    expect((await join(world.cleo, fresh, both)).status).toBe(200)
    expect(await streamsOf(bot)).toEqual([fresh])
  })

  it('its owner becomes a guest: so does the bot, which leaves what the owner does not see', async () => {
    await join(owner, 'test')
    for (const name of ['test', 'random']) await join(owner, name, { principals: [botEmail()] })
    const watching = await watch(bot, ['message', 'realm_user'], { all_public_streams: true })
    await setRole(ownerId, 600)
    expect((await bot.get('/users/me')).body).toMatchObject({ is_guest: true })
    expect(await streamsOf(bot)).toEqual(['test'])
    expectNoStream(await say(bot, 'random'), 'random')
    await sendToStream(world.ben, 'random', 'x', 'after')
    expect((await watching.news()).map((event) => event.type)).not.toContain('message')
    expectRefusal(await setRole(botId, 400), 'A bot cannot have a higher role than its owner')
  })

  it('its owner is no administrator any more: neither is the bot', async () => {
    await setRole(ownerId, 200)
    expect((await setRole(botId, 200)).status).toBe(200)
    expect((await say(bot, 'announcements')).status).toBe(200)
    await setRole(ownerId, 400)
    expect((await bot.get('/users/me')).body).toMatchObject({ is_admin: false })
    expectRefusal(
      await say(bot, 'announcements'),
      'Only organization administrators can send to this stream.',
    )
    expectRefusal(await setRole(botId, 200), 'A bot cannot have a higher role than its owner')
  })

  it('given by an administrator to a member: it is no administrator any more', async () => {
    await setRole(ownerId, 200)
    await setRole(botId, 200)
    await give(world.ada, world.demo.people.cleo.id)
    expect((await withKey(await newKey()).get('/users/me')).body).toMatchObject({ is_admin: false })
  })

  it('its owner is deactivated: the bot is nobody', async () => {
    await world.ada.delete(`/users/${ownerId}`)
    expect((await bot.get('/users/me')).body.code).toBe('USER_DEACTIVATED')
  })
})
