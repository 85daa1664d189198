import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  countMessages,
  expectRefusal,
  makeStream,
  readIds,
  sendPrivately,
  sendToStream,
} from './message-requests.ts'

describe.each(engines)('Send a message, who may where, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const refuse = async (client: ApiClient, to: string, msg: string) => {
    const before = await countMessages(world)
    const answer = await client.post('/messages', { type: 'stream', to, topic: 'x', content: 'x' })
    expectRefusal(answer, msg)
    expect(await countMessages(world)).toBe(before)
  }

  /** By its name and by its id: nothing tells that it is there, not even how its name is spelled. */
  const refuseUnknown = async (client: ApiClient, name: string) => {
    const before = await countMessages(world)
    const asked = name.toUpperCase()
    const send = (to: string | number) =>
      client.post('/messages', { type: 'stream', to, topic: 'x', content: 'x' })
    expectRefusal(await send(asked), `Stream '${asked}' does not exist`, {
      code: 'STREAM_DOES_NOT_EXIST',
      stream: asked,
    })
    const { body } = await world.ada.get('/get_stream_id', { stream: name })
    expectRefusal(await send(body.stream_id), `Stream with ID '${body.stream_id}' does not exist`, {
      code: 'STREAM_DOES_NOT_EXIST',
      stream_id: body.stream_id,
    })
    // The owner of a bot gets a message about its failure.
    expect((await countMessages(world)) - before).toBeLessThanOrEqual(client === world.echoBot ? 1 : 0)
  }

  it('is_announcement_only | organization admins can post', async () => {
    const id = await sendToStream(world.ada, 'announcements', 'news')
    expect(await readIds(world.ben)).toContain(id)
  })

  it('is_announcement_only | only organization admins can post: a subscribed member is refused', () =>
    refuse(world.ben, 'announcements', 'Only organization administrators can send to this stream.'))

  it('is_announcement_only | the bot of an administrator may post', async () => {
    const id = await sendToStream(world.hookBot, 'announcements', 'news')
    expect(await readIds(world.ben)).toContain(id)
  })

  it('is_announcement_only | the bot of a member may not', () =>
    refuse(world.echoBot, 'announcements', 'Only organization administrators can send to this stream.'))

  it('invite_only | a subscriber may post', async () => {
    const id = await sendToStream(world.cleo, 'leadership', 'plans')
    expect(await readIds(world.ada)).toContain(id)
  })

  it('invite_only | not subscribed: as if it did not exist', () => refuseUnknown(world.ben, 'leadership'))

  it('invite_only | not subscribed: an administrator knows that it exists, and may not either', async () => {
    await makeStream(world.cleo, 'cleo alone', ['cleo'], { invite_only: true })
    await refuse(world.ada, 'cleo alone', "Not authorized to send to stream 'cleo alone'")
  })

  it('invite_only | a bot may send where its owner is subscribed', async () => {
    await makeStream(world.ben, 'ben and bot', ['ben'], { invite_only: true })
    const id = await sendToStream(world.echoBot, 'ben and bot', 'x')
    expect(await readIds(world.ben)).toContain(id)
  })

  it('invite_only | a bot may not send where its owner is not', () =>
    refuseUnknown(world.echoBot, 'leadership'))

  it('public | any member may send without subscribing', async () => {
    const id = await sendToStream(world.cleo, 'random', 'x')
    expect(await readIds(world.ben)).toContain(id)
  })

  it('public | a guest who is not subscribed: as if it did not exist', () => refuseUnknown(world.gus, 'test'))

  it('public | a guest who is subscribed may send', async () => {
    await makeStream(world.ada, 'with guests', ['ada', 'gus'])
    const id = await sendToStream(world.gus, 'with guests', 'x')
    expect(await readIds(world.ada)).toContain(id)
  })

  it('private | a guest may write to people', async () => {
    const id = await sendPrivately(world.gus, ['ben'])
    expect(await readIds(world.ben)).toContain(id)
  })

  it('an incoming webhook bot may send, and nothing else', async () => {
    const id = await sendPrivately(world.hookBot, ['ada'])
    expect(await readIds(world.ada)).toContain(id)
    const read = await world.hookBot.get('/messages', { anchor: 0, num_before: 0, num_after: 1 })
    expect(read.status).toBe(401)
    expect(read.body.msg).toBe('This API is not available to incoming webhook bots.')
  })

  it('without credentials nothing is sent', async () => {
    const before = await countMessages(world)
    const answer = await world.nobody.post('/messages', {
      type: 'private',
      to: 'ada@example.com',
      content: 'x',
    })
    expect(answer.status).toBe(401)
    expect(await countMessages(world)).toBe(before)
  })
})
