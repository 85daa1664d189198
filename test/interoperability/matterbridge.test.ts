import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Wire = any

/**
 * The requests of matterbridge 1.26 (bridge/zulip and its library gozulipbot), after their public source, with the
 * bodies as that library writes them: one part of them is not encoded. The program itself is not a Debian package.
 */
describe.each(engines)('matterbridge, by its requests, on %s', (engine) => {
  let world: World
  let bot: { email: string; key: string; id: number }
  beforeAll(async () => {
    world = await startWorld(engine)
    const { body } = await world.ada.post('/bots', { full_name: 'Bridge', short_name: 'bridge', bot_type: 1 })
    bot = { email: 'bridge-bot@chat.example.com', key: body.api_key, id: body.user_id }
    const subscriptions = [{ name: 'test' }]
    await world.ada.post('/users/me/subscriptions', { subscriptions, principals: [bot.id] })
  })
  afterAll(() => world.stop())

  /** Every request of the library has this content type, also a GET without a body. */
  async function call(method: 'GET' | 'POST' | 'PATCH', path: string, payload = ''): Promise<Wire> {
    const answer = await world.app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${bot.email}:${bot.key}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Go-http-client/1.1',
      },
      payload,
    })
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer.json()
  }
  const register = () => call('POST', 'register', 'event_types=["message"]&all_public_streams=true')
  const send = async (content: string): Promise<number> => {
    const form = new URLSearchParams({ type: 'stream', to: 'test', content, subject: 'bridge' })
    return (await call('POST', 'messages', form.toString())).id
  }
  const events = async ({ queue_id }: Wire, last: number): Promise<Wire[]> => {
    const query = new URLSearchParams({ queue_id, last_event_id: String(last) })
    return (await call('GET', `events?${query}`)).events
  }

  it('connects: registers for messages of all public streams, and reads their names', async () => {
    const queue = await register()
    expect(queue).toMatchObject({ queue_id: expect.any(String), last_event_id: -1 })
    const { streams } = await call('GET', 'streams')
    expect(streams).toContainEqual(expect.objectContaining({ name: 'test', stream_id: expect.any(Number) }))
  })

  it('receives what people write, and recognizes its own messages', async () => {
    const queue = await register()
    await world.ben.post('/messages', { type: 'stream', to: 'test', topic: 'bridge', content: 'Hi **all**' })
    const [first, ...rest] = await events(queue, -1)
    expect(rest).toEqual([])
    const { streams } = await call('GET', 'streams')
    const { stream_id: id } = streams.find((stream: Wire) => stream.name === 'test')
    expect(first.message).toMatchObject({
      sender_email: 'ben@example.com',
      sender_full_name: 'Ben Okri',
      sender_id: expect.any(Number),
      avatar_url: expect.any(String),
      content: 'Hi **all**',
      display_recipient: 'test',
      stream_id: id,
      subject: 'bridge',
    })
    await send('<ada@irc> Hello')
    const [second] = await events(queue, first.id)
    expect(second.message.sender_email).toBe(bot.email)
  })

  it('sends, edits and deletes: a deleted message is edited to nothing', async () => {
    const contentOf = async (id: number) =>
      (await world.ben.get(`/messages/${id}`, { apply_markdown: false })).body.message.content
    const id = await send('<ada@irc> Helo & goodbye')
    expect(await contentOf(id)).toBe('<ada@irc> Helo & goodbye')
    const edited = new URLSearchParams({ content: '<ada@irc> Hello & goodbye' })
    await call('PATCH', `messages/${id}`, edited.toString())
    expect(await contentOf(id)).toBe('<ada@irc> Hello & goodbye')
    await call('PATCH', `messages/${id}`, 'content=')
    expect(await contentOf(id)).toBe('(deleted)')
  })

  it('learns that its queue is gone, and registers again', async () => {
    const answer = await world.app.inject({
      method: 'GET',
      url: '/api/v1/events?queue_id=gone&last_event_id=-1',
      headers: { authorization: `Basic ${Buffer.from(`${bot.email}:${bot.key}`).toString('base64')}` },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID' })
    expect((await register()).queue_id).toEqual(expect.any(String))
  })
})
