import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../platform/limits/network-of.ts'
import type { UploadSlots } from '../../platform/uploads/upload-slots.ts'
import type { RequestIds } from './request-ids.ts'
import { respondToUnreadableRequest } from './respond-to-unreadable-request.ts'
import type { ServerLimits } from './server-limits.ts'

/** How long a connection that has sent no request may do so after the port was closed. */
const SILENT_MS = 1000

/**
 * Node ends a connection whose request does not arrive within `uploadMs`. This ends three others: a body without files
 * that does not arrive within `requestMs`, a response that the client does not read, and, when the server stops, a
 * connection that never had a request. Browsers open those in advance, and Node would wait for them. It also limits the
 * connections of each network.
 */
export function boundConnections(
  app: FastifyInstance,
  limits: ServerLimits & { readonly connectionsPerNetwork: number },
  uploads: UploadSlots,
  trustedProxies: readonly string[],
  requestIds: RequestIds,
): void {
  const admit = createAdmission(limits.connectionsPerNetwork, trustedProxies)
  const arriving = new Map<IncomingMessage, number>()
  const respond = respondToUnreadableRequest(limits, uploads, requestIds)
  const silent = new Set<Socket>()
  app.server.setTimeout(limits.unreadMs)
  app.server.on('connection', (socket: Socket) => {
    if (!admit(socket)) {
      socket.destroy()
      return
    }
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.on('timeout', dropUnread)
    const { raw } = request
    silent.delete(raw.socket)
    // Injected requests have no connection.
    if (hasBody(raw) && raw.socket instanceof Socket) {
      arriving.set(raw, performance.now())
      raw.once('close', () => arriving.delete(raw))
    }
    done()
  })
  const timer = setInterval(() => {
    const before = performance.now() - limits.requestMs
    for (const [request, since] of arriving) {
      if (request.complete || request.destroyed) arriving.delete(request)
      else if (since < before && !uploads.isReceiving(request)) respond(lateRequest(), request.socket)
    }
  }, limits.lookEveryMs)
  timer.unref()
  app.addHook('preClose', async () => {
    const endSilent = () => {
      for (const socket of silent) socket.destroy()
    }
    setTimeout(endSilent, SILENT_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Counts connections per network. The clients of a trusted proxy share its address, so they are not counted. */
function createAdmission(limit: number, trustedProxies: readonly string[]): (socket: Socket) => boolean {
  const isTrusted = proxyAddress.compile([...trustedProxies])
  const counts = new Map<string, number>()
  const admitted = new WeakSet<Socket>()
  return (socket) => {
    // A socket whose offer to upgrade was ignored comes a second time.
    if (admitted.has(socket)) return true
    // Node remembers the address from here on, so every request has one, even if its client disconnects.
    const address = socket.remoteAddress
    if (address === undefined) return false
    admitted.add(socket)
    if (isTrusted(address, 0)) return true
    const network = networkOf(address)
    const count = counts.get(network) ?? 0
    if (count >= limit) return false
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = counts.get(network)! - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
    return true
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0')

const lateRequest = () =>
  Object.assign(new Error('The body did not arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** No bytes went in either direction. That is normal while we work or a poll waits: then there is nothing to read. */
function dropUnread(this: ServerResponse, socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}
