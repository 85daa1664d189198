import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { formOf } from '../../harness/form-of.ts'
import { startWorld, type World } from '../../harness/world.ts'

/** Two of one person's large files are read at once, and four of all. */
describe.each(engines)('Large bodies on %s', (engine) => {
  let world: World
  let port: number
  let body: Buffer
  let contentType: string
  beforeAll(async () => {
    world = await startWorld(engine)
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    port = (world.app.server.address() as AddressInfo).port
    const form = await formOf({ file: { bytes: Buffer.alloc(2_000_000, 1), name: 'large' } })
    body = form.body
    contentType = form.headers['content-type']
  })
  afterAll(() => world.stop())

  /** Sends the headers and all of the body but its end. */
  function begin(client: ApiClient) {
    const socket = connect(port, '127.0.0.1')
    const { email, key } = client.credentials!
    socket.write(
      `POST /api/v1/user_uploads HTTP/1.1\r\nhost: chat.example.com\r\nconnection: close\r\n` +
        `authorization: Basic ${Buffer.from(`${email}:${key}`).toString('base64')}\r\n` +
        `content-type: ${contentType}\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    socket.write(body.subarray(0, -1))
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    socket.on('error', () => {})
    return { socket, text: () => text, end: () => ended(socket, () => text) }
  }

  function ended(socket: Socket, text: () => string): Promise<string> {
    socket.write(body.subarray(-1))
    return new Promise((resolve) => socket.once('close', () => resolve(text().split('\r\n', 1)[0]!)))
  }

  const OK = 'HTTP/1.1 200 OK'

  /** So many connections are there, and what they said has gone the way that another call goes meanwhile. */
  async function haveArrived(count: number): Promise<void> {
    const connections = () =>
      new Promise<number>((resolve) => world.app.server.getConnections((_error, found) => resolve(found)))
    for (let tries = 0; tries < 500 && (await connections()) < count; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    for (let calls = 0; calls < 5; calls += 1) await world.ben.get('/users/me')
  }

  it('who is slow keeps others of the same person waiting, but not other people; a cut connection frees its place', async () => {
    const slow = [begin(world.ben), begin(world.ben)]
    await haveArrived(slow.length)
    const waiting = begin(world.ben)
    const answered = waiting.end()
    expect(await begin(world.cleo).end()).toBe(OK)
    expect(waiting.text()).toBe('')
    slow[0]!.socket.destroy()
    expect(await answered).toBe(OK)
    expect(await slow[1]!.end()).toBe(OK)
  })

  it('who gives up while waiting does not take a place with them', async () => {
    const slow = [begin(world.ben), begin(world.ben)]
    const impatient = [begin(world.ben), begin(world.ben), begin(world.ben)]
    await haveArrived(slow.length)
    for (const one of impatient) one.socket.destroy()
    for (const one of slow) expect(await one.end()).toBe(OK)
    const after = await Promise.all(
      [begin(world.ben), begin(world.ben), begin(world.ben)].map((one) => one.end()),
    )
    expect(after).toEqual([OK, OK, OK])
  })

  it('strangers take no place: they are answered before their body has come', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const answer = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))))
    socket.write(
      `POST /api/v1/user_uploads HTTP/1.1\r\nhost: chat.example.com\r\n` +
        `content-type: ${contentType}\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
  })
})
