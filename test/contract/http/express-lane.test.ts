import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { RawLine } from '../../harness/raw-line.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { basicOf, comparable, requestText } from './poll-requests.ts'

/** What clients that are known ask for most does not pass through the framework; nobody can tell from the answer. */
describe.each(engines)('the express lane, on %s', (engine) => {
  let world: World
  let url: string
  /** that came to the usual server */
  let usualRequests = 0

  beforeAll(async () => {
    world = await startWorld(engine, { RATE_LIMIT_PER_MINUTE: '1000' })
    url = await world.app.listen({ port: 0, host: '127.0.0.1' })
    world.app.server.prependListener('request', () => {
      usualRequests += 1
    })
    for (const content of ['eins', 'größer', '@**all** drei']) {
      await world.ada.post('/messages', { type: 'stream', to: 'general', topic: 'lane', content })
    }
  })
  afterAll(() => world.stop())

  async function ask(client: ApiClient, query: string, method = 'GET') {
    const headers = { authorization: basicOf(client) }
    const response = await fetch(`${url}/api/v1/messages?${query}`, { method, headers })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    }
  }

  /** By injection, which knows no lane. */
  async function askUsually(client: ApiClient, query: string) {
    const headers = { authorization: basicOf(client), 'user-agent': 'node' }
    const {
      statusCode,
      headers: got,
      body,
    } = await world.app.inject({ url: `/api/v1/messages?${query}`, headers })
    return { status: statusCode, headers: got, text: body }
  }

  const queries = [
    'anchor=newest&num_before=10&num_after=0',
    'anchor=2&num_before=1&num_after=1&client=curl&unheard=of&gr%C3%B6%C3%9Fe=1',
    `anchor=newest&num_before=5&num_after=0&narrow=${encodeURIComponent('[{"operator":"stream","operand":"general"}]')}`,
    'anchor=newest&num_before=3&num_before=2&num_after=0&apply_markdown=false',
    'num_before=1&num_after=1',
    'anchor=newest&num_before=x&num_after=1',
    'anchor=newest&num_before=6000&num_after=1',
    `anchor=newest&num_before=5&num_after=0&narrow=${encodeURIComponent('[["stream","nowhere"]]')}`,
    'anchor=newest&num_before=5&num_after=0&client_avatar=true&client_gravatar=true',
  ]

  it.each(queries)('the same answer as by the usual way: %s', async (query) => {
    const usual = await askUsually(world.ben, query)
    expect(world.chat.credentials.proven(basicOf(world.ben))).toBeDefined()
    const before = usualRequests
    for (const answer of [await ask(world.ben, query), await ask(world.ben, query)]) {
      expect(answer.text).toBe(usual.text)
      expect(answer.status).toBe(usual.status)
      expect(comparable(answer.headers)).toEqual(comparable(usual.headers))
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect(usualRequests).toBe(before)
  })

  it('counts in the same budget', async () => {
    const query = queries[0]!
    await ask(world.cleo, query)
    const before = await ask(world.cleo, query)
    const between = await askUsually(world.cleo, query)
    const after = await ask(world.cleo, query)
    const left = [before, between, after].map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    expect(left).toEqual([left[0], left[0]! - 1, left[0]! - 2])
  })

  it('is measured like the others', async () => {
    const count = async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      const series =
        'switchboard_http_request_seconds_count{method="GET",route="/api/v1/messages",status="200"}'
      return Number(metrics.split(`${series} `)[1]?.split('\n', 1)[0] ?? 0)
    }
    await ask(world.ben, queries[0]!)
    const before = await count()
    await ask(world.ben, queries[0]!)
    expect(await count()).toBe(before + 1)
  })

  it('what one may not see is in neither; HEAD has no body', async () => {
    const secret = await world.ada.post('/messages', {
      type: 'private',
      to: ['ben@example.com'],
      content: 'psst',
    })
    await ask(world.gus, queries[0]!)
    expect((await ask(world.gus, queries[0]!)).text).not.toContain(`"id":${secret.body.id},`)
    expect((await ask(world.ben, queries[0]!)).text).toContain(`"id":${secret.body.id},`)
    expect((await ask(world.ben, queries[0]!, 'HEAD')).text).toBe('')
  })

  it('a key that is no longer right, or a bot that may not, is refused as ever', async () => {
    await ask(world.hookBot, queries[0]!)
    const refused = await ask(world.hookBot, queries[0]!)
    expect(refused.text).toBe((await askUsually(world.hookBot, queries[0]!)).text)
    expect(refused.status).toBe(401)
    await ask(world.gus, queries[0]!)
    await world.gus.post('/users/me/api_key/regenerate')
    const answer = await ask(world.gus, queries[0]!)
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'INVALID_API_KEY'])
    expect(answer.headers['www-authenticate']).toBe('Basic realm="switchboard"')
  })

  const formType = 'application/x-www-form-urlencoded'

  async function post(client: ApiClient, path: string, body: string, type = formType) {
    const headers = { authorization: basicOf(client), 'content-type': type, 'user-agent': 'node' }
    const line = new RawLine(Number(new URL(url).port))
    const fields = Object.entries({
      host: '127.0.0.1',
      ...headers,
      'content-length': Buffer.byteLength(body),
    })
    const head = requestText(
      path,
      fields.map(([name, value]) => `${name}: ${value}`),
      'POST',
    )
    const answer = await line.send(head + body).answer()
    line.socket.destroy()
    const usual = await world.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload: body })
    return {
      express: {
        status: answer.status,
        headers: comparable(answer.headers),
        body: JSON.parse(answer.body),
      },
      usual: {
        status: usual.statusCode,
        headers: comparable(usual.headers),
        body: JSON.parse(usual.body),
      },
    }
  }

  const message = 'type=stream&to=general&topic=lane&content='
  const forms: [string, string, string?][] = [
    ['/messages', `${message}gr%C3%BC%C3%9Fe&unheard=of`],
    ['/messages', `${message}one&content=two`],
    ['/messages', message],
    ['/messages', 'type=stream&to=nowhere&topic=lane&content=hello'],
    ['/messages', `${message}hello`, `${formType}; charset=utf-8`],
    ['/messages', `${message}hello&method=patch`],
    ['/messages', `${message}hello&${'a=1&'.repeat(2000)}`],
    ['/messages', `${message}${'a'.repeat(70_000)}`],
    ['/messages', ''],
    ['/messages', '{"type":"stream","to":"general","topic":"lane","content":"as JSON"}', 'application/json'],
    ['/messages', 'hello', 'text/plain'],
    ['/messages/flags', 'messages=[1,2]&op=add&flag=read'],
    ['/messages/flags', 'messages=[1,2]&op=add&flag=nothing'],
    ['/messages/flags', 'op=add'],
    ['/users/me/presence', 'status=active&ping_only=true'],
    ['/users/me/presence', 'status=asleep'],
  ]

  it.each(forms)('a form gets the same answer as by the usual way: %s %s %s', async (path, body, type) => {
    await ask(world.ben, queries[0]!)
    const before = usualRequests
    const { express, usual } = await post(world.ben, path, body, type)
    const isFrequent = body.length < 65_536 && (type ?? formType).startsWith(formType)
    expect(usualRequests).toBe(isFrequent ? before : before + 1)
    // Two messages have two ids.
    for (const answer of [express, usual]) {
      if (answer.body.id) answer.body.id = 'an id'
      delete answer.headers['content-length']
    }
    expect(express).toEqual(usual)
  })

  it('a message that is sent is there, once, and its event comes by the lane, too', async () => {
    const headers = { authorization: basicOf(world.ben), 'content-type': formType }
    const { body: queue } = await world.ben.post('/register', { event_types: ['message'] })
    const poll = (last: number) =>
      fetch(`${url}/api/v1/events?queue_id=${queue.queue_id}&last_event_id=${last}`, { headers })
    const waiting = poll(queue.last_event_id)
    const body = `${message}${encodeURIComponent('50 % & more = all + one')}`
    const sent = await fetch(`${url}/api/v1/messages`, { method: 'POST', headers, body })
    const { id } = (await sent.json()) as { id: number }
    const { events } = (await (await waiting).json()) as { events: { id: number; message: object }[] }
    expect(events).toMatchObject([{ message: { id, content: '50 % & more = all + one' } }])
    const wrong = await fetch(`${url}/api/v1/events?queue_id=${queue.queue_id}&last_event_id=x`, { headers })
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { result: 'error' }])
  })

  it('a client that goes away in the middle of its form leaves nothing', async () => {
    await ask(world.ben, queries[0]!)
    const before = await world.ben.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const half = `${message}half of it`
    socket.write(
      `POST /api/v1/messages HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${basicOf(world.ben)}\r\n` +
        `content-type: ${formType}\r\ncontent-length: ${half.length + 10}\r\n\r\n${half}`,
    )
    await new Promise((next) => setTimeout(next, 100))
    socket.destroy()
    await new Promise((next) => setTimeout(next, 100))
    const after = await world.ben.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    expect(after.body.messages).toEqual(before.body.messages)
  })
})
