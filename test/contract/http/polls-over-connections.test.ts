import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { RawConnection } from '../../harness/raw-connection.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { sendToStream } from '../messages/message-requests.ts'
import { askedToken, confirm, joinAs } from '../own-settings/email-change.ts'
import { headersOf, pollText, registerQueue, requestText } from './poll-requests.ts'

describe.each(engines)('polls over real connections, on %s', (engine) => {
  let world: World
  const opened: RawConnection[] = []
  beforeAll(async () => {
    world = await startWorld(engine)
    await world.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    for (const { socket } of opened) socket.destroy()
    await world.stop()
  })

  const open = ({ app } = world) => {
    const connection = new RawConnection((app.server.address() as { port: number }).port)
    opened.push(connection)
    return connection
  }
  const isWaiting = () => [...world.chat.queues.live].some((queue) => queue.receiver !== undefined)

  it('one poll after the other over one connection', async () => {
    const queue = await registerQueue(world.ben)
    const connection = open()
    let last = -1
    for (const content of ['first', 'größer']) {
      connection.send(pollText(queue, last, world.ben))
      await expect.poll(isWaiting).toBe(true)
      const id = await sendToStream(world.ada, 'test', 'poll', content)
      const [event] = JSON.parse((await connection.response()).body).events
      expect(event).toMatchObject({ type: 'message', message: { id, content } })
      last = event.id
    }
  })

  it('requests that arrive in parts or before their turn are answered in order', async () => {
    const queue = await registerQueue(world.ben)
    const look = requestText(
      `/events?queue_id=${queue}&last_event_id=-1&dont_block=true`,
      headersOf(world.ben),
    )
    const ahead = open().send(pollText(queue, -1, world.ben))
    await expect.poll(isWaiting).toBe(true)
    ahead.send(requestText('/users/me', headersOf(world.ben)) + look.slice(0, 40))
    const id = await sendToStream(world.ada, 'test', 'poll')
    expect(JSON.parse((await ahead.response()).body).events).toMatchObject([{ message: { id } }])
    expect(JSON.parse((await ahead.response()).body)).toMatchObject({ email: 'ben@example.com' })
    expect((await ahead.send(look.slice(40)).response()).status).toBe(200)
  })

  it('a deactivated account gets nothing more over a connection that is still open', async () => {
    const queue = await registerQueue(world.gus)
    const connection = open().send(pollText(queue, -1, world.gus))
    await expect.poll(isWaiting).toBe(true)
    await world.ada.delete(`/users/${world.demo.people.gus.id}`)
    expect(JSON.parse((await connection.response()).body).events).toEqual([])
    expect((await connection.send(pollText(queue, -1, world.gus)).response()).status).toBe(401)
    await world.ada.post(`/users/${world.demo.people.gus.id}/reactivate`)
  })

  it.each(['end', 'destroy'] as const)('a client that hangs up (%s) does not wait any more', async (how) => {
    const connection = open().send(pollText(await registerQueue(world.ben), -1, world.ben))
    await expect.poll(isWaiting).toBe(true)
    connection.socket[how]()
    await expect.poll(isWaiting).toBe(false)
    await expect.poll(() => connection.isClosed).toBe(true)
  })

  it('a second poll of a queue ends the first, and each is answered once', async () => {
    const queue = await registerQueue(world.ben)
    const first = open().send(pollText(queue, -1, world.ben))
    await expect.poll(isWaiting).toBe(true)
    const second = open().send(pollText(queue, -1, world.ben))
    expect(JSON.parse((await first.response()).body).events).toEqual([])
    const id = await sendToStream(world.ada, 'test', 'poll')
    expect(JSON.parse((await second.response()).body).events).toMatchObject([{ message: { id } }])
    // Anything else on the connection would be taken for the answer to this request.
    for (const connection of [first, second]) {
      const answer = await connection.send(requestText('/users/me', headersOf(world.ben))).response()
      expect(JSON.parse(answer.body)).toMatchObject({ email: 'ben@example.com' })
    }
  })

  it('after a change of address the old one is refused', async () => {
    const user = await joinAs(world, 'moving')
    const before = world.as(user)
    const queue = await registerQueue(before, ['realm_user'])
    const connection = open().send(pollText(queue, -1, before))
    await expect.poll(isWaiting).toBe(true)
    await confirm(world, await askedToken(world, before, 'moved@example.com'))
    expect((await connection.response()).body).toContain('moved@example.com')
    // The account is known again, by its new address.
    const after = world.as({ ...user, email: 'moved@example.com' })
    expect((await after.get('/users/me')).status).toBe(200)
    const refused = await connection.send(pollText(queue, -1, before)).response()
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([401, 'INVALID_API_KEY'])
    expect(
      (
        await open()
          .send(pollText(queue, -1, after))
          .response()
      ).status,
    ).toBe(200)
  })

  it('pipelined polls of one queue: each ends the one before, and all are answered in order', async () => {
    const queue = await registerQueue(world.ben)
    const text = pollText(queue, -1, world.ben)
    const ahead = open().send(text + text)
    await expect.poll(isWaiting).toBe(true)
    const other = open().send(text)
    for (let turn = 0; turn < 2; turn += 1)
      expect(JSON.parse((await ahead.response()).body).events).toEqual([])
    const id = await sendToStream(world.ada, 'test', 'poll')
    const { events } = JSON.parse((await other.response()).body)
    expect(events).toMatchObject([{ message: { id } }])

    const next = pollText(queue, events[0].id, world.ben)
    ahead.send(next + next)
    await expect.poll(isWaiting).toBe(true)
    await world.ben.delete('/events', { queue_id: queue })
    for (let turn = 0; turn < 2; turn += 1)
      expect(JSON.parse((await ahead.response()).body).events).toEqual([])
    const gone = await ahead.send(next).response()
    expect([gone.status, JSON.parse(gone.body).code]).toEqual([400, 'BAD_EVENT_QUEUE_ID'])
  })

  it('more polls than the budget has are refused, and nothing is acknowledged', async () => {
    const small = await startWorld(engine, { RATE_LIMIT_PER_MINUTE: '20' })
    try {
      await small.app.listen({ port: 0, host: '127.0.0.1' })
      const connection = open(small)
      const queue = await registerQueue(small.ben)
      const ids = [await sendToStream(small.ada, 'test', 'a'), await sendToStream(small.ada, 'test', 'b')]
      for (let left = 20; left > 0; left -= 1) {
        const { status, headers } = await connection.send(pollText(queue, -1, small.ben)).response()
        expect([status, headers['x-ratelimit-remaining']]).toEqual([200, String(left - 1)])
      }
      const refused = await connection.send(pollText(queue, 0, small.ben)).response()
      expect([refused.status, JSON.parse(refused.body).code]).toEqual([429, 'RATE_LIMIT_HIT'])
      small.clock.advance(61)
      const { body } = await connection.send(pollText(queue, -1, small.ben)).response()
      expect(JSON.parse(body).events.map(({ message }: { message: { id: number } }) => message.id)).toEqual(
        ids,
      )
    } finally {
      await small.stop()
    }
  })
})
