import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** The address of the client: as a trusted proxy reports it, else that of the peer. The same rule as Fastify's. */
export function createClientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile([...trustedProxies])
  return (request) => proxyAddress(request, isTrusted)
}
