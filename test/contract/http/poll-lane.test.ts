import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { RawLine } from '../../harness/raw-line.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { sendToStream } from '../messages/message-requests.ts'
import { basicOf, comparable, headersOf, pollText, registerQueue, requestText } from './poll-requests.ts'

describe.each(engines)('connections that only poll, on %s', (engine) => {
  let world: World
  let port: number
  /** that came to the usual server */
  let usualRequests = 0
  const lines: { socket: Socket }[] = []

  beforeAll(async () => {
    world = await startWorld(engine, { RATE_LIMIT_PER_MINUTE: '1000' })
    port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
    world.app.server.prependListener('request', () => {
      usualRequests += 1
    })
  })
  afterAll(async () => {
    for (const { socket } of lines) socket.destroy()
    await world.stop()
  })

  const open = () => {
    const line = new RawLine(port)
    lines.push(line)
    return line
  }
  const poll = (queue: string, last: number, client = world.ben) => pollText(queue, last, client)
  const metric = async (name: string) => {
    const { body } = await world.app.inject({ url: '/metrics' })
    return Number(body.split(`\n${name} `)[1]?.split('\n', 1)[0] ?? 0)
  }
  const pause = () => new Promise((next) => setTimeout(next, 30))
  const waiting = () => metric('switchboard_waiting_polls')
  const answered = () =>
    metric('switchboard_http_request_seconds_count{method="GET",route="/api/v1/events",status="200"}')

  it('one poll after the other is answered without the usual server, and waits as ever', async () => {
    const queue = await registerQueue(world.ben)
    const line = open().send(poll(queue, -1))
    const before = usualRequests
    await expect.poll(waiting).toBe(1)
    const first = await sendToStream(world.ada, 'test', 'poll', 'größer')
    const answer = await line.answer()
    const [event] = JSON.parse(answer.body).events
    expect(event).toMatchObject({ type: 'message', message: { id: first, content: 'größer' } })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      Connection: 'keep-alive',
      'Keep-Alive': 'timeout=72',
      Date: expect.stringMatching(/ GMT$/),
    })
    line.send(poll(queue, event.id))
    await expect.poll(waiting).toBe(1)
    const second = await sendToStream(world.ada, 'test', 'poll')
    expect(JSON.parse((await line.answer()).body).events).toMatchObject([{ message: { id: second } }])
    expect(usualRequests).toBe(before)
  })

  it.each([
    ['an unknown queue', 'queue_id=1:2&last_event_id=-1'],
    ['a queue of somebody else', 'queue_id=OTHER&last_event_id=-1'],
    ['no last event', 'queue_id=OWN'],
    ['an event that has not been', 'queue_id=OWN&last_event_id=999999'],
    ['no number', 'queue_id=OWN&last_event_id=x'],
    ['not waiting', 'queue_id=OWN&last_event_id=-1&dont_block=true'],
    ['arguments that nobody knows', 'queue_id=OWN&last_event_id=-1&dont_block=true&gr%C3%B6%C3%9Fe=1'],
    ['an argument twice', 'queue_id=x&queue_id=OWN&last_event_id=-1&dont_block=true'],
  ])('the same answer as by the usual way: %s', async (_name, template) => {
    const [own, other] = [await registerQueue(world.ben), await registerQueue(world.ada)]
    const query = template.replace('OWN', own).replace('OTHER', other)
    const before = usualRequests
    const answer = await open()
      .send(requestText(`/events?${query}`, headersOf(world.ben)))
      .answer()
    expect(usualRequests).toBe(before)
    const usual = await world.app.inject({
      url: `/api/v1/events?${query}`,
      headers: { host: 'chat.example.com', authorization: basicOf(world.ben), 'user-agent': 'tester/1' },
    })
    expect([answer.status, answer.body]).toEqual([usual.statusCode, usual.body])
    expect(comparable(answer.headers)).toEqual(comparable(usual.headers))
  })

  it('counts in the same budget, and is measured like the others', async () => {
    const queue = await registerQueue(world.cleo)
    const text = requestText(
      `/events?queue_id=${queue}&last_event_id=-1&dont_block=true`,
      headersOf(world.cleo),
    )
    const line = open()
    const before = await answered()
    const left: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const { headers } = await line.send(text).answer()
      left.push(Number(headers['x-ratelimit-remaining']))
    }
    expect(left).toEqual([left[0], left[0]! - 1, left[0]! - 2])
    expect(await answered()).toBe(before + 3)
  })

  it('anything else over the same connection is answered by the usual server, polls after it are not', async () => {
    const queue = await registerQueue(world.ben)
    const line = open()
    const look = requestText(
      `/events?queue_id=${queue}&last_event_id=-1&dont_block=true`,
      headersOf(world.ben),
    )
    await line.send(look).answer()
    const before = usualRequests
    line.send(requestText('/users/me', headersOf(world.ben)))
    expect(JSON.parse((await line.answer()).body)).toMatchObject({ email: 'ben@example.com' })
    expect((await line.send(look).answer()).status).toBe(200)
    expect(usualRequests).toBe(before + 1)
    line.send(requestText('/users/me', headersOf(world.ben), 'HEAD'))
    expect((await line.answer(false)).status).toBe(200)
    const content = `gr%C3%BC%C3%9Fe+${'x'.repeat(500)}`
    const form = `type=stream&to=test&topic=lane&content=${content}`
    const fields = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${form.length}`]
    const head = requestText('/messages', [...headersOf(world.ben), ...fields], 'POST')
    const sent = [JSON.parse((await line.send(head + form).answer()).body).id]
    // As some clients send it: the body by itself, and then in two parts with the next request behind it.
    line.send(head)
    await pause()
    line.send(form.slice(0, 100))
    await pause()
    line.send(form.slice(100) + look)
    sent.push(JSON.parse((await line.answer()).body).id)
    expect(JSON.parse((await line.answer()).body).events).toMatchObject(
      sent.map((id) => ({ message: { id, sender_email: 'ben@example.com' } })),
    )
    expect(usualRequests).toBe(before + 2)
    // Who asks only for other things over a connection is left to the usual server.
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await line.send(requestText('/users/me', headersOf(world.ben))).answer()).status).toBe(200)
    }
    expect((await line.send(look).answer()).status).toBe(200)
    expect(usualRequests).toBe(before + 13)
  })

  it('answered before its body has come: the rest is no request', async () => {
    const queue = await registerQueue(world.ben)
    const poll = requestText(
      `/events?queue_id=${queue}&last_event_id=-1&dont_block=true`,
      headersOf(world.ben),
    )
    const line = open()
    line.send(requestText('/nothing', [...headersOf(world.ben), `Content-Length: ${poll.length}`], 'POST'))
    await pause()
    line.send(poll)
    expect((await line.answer()).status).toBe(404)
    const before = await answered()
    expect((await line.send(poll).answer()).status).toBe(200)
    expect(await answered()).toBe(before + 1)
  })

  it('who comes for the first time is judged by the usual server, and known from then on', async () => {
    const { body } = await world.cleo.post('/users/me/api_key/regenerate')
    const cleo = new ApiClient(world.app, { email: 'cleo@example.com', key: body.api_key })
    const before = usualRequests
    const line = open().send(requestText('/users/me', headersOf(cleo)))
    expect((await line.answer()).status).toBe(200)
    const queue = await registerQueue(cleo)
    const look = requestText(`/events?queue_id=${queue}&last_event_id=-1&dont_block=true`, headersOf(cleo))
    expect((await line.send(look).answer()).status).toBe(200)
    expect(usualRequests).toBe(before + 1)
    world.cleo = cleo
  })

  it('what comes in parts or ahead of its turn is answered in order', async () => {
    const queue = await registerQueue(world.ben)
    const query = `queue_id=${queue}&last_event_id=-1&dont_block=true`
    const look = requestText(`/events?${query}`, headersOf(world.ben))
    const parts = open().send(look.slice(0, 40))
    await pause()
    expect((await parts.send(look.slice(40)).answer()).status).toBe(200)
    const both = open().send(look + requestText('/users/me', headersOf(world.ben)))
    expect(JSON.parse((await both.answer()).body)).toMatchObject({ events: [] })
    expect(JSON.parse((await both.answer()).body)).toMatchObject({ email: 'ben@example.com' })
    const ahead = open().send(poll(queue, -1))
    await expect.poll(waiting).toBe(1)
    ahead.send(requestText('/users/me', headersOf(world.ben)))
    const id = await sendToStream(world.ada, 'test', 'poll')
    expect(JSON.parse((await ahead.answer()).body).events).toMatchObject([{ message: { id } }])
    expect(JSON.parse((await ahead.answer()).body)).toMatchObject({ email: 'ben@example.com' })
  })

  it.each([
    ['a body', 'GET', ['Content-Length: 2'], 200],
    ['a body in chunks', 'GET', ['Transfer-Encoding: chunked'], 200],
    ['both ways to tell its length', 'GET', ['Content-Length: 2', 'Transfer-Encoding: chunked'], 400],
    ['a field without a name', 'GET', [': x'], 400],
    ['a space before the colon', 'GET', ['X-A : x'], 400],
    ['a control character', 'GET', ['X-A: \x01'], 400],
    ['two hosts', 'GET', ['Host: other.example.com'], 200],
    ['another verb', 'PUT', [], 405],
    ['a verb that is none', 'get', [], 400],
    ['the end of the connection', 'GET', ['Connection: close'], 200],
  ])('out of the ordinary goes to the usual server: %s', async (_name, verb, more, status) => {
    const queue = await registerQueue(world.ben)
    const path = `/events?queue_id=${queue}&last_event_id=-1&dont_block=true`
    const line = open().send(requestText(path, [...headersOf(world.ben), ...more], verb))
    if (more.some((one) => one.startsWith('Content-Length')) && status === 200) line.send('{}')
    if (more.some((one) => one.startsWith('Transfer')) && status === 200) line.send('0\r\n\r\n')
    expect((await line.answer()).status).toBe(status)
  })

  it('without a host, and without or with a wrong key: refused as ever', async () => {
    const queue = await registerQueue(world.ben)
    const path = `/events?queue_id=${queue}&last_event_id=-1&dont_block=true`
    expect(
      (
        await open()
          .send(requestText(path, headersOf(world.ben).slice(1)))
          .answer()
      ).status,
    ).toBe(400)
    expect(
      (
        await open()
          .send(requestText(path, ['Host: x']))
          .answer()
      ).status,
    ).toBe(401)
    const stranger = new ApiClient(world.app, { email: 'ben@example.com', key: 'x'.repeat(32) })
    const refused = await open()
      .send(requestText(path, headersOf(stranger)))
      .answer()
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([401, 'INVALID_API_KEY'])
  })

  it('who is deactivated while the connection is open hears nothing more', async () => {
    const queue = await registerQueue(world.gus)
    const line = open().send(poll(queue, -1, world.gus))
    await expect.poll(waiting).toBe(1)
    await world.ada.delete(`/users/${world.demo.people.gus.id}`)
    expect(JSON.parse((await line.answer()).body).events).toEqual([])
    expect((await line.send(poll(queue, -1, world.gus)).answer()).status).toBe(401)
    await world.ada.post(`/users/${world.demo.people.gus.id}/reactivate`)
  })

  it.each(['end', 'destroy'] as const)('who leaves (%s) does not wait any more', async (how) => {
    const line = open().send(poll(await registerQueue(world.ben), -1))
    await expect.poll(waiting).toBe(1)
    line.socket[how]()
    await expect.poll(waiting).toBe(0)
    await expect.poll(() => line.isClosed).toBe(true)
  })

  // The connection is the same with every database.
  it.runIf(engine === 'SQLite')('who does not read what was answered gets no further answer', async () => {
    const { queue_id: queue } = (
      await world.ben.post('/register', { event_types: ['message'], apply_markdown: true })
    ).body
    // More than fits between the two ends of a connection.
    for (let turn = 0; turn < 10; turn += 1) {
      const texts = Array.from({ length: 25 }, () => '&'.repeat(9999))
      await Promise.all(texts.map((text) => sendToStream(world.ada, 'test', 'long', text)))
    }
    const line = open()
    line.socket.pause()
    const before = await answered()
    line.send(poll(queue, -1))
    await expect.poll(answered).toBe(before + 1)
    line.send(poll(queue, -1))
    await new Promise((next) => setTimeout(next, 200))
    expect(await answered()).toBe(before + 1)
    line.socket.resume()
    const [first, second] = [await line.answer(), await line.answer()]
    expect(first.body.length).toBeGreaterThan(10_000_000)
    expect(second.body).toBe(first.body)
  })
})
