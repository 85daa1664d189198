import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoOrganization } from '../../../src/chat/demo/create-demo-organization.ts'
import type { ServerLimits } from '../../../src/server/http/server-limits.ts'
import { stopServing } from '../../../src/server/run-server.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { openTestServer } from '../../harness/open-test-server.ts'
import { RawConnection } from '../../harness/raw-connection.ts'

const form = 'application/x-www-form-urlencoded'

/** Ben's connections to a server that listens; they are the same with every database. */
async function serveBen(limits: Partial<ServerLimits>) {
  const server = await openTestServer('SQLite', { PUBLIC_URL: 'http://chat.example.com' }, limits)
  const { chat } = server.products
  const { email, api_key_sealed } = (await createDemoOrganization(chat, undefined)).people.ben
  const key = chat.secrets.decrypt(api_key_sealed)
  const ben = new ApiClient(server.app, { email, key })
  const queue: string = (await ben.post('/register', { event_types: ['message'] })).body.queue_id
  const port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  const head = (line: string, ...more: string[]) =>
    [
      `${line} HTTP/1.1`,
      'Host: chat.example.com',
      `Authorization: Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
      ...more,
      '\r\n',
    ].join('\r\n')
  return {
    server,
    connect: () => new RawConnection(port),
    poll: (more = '') => head(`GET /api/v1/events?queue_id=${queue}&last_event_id=-1${more}`),
    isWaiting: () => [...chat.queues.live].some((one) => one.receiver !== undefined),
    /** The headers of a request with 100 bytes to come. */
    beginning: (type: string) =>
      head('POST /api/v1/messages', `Content-Type: ${type}`, 'Content-Length: 100'),
  }
}

describe('the end of connections that take too long', () => {
  let world: Awaited<ReturnType<typeof serveBen>>
  beforeAll(async () => {
    world = await serveBen({ idleMs: 1500, headersMs: 300, requestMs: 600, lookEveryMs: 50 })
  })
  afterAll(() => world.server.stop())

  it('idle for too long: closed, but not while a poll waits', async () => {
    const { connect, poll, isWaiting } = world
    const [idle, waiting] = [connect(), connect()]
    await idle.send(poll('&dont_block=true')).response()
    waiting.send(poll())
    await expect.poll(isWaiting).toBe(true)
    await expect.poll(() => idle.isClosed).toBe(true)
    await new Promise((next) => setTimeout(next, 1000))
    expect(waiting.isClosed).toBe(false)
    waiting.socket.destroy()
    await expect.poll(isWaiting).toBe(false)
  })

  it.each([form, 'application/json'])('a body that does not come (%s): 408', async (type) => {
    const line = world.connect().send(world.beginning(type)).send('type=stream')
    expect((await line.response()).status).toBe(408)
    await expect.poll(() => line.isClosed).toBe(true)
  })
})

describe('a server that stops', () => {
  it('answers waiting polls and unfinished requests, and closes all other connections', async () => {
    const { server, connect, poll, isWaiting, beginning } = await serveBen({})
    const [silent, idle, waiting] = [connect(), connect(), connect()]
    await idle.send(poll('&dont_block=true')).response()
    waiting.send(poll())
    await expect.poll(isWaiting).toBe(true)
    const sending = connect().send(beginning(form))
    const start = 'type=stream&to=general&topic=ends&content='
    sending.send(start)
    await new Promise((next) => setTimeout(next, 100))
    const stopped = stopServing(server.app, server.products)
    const { status, body } = await waiting.response()
    expect([status, JSON.parse(body).events]).toEqual([200, []])
    expect((await sending.send('x'.repeat(100 - start.length)).response()).status).toBe(200)
    await stopped
    await expect.poll(() => [silent, idle, waiting].every(({ isClosed }) => isClosed)).toBe(true)
    await server.stop()
  })
})
