import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { RawLine } from '../../harness/raw-line.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { sendToStream } from '../messages/message-requests.ts'
import { askedToken, confirm, joinAs } from '../own-settings/email-change.ts'
import { basicOf, comparable, headersOf, pollText, registerQueue, requestText } from './poll-requests.ts'

describe.each(engines)('polls of clients that were here a moment ago, on %s', (engine) => {
  let world: World
  const lines: RawLine[] = []
  beforeAll(async () => {
    world = await startWorld(engine)
    await world.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    for (const { socket } of lines) socket.destroy()
    await world.stop()
  })

  const open = ({ app } = world) => {
    const line = new RawLine((app.server.address() as { port: number }).port)
    lines.push(line)
    return line
  }
  const isWaiting = () => [...world.chat.queues.live].some((queue) => queue.waiting !== undefined)

  it('what is there already is answered at once, with the same bytes as by the usual way', async () => {
    const queue = await registerQueue(world.ben)
    const id = await sendToStream(world.ada, 'test', 'poll', 'größer')
    await expect.poll(() => world.ben.get(`/messages/${id}`).then(({ status }) => status)).toBe(200)
    const answer = await open()
      .send(pollText(queue, -1, world.ben))
      .answer()
    const usual = await world.app.inject({
      url: `/api/v1/events?queue_id=${queue}&last_event_id=-1`,
      headers: { host: 'chat.example.com', authorization: basicOf(world.ben), 'user-agent': 'tester/1' },
    })
    expect(JSON.parse(answer.body).events).toMatchObject([{ message: { id } }])
    expect([answer.status, answer.body]).toEqual([usual.statusCode, usual.body])
    expect(comparable(answer.headers)).toEqual(comparable(usual.headers))
  })

  it('a second poll of a queue ends the first, and each is answered once', async () => {
    const queue = await registerQueue(world.ben)
    const first = open().send(pollText(queue, -1, world.ben))
    await expect.poll(isWaiting).toBe(true)
    const second = open().send(pollText(queue, -1, world.ben))
    expect(JSON.parse((await first.answer()).body).events).toEqual([])
    const id = await sendToStream(world.ada, 'test', 'poll')
    expect(JSON.parse((await second.answer()).body).events).toMatchObject([{ message: { id } }])
    // Whatever else had been written would be taken for the answer to this.
    for (const line of [first, second]) {
      const answer = await line.send(requestText('/users/me', headersOf(world.ben))).answer()
      expect(JSON.parse(answer.body)).toMatchObject({ email: 'ben@example.com' })
    }
  })

  it('who has another address now is refused with the old one, as by the usual way', async () => {
    const user = await joinAs(world, 'moving')
    const before = world.as(user)
    const queue = await registerQueue(before, ['realm_user'])
    const line = open().send(pollText(queue, -1, before))
    await expect.poll(isWaiting).toBe(true)
    await confirm(world, await askedToken(world, before, 'moved@example.com'))
    expect((await line.answer()).body).toContain('moved@example.com')
    // The account is known again, by its new address.
    const after = world.as({ ...user, email: 'moved@example.com' })
    expect((await after.get('/users/me')).status).toBe(200)
    const refused = await line.send(pollText(queue, -1, before)).answer()
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([401, 'INVALID_API_KEY'])
    expect(
      (
        await open()
          .send(pollText(queue, -1, after))
          .answer()
      ).status,
    ).toBe(200)
  })

  it('polls ahead of their turn do not wait where nobody answers them', async () => {
    const queue = await registerQueue(world.ben)
    const text = pollText(queue, -1, world.ben)
    const ahead = open().send(text + text)
    await expect.poll(isWaiting).toBe(true)
    const other = open().send(text)
    for (let turn = 0; turn < 2; turn += 1) expect(JSON.parse((await ahead.answer()).body).events).toEqual([])
    const id = await sendToStream(world.ada, 'test', 'poll')
    const { events } = JSON.parse((await other.answer()).body)
    expect(events).toMatchObject([{ message: { id } }])

    const next = pollText(queue, events[0].id, world.ben)
    ahead.send(next + next)
    await expect.poll(isWaiting).toBe(true)
    await world.ben.delete('/events', { queue_id: queue })
    expect(JSON.parse((await ahead.answer()).body).events).toEqual([])
    const gone = await ahead.answer()
    expect([gone.status, JSON.parse(gone.body).code]).toEqual([400, 'BAD_EVENT_QUEUE_ID'])
  })

  it('more polls than the budget has are refused, and nothing is acknowledged', async () => {
    const small = await startWorld(engine, { RATE_LIMIT_PER_MINUTE: '20' })
    try {
      await small.app.listen({ port: 0, host: '127.0.0.1' })
      const line = open(small)
      const queue = await registerQueue(small.ben)
      const ids = [await sendToStream(small.ada, 'test', 'a'), await sendToStream(small.ada, 'test', 'b')]
      for (let left = 20; left > 0; left -= 1) {
        const { status, headers } = await line.send(pollText(queue, -1, small.ben)).answer()
        expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(left - 1)])
      }
      const refused = await line.send(pollText(queue, 0, small.ben)).answer()
      expect([refused.status, JSON.parse(refused.body).code]).toEqual([429, 'RATE_LIMIT_HIT'])
      small.clock.advance(61)
      const { body } = await line.send(pollText(queue, -1, small.ben)).answer()
      expect(JSON.parse(body).events.map(({ message }: { message: { id: number } }) => message.id)).toEqual(
        ids,
      )
    } finally {
      await small.stop()
    }
  })
})
