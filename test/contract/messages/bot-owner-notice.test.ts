import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, readMessages } from './message-requests.ts'

describe.each(engines)('Bot sends to a missing or empty stream on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
    await makeStream(world.ada, 'deserted')
    await world.ada.delete('/users/me/subscriptions', { subscriptions: ['deserted'] })
  })
  afterAll(() => world.stop())
  // Each test finds a bot that has not been in trouble for long.
  beforeEach(() => world.clock.advance(301))

  const botSends = (to: string) =>
    world.echoBot.post('/messages', { type: 'stream', to, topic: 'x', content: 'x' })
  const notices = async () =>
    (
      await readMessages(world.ben, [{ operator: 'is', operand: 'private' }], { apply_markdown: false })
    ).filter((message: { sender_full_name: string }) => message.sender_full_name === 'Notification Bot')

  it('missing stream | the error is the usual one, and the owner gets a private message', async () => {
    const before = await notices()
    const answer = await botSends('void')
    expect(answer.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'void' })
    const after = await notices()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)).toMatchObject({ type: 'private', flags: [] })
    expect(after.at(-1).content).toContain(
      'Your bot `echo-bot@example.com` tried to send a message to stream #**void**, but that stream does not exist.',
    )
  })

  it('missing stream | named by its id', async () => {
    await botSends('4711')
    expect((await notices()).at(-1).content).toBe(
      'Your bot `echo-bot@example.com` tried to send a message to stream ID 4711, but there is no stream with that ID.',
    )
  })

  it('missing stream | nobody else gets one', async () => {
    await botSends('void')
    const heard = await readMessages(world.ada, [{ operator: 'is', operand: 'private' }])
    expect(heard.map((message: { content: string }) => message.content).join()).not.toContain('echo-bot')
  })

  it('missing stream | max once in 5 minutes', async () => {
    await botSends('void')
    const before = await notices()
    await botSends('void')
    world.clock.advance(280)
    await botSends('chasm')
    expect(await notices()).toHaveLength(before.length)
    world.clock.advance(21)
    await botSends('chasm')
    const after = await notices()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1).content).toContain('#**chasm**')
  })

  it('empty stream | the message is stored, and the owner gets a private message', async () => {
    const before = await notices()
    const answer = await botSends('deserted')
    expect(answer.status).toBe(200)
    const after = await notices()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1).content).toBe(
      'Your bot `echo-bot@example.com` tried to send a message to stream #**deserted**. The stream exists but does not have any subscribers.',
    )
    const stored = await readMessages(world.ada, [{ operator: 'stream', operand: 'deserted' }])
    expect(stored.at(-1).id).toBe(answer.body.id)
  })

  it('empty stream | max once in 5 minutes', async () => {
    await botSends('deserted')
    const before = await notices()
    await botSends('deserted')
    expect(await notices()).toHaveLength(before.length)
    world.clock.advance(301)
    await botSends('deserted')
    expect(await notices()).toHaveLength(before.length + 1)
  })

  it('a stream with subscribers | nobody gets a notice', async () => {
    const before = await notices()
    expect((await botSends('test')).status).toBe(200)
    expect(await notices()).toHaveLength(before.length)
  })

  it('a person who writes to a missing stream | nobody gets a notice', async () => {
    const before = await notices()
    await world.ben.post('/messages', { type: 'stream', to: 'void', topic: 'x', content: 'x' })
    expect(await notices()).toHaveLength(before.length)
  })
})
