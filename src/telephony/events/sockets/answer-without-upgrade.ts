import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const hopByHop = new Set(['connection', 'upgrade', 'http2-settings'])

/**
 * Some HTTP clients offer an upgrade to HTTP/2 with every request. A server may ignore the offer, but Node treats every
 * offer as an upgrade once there is a listener. So the request is put back into the connection without the offer, and
 * is parsed again as an ordinary one. The connection ends with the response: a client that sends further offers without
 * waiting would leave it hanging.
 */
export function answerWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
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
