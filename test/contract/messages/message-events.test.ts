import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, openQueue, readMessage, sendPrivately, sendToStream } from './message-requests.ts'
import { whoHeard, witness } from './witnesses.ts'

describe.each(engines)('Events of sending on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('message | id, type, message and flags; the message is that of the history without flags', async () => {
    const queue = await openQueue(world.ben, { event_types: ['message'], apply_markdown: true })
    const id = await sendToStream(world.ada, 'test', 'see https://example.org/', '**Hi** @**Ben Okri**')
    const { flags, ...message } = await readMessage(world.ben, id)
    expect(await queue.read()).toEqual([{ id: expect.any(Number), type: 'message', message, flags }])
    expect(flags).toEqual(['mentioned'])
  })

  it('message | of a private message, the same', async () => {
    const queue = await openQueue(world.ben, { event_types: ['message'], apply_markdown: true })
    const id = await sendPrivately(world.ada, ['ben'])
    const { flags, ...message } = await readMessage(world.ben, id)
    expect(await queue.read()).toEqual([{ id: expect.any(Number), type: 'message', message, flags }])
    expect(message).not.toHaveProperty('stream_id')
  })

  it('message | apply_markdown of the queue, false by default: raw text', async () => {
    const queue = await openQueue(world.ben, { event_types: ['message'] })
    await sendToStream(world.ada, 'test', 'x', '**bold**')
    expect(await queue.read()).toMatchObject([
      { message: { content: '**bold**', content_type: 'text/x-markdown' } },
    ])
  })

  it('message | client_avatar of the queue, and client_gravatar', async () => {
    const queues = [
      await openQueue(world.ben, { event_types: ['message'], client_avatar: true }),
      await openQueue(world.ben, { event_types: ['message'], client_gravatar: true }),
      await openQueue(world.ben, { event_types: ['message'] }),
    ]
    await sendToStream(world.ada, 'test', 'x')
    const pictures = []
    for (const queue of queues)
      pictures.push(((await queue.read())[0]!.message as { avatar_url: unknown }).avatar_url)
    expect(pictures).toEqual([null, null, expect.stringMatching(/^http/)])
  })

  it('message | flags are those of each receiver', async () => {
    await world.ben.post('/users/me/alert_words', { alert_words: ['geyser'] })
    const website = world.ada.with({ 'user-agent': 'website/1' })
    const heard = await witness(world, () =>
      sendToStream(website, 'general', 'x', '@**all** @**Cleo Vance** geyser'),
    )
    expect(heard.ada).toMatchObject([{ flags: ['read', 'wildcard_mentioned'] }])
    expect(heard.ben).toMatchObject([{ flags: ['wildcard_mentioned', 'has_alert_word'] }])
    expect(heard.cleo).toMatchObject([{ flags: ['mentioned', 'wildcard_mentioned'] }])
  })

  it('message | ids of events increase, in the order of sending', async () => {
    const queue = await openQueue(world.ben, { event_types: ['message'] })
    const sent = [await sendToStream(world.ada, 'test', 'x'), await sendToStream(world.ada, 'test', 'x')]
    const events = await queue.read()
    expect(events.map((event) => (event.message as { id: number }).id)).toEqual(sent)
    expect(events[1]!.id).toBeGreaterThan(events[0]!.id)
  })

  it('to a public stream | its subscribers, the sender among them, and nobody else', async () => {
    const heard = await witness(world, () => sendToStream(world.ada, 'test', 'x'))
    expect(whoHeard(heard)).toEqual(['ada', 'ben'])
    expect(heard.ben).toHaveLength(1)
  })

  it('to a public stream | a sender who is not subscribed hears nothing', async () => {
    const heard = await witness(world, () => sendToStream(world.cleo, 'test', 'x'))
    expect(whoHeard(heard)).toEqual(['ada', 'ben'])
  })

  it('to a public stream | a guest and a bot who are subscribed', async () => {
    await makeStream(world.ada, 'mixed', ['ada', 'gus', 'echo-bot'])
    const heard = await witness(world, () => sendToStream(world.ada, 'mixed', 'x'))
    expect(whoHeard(heard)).toEqual(['ada', 'gus', 'echoBot'])
  })

  it('to a private stream | its subscribers and nobody else', async () => {
    const heard = await witness(world, () => sendToStream(world.cleo, 'leadership', 'x'))
    expect(whoHeard(heard)).toEqual(['ada', 'cleo'])
  })

  it('in private | the participants, the sender among them, and nobody else', async () => {
    const heard = await witness(world, () => sendPrivately(world.ben, ['cleo']))
    expect(whoHeard(heard)).toEqual(['ben', 'cleo'])
  })

  it('to oneself | oneself, once', async () => {
    const heard = await witness(world, () => sendPrivately(world.ben, ['ben']))
    expect(whoHeard(heard)).toEqual(['ben'])
    expect(heard.ben).toHaveLength(1)
  })

  it('after leaving | nothing of the stream is received', async () => {
    await makeStream(world.ada, 'brief', ['ada', 'ben', 'cleo'])
    await world.cleo.delete('/users/me/subscriptions', { subscriptions: ['brief'] })
    const heard = await witness(world, () => sendToStream(world.ada, 'brief', 'x'))
    expect(whoHeard(heard)).toEqual(['ada', 'ben'])
  })

  it('all_public_streams | members also hear public streams that they are not in, with no flags', async () => {
    const heard = await witness(
      world,
      () => sendToStream(world.ada, 'test', 'x', '@**all** @**Cleo Vance**'),
      {
        all_public_streams: true,
      },
    )
    expect(whoHeard(heard)).toEqual(['ada', 'ben', 'cleo', 'echoBot'])
    expect(heard.cleo).toMatchObject([{ type: 'message', flags: [] }])
  })

  it('all_public_streams | private streams and messages stay closed', async () => {
    const options = { all_public_streams: true }
    const closed = await witness(world, () => sendToStream(world.ada, 'leadership', 'x'), options)
    expect(whoHeard(closed)).toEqual(['ada', 'cleo'])
    const secret = await witness(world, () => sendPrivately(world.ada, ['ben']), options)
    expect(whoHeard(secret)).toEqual(['ada', 'ben'])
  })

  it('a refused send | nobody hears anything', async () => {
    const heard = await witness(world, () =>
      world.ada.post('/messages', { type: 'stream', to: 'test', topic: 'x'.repeat(61), content: 'x' }),
    )
    expect(whoHeard(heard)).toEqual([])
  })
})
