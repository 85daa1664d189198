import type { FastifyInstance } from 'fastify'
import type { Chat } from '../../chat.ts'
import type { FileRoute } from '../../http/body-parsers.ts'
import { admitUpload } from './admit-upload.ts'
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
      ...forFiles(chat, ofPath),
      handler: createDispatch(chat, ofPath),
    })
  }
}

/** The largest file that one of the path's endpoints takes. Most take none. */
function forFiles(chat: Chat, endpoints: readonly Endpoint[]) {
  const limits = endpoints.flatMap((endpoint) => endpoint.fileBytes?.(chat.config) ?? [])
  if (limits.length === 0) return {}
  const config: FileRoute = { fileBytes: Math.max(...limits) }
  return { config, onRequest: admitUpload(chat) }
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  const paths = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint])
  return paths
}
