import type { FastifyInstance } from 'fastify'
import type { FileRoute } from '../../http/body-parsers.ts'
import type { Identity } from '../identity.ts'
import { admitUpload } from './admit-upload.ts'
import { createDispatch } from './create-dispatch.ts'
import type { Endpoint } from './endpoint.ts'

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** One route per path accepts every method, to distinguish a wrong method (405) from a wrong path (404). */
export function mountEndpoints<District extends Identity>(
  app: FastifyInstance,
  chat: District,
  endpoints: readonly Endpoint<District>[],
): void {
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

/** The largest file that an endpoint of the path accepts. Most accept none. */
function forFiles(chat: Identity, endpoints: readonly Endpoint[]) {
  const limits = endpoints.flatMap((endpoint) => endpoint.fileBytes?.(chat.config) ?? [])
  if (limits.length === 0) return {}
  const config: FileRoute = { fileBytes: Math.max(...limits) }
  return { config, onRequest: admitUpload(chat) }
}

function groupByPath<District>(endpoints: readonly Endpoint<District>[]): Map<string, Endpoint<District>[]> {
  const paths = new Map<string, Endpoint<District>[]>()
  for (const endpoint of endpoints) paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint])
  return paths
}
