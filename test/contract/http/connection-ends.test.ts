import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createDemoOrganization,
  type DemoOrganization,
} from '../../../src/chat/demo/create-demo-organization.ts'
import { stopServing } from '../../../src/server/stop-serving.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { openTestServer, type TestServer } from '../../harness/open-test-server.ts'
import { RawConnection } from '../../harness/raw-connection.ts'

const limits = { idleMs: 1500, headersMs: 300, requestMs: 600, lookEveryMs: 50 }

// The connections are the same with every database.
describe('the end of connections', () => {
  let server: TestServer
  let demo: DemoOrganization
  let ben: ApiClient
  let port: number
  let queue: string
  beforeAll(async () => {
    server = await openTestServer('SQLite', { PUBLIC_URL: 'http://chat.example.com' }, limits)
    const { chat } = server.products
    demo = await createDemoOrganization(chat, undefined)
    const { email, api_key_sealed } = demo.people.ben
    ben = new ApiClient(server.app, { email, key: chat.secrets.decrypt(api_key_sealed) })
    queue = (await ben.post('/register', { event_types: ['message'] })).body.queue_id
    port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(() => server.stop())

  const poll = (more = '') => {
    const { email, key } = ben.credentials!
    return [
      `GET /api/v1/events?queue_id=${queue}&last_event_id=-1${more} HTTP/1.1`,
      'Host: chat.example.com',
      `Authorization: Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
      '\r\n',
    ].join('\r\n')
  }
  const isWaiting = () => [...server.products.chat.queues.live].some((one) => one.receiver !== undefined)

  it('idle for too long: closed, but not while a poll waits', async () => {
    const [idle, waiting] = [new RawConnection(port), new RawConnection(port)]
    await idle.send(poll('&dont_block=true')).response()
    waiting.send(poll())
    await expect.poll(isWaiting).toBe(true)
    await expect.poll(() => idle.isClosed).toBe(true)
    await new Promise((next) => setTimeout(next, 1000))
    expect(waiting.isClosed).toBe(false)
    waiting.socket.destroy()
    await expect.poll(isWaiting).toBe(false)
  })

  const beginning = (type: string) => {
    const { email, key } = ben.credentials!
    return [
      'POST /api/v1/messages HTTP/1.1',
      'Host: chat.example.com',
      `Authorization: Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
      `Content-Type: ${type}`,
      'Content-Length: 100',
      '\r\n',
    ].join('\r\n')
  }
  const form = 'application/x-www-form-urlencoded'

  it.each([form, 'application/json'])('a body that does not come (%s): 408', async (type) => {
    const line = new RawConnection(port).send(beginning(type)).send('type=stream')
    expect((await line.response()).status).toBe(408)
    await expect.poll(() => line.isClosed).toBe(true)
  })

  it('the server stops: waiting polls and unfinished requests are answered, then every connection is closed', async () => {
    const [silent, idle, waiting] = Array.from({ length: 3 }, () => new RawConnection(port)) as [
      RawConnection,
      RawConnection,
      RawConnection,
    ]
    await idle.send(poll('&dont_block=true')).response()
    waiting.send(poll())
    await expect.poll(isWaiting).toBe(true)
    const sending = new RawConnection(port).send(beginning(form))
    const start = 'type=stream&to=general&topic=ends&content='
    sending.send(start)
    await new Promise((next) => setTimeout(next, 100))
    const stopped = stopServing(server.app, server.products)
    const { status, body } = await waiting.response()
    expect([status, JSON.parse(body).events]).toEqual([200, []])
    expect((await sending.send('x'.repeat(100 - start.length)).response()).status).toBe(200)
    silent.socket.end()
    await stopped
    await expect.poll(() => [silent, idle, waiting].every(({ isClosed }) => isClosed)).toBe(true)
  })
})
