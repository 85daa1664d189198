import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RawConnection } from '../../harness/raw-connection.ts'
import { startWorld, type World } from '../../harness/world.ts'

const UNREAD_MS = 400
/** More than the buffers of a loopback connection hold. */
const LARGE = 20_000_000

describe('A client that does not read', () => {
  let world: World
  let port: number
  let url: string
  let authorization: string
  beforeAll(async () => {
    world = await startWorld('SQLite', {}, { unreadMs: UNREAD_MS, lookEveryMs: 50 })
    port = Number(new URL(await world.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const { email, key } = world.ben.credentials!
    authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    const file = { bytes: Buffer.alloc(LARGE, 1), name: 'large.bin' }
    url = (await world.ben.upload('/user_uploads', { file })).body.url
  })
  afterAll(() => world.stop())

  const headers = () => `host: chat.example.com\r\nauthorization: ${authorization}\r\n\r\n`
  const connections = () =>
    new Promise<number>((resolve) => world.app.server.getConnections((_error, count) => resolve(count)))
  const ask = (): Socket => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET ${url} HTTP/1.1\r\n${headers()}`)
    return socket
  }

  it('is cut off, also when it asks for more', async () => {
    const deaf = [ask(), ask(), ask()]
    for (const socket of deaf) socket.write(`GET ${url} HTTP/1.1\r\n${headers()}`)
    await expect.poll(connections).toBe(3)
    await expect.poll(connections).toBe(0)
    for (const socket of deaf) socket.destroy()
  })

  it('but reads slowly gets everything', async () => {
    const socket = ask()
    let received = 0
    await new Promise<void>((resolve, reject) => {
      socket.once('close', () => reject(new Error(`closed after ${received} bytes`)))
      socket.on('data', (bytes) => {
        received += bytes.length
        if (received > LARGE) resolve()
        // Pauses that are shorter than the limit, and longer than it together.
        if (received % 7 === 0) {
          socket.pause()
          setTimeout(() => socket.resume(), UNREAD_MS / 8)
        }
      })
    })
    socket.destroy()
  })

  it('a poll that waits longer than that has nothing to read, and is answered', async () => {
    const { body } = await world.ben.post('/register', { event_types: ['realm_user'] })
    const poll = new RawConnection(port).send(
      `GET /api/v1/events?queue_id=${body.queue_id}&last_event_id=-1 HTTP/1.1\r\n${headers()}`,
    )
    const deaf = ask()
    await expect.poll(connections).toBe(2)
    await expect.poll(connections).toBe(1)
    await world.ben.patch('/settings', { full_name: 'Ben the Patient' })
    expect(JSON.parse((await poll.response()).body).events[0].type).toBe('realm_user')
    poll.socket.destroy()
    deaf.destroy()
  })
})
