import { connect, type Socket } from 'node:net'
import { io } from 'socket.io-client'

const BYTE_EVERY_MS = 200

export interface StalledClient {
  /** whether the server has hung up */
  readonly ended: boolean
  close(): void
}

/** Asks again and again, and reads nothing of what it gets. */
export function askAndNeverRead(
  address: string,
  path: string,
  headers: Record<string, string>,
): StalledClient {
  const request = `GET ${path} HTTP/1.1\r\n${headerLines(address, headers)}\r\n`
  return raw(address, (socket) => {
    socket.pause()
    socket.write(request.repeat(100))
  })
}

/** Sends its headers, or its body, byte by byte. */
export function sendByteByByte(
  address: string,
  what: 'headers' | 'body',
  headers: Record<string, string>,
): StalledClient {
  const start = 'POST /api/v1/messages HTTP/1.1\r\n'
  const whole = `${start}${headerLines(address, { ...headers, 'content-length': '1000' })}\r\n`
  return raw(address, (socket) => {
    socket.resume()
    socket.write(what === 'headers' ? start : whole)
    const timer = setInterval(() => socket.write(what === 'headers' ? 'x-a: b\r\n' : 'a'), BYTE_EVERY_MS)
    socket.once('close', () => clearInterval(timer))
  })
}

/** Authenticates, and then reads nothing of what is pushed. */
export function listenAndNeverRead(address: string, credentials: object): StalledClient {
  const socket = io(address, { path: '/ws/', transports: ['websocket'], reconnection: false, forceNew: true })
  let ended = false
  socket.on('connect', () => socket.emit('authenticate', credentials))
  socket.on('authenticated', () => {
    const { ws } = (socket.io.engine as unknown as { transport: { ws: { pause(): void } } }).transport
    ws.pause?.()
  })
  socket.on('disconnect', () => {
    ended = true
  })
  return {
    get ended() {
      return ended
    },
    close: () => void socket.disconnect(),
  }
}

function raw(address: string, begin: (socket: Socket) => void): StalledClient {
  const { hostname, port } = new URL(address)
  let ended = false
  const socket = connect(Number(port), hostname, () => begin(socket))
  socket.on('error', () => {})
  socket.once('close', () => {
    ended = true
  })
  return {
    get ended() {
      return ended
    },
    close: () => void socket.destroy(),
  }
}

function headerLines(address: string, headers: Record<string, string>): string {
  const all = { host: new URL(address).host, ...headers }
  return Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
