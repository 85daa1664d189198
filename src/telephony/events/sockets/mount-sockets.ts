import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { hasTwoHosts } from '../../../platform/has-two-hosts.ts'
import { SOCKET_PATH, type Sockets } from './create-sockets.ts'

const hopByHop = new Set(['connection', 'upgrade', 'http2-settings'])

/** How long to wait for clients to acknowledge the close. */
const HANG_UP_AFTER_MS = 500

/** Another use of WebSockets, for addresses that begin with its path. */
export interface WebSocketDoor {
  readonly path: string
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** Serves the sockets on the port of the server, and closes them when it stops. */
export function mountSockets(app: FastifyInstance, sockets: Sockets, other: WebSocketDoor): void {
  const upgraded = new Set<Duplex>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isWebSocket(request) || hasTwoHosts(request))
      return answerWithoutUpgrade(app.server, request, socket, head)
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    if (request.url?.startsWith(other.path)) other.upgrade(request, socket, head)
    else sockets.door.emit('upgrade', request, socket, head)
  })
  app.register(async (scope) => {
    // socket.io reads the bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route({
      method: ['GET', 'POST'],
      exposeHeadRoute: false,
      url: SOCKET_PATH,
      handler(request, reply) {
        reply.hijack()
        reply.raw.setHeader('x-request-id', request.id)
        sockets.door.emit('request', request.raw, reply.raw)
      },
    })
  })
  app.addHook('preClose', async () => {
    await Promise.all([sockets.close(), other.close()])
    const timer = setTimeout(() => {
      for (const socket of upgraded) socket.destroy()
    }, HANG_UP_AFTER_MS)
    timer.unref()
  })
}

function isWebSocket({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(SOCKET_PATH) && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Some HTTP clients offer an upgrade to HTTP/2 with every request. A server may ignore the offer, but Node treats every
 * offer as an upgrade once there is a listener. So the request is put back into the connection without the offer, and
 * is parsed again as an ordinary one. The connection ends with the response: a client that sends further offers without
 * waiting would leave it hanging.
 */
function answerWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]!
    if (!hopByHop.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[at + 1]}`)
  }
  lines.push('Connection: close')
  const text = `${lines.join('\r\n')}\r\n\r\n`
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]))
  server.emit('connection', socket)
}
