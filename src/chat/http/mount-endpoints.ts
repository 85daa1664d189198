import type { FastifyInstance } from 'fastify'
import type { Chat } from '../chat.ts'
import { admitLargeBody } from './admit-large-body.ts'
import { createDispatch } from './create-dispatch.ts'
import type { Endpoint } from './endpoint.ts'

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** One route per path takes every verb, so that a wrong verb is told apart from a wrong path. */
export function mountEndpoints(app: FastifyInstance, chat: Chat, endpoints: readonly Endpoint[]): void {
  for (const [path, ofPath] of groupByPath(endpoints)) {
    app.route({
      method: [...verbs],
      url: path,
      exposeHeadRoute: false,
      ...bodyLimit(chat, ofPath),
      handler: createDispatch(chat, ofPath),
    })
  }
}

/** The largest that one of the path's endpoints asks for; most leave it at the server's. */
function bodyLimit(chat: Chat, endpoints: readonly Endpoint[]) {
  const limits = endpoints.flatMap((endpoint) => endpoint.bodyLimit?.(chat.config) ?? [])
  return limits.length === 0 ? {} : { bodyLimit: Math.max(...limits), onRequest: admitLargeBody(chat) }
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const paths = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint])
  return paths
}
