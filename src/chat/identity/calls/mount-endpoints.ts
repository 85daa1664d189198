import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenRoute } from '../../../platform/limits/known-callers.ts'
import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { FileRoute } from '../../http/body-parsers.ts'
import { setUpload } from '../../http/request-upload.ts'
import { uploadError } from '../../http/upload-error.ts'
import type { Identity } from '../identity.ts'
import { authenticate } from './authenticate.ts'
import { createDispatch } from './create-dispatch.ts'
import type { Endpoint } from './endpoint.ts'
import { requestRealm } from './request-realm.ts'

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
      url: routeOf(path, ofPath),
      exposeHeadRoute: false,
      ...optionsOf(chat, ofPath),
      handler: createDispatch(chat, ofPath),
    })
  }
}

/** The router has no name for the rest of a path; `createDispatch` gives it that of the parameter. */
const routeOf = (path: string, endpoints: readonly Endpoint[]) =>
  endpoints.some(({ takesRest }) => takesRest) ? path.replace(/:[a-z_]+$/, '*') : path

/** With the largest file that an endpoint of the path accepts. Most accept none. */
function optionsOf(chat: Identity, endpoints: readonly Endpoint[]) {
  const open: OpenRoute = { isOpen: endpoints.every(({ permission }) => permission.isOpen) }
  const limits = endpoints.flatMap((endpoint) => endpoint.fileBytes?.(chat.config) ?? [])
  if (limits.length === 0) return { config: open }
  const config: FileRoute & OpenRoute = { ...open, fileBytes: Math.max(...limits) }
  return { config, onRequest: admitUpload(chat) }
}

function groupByPath<District>(endpoints: readonly Endpoint<District>[]): Map<string, Endpoint<District>[]> {
  const paths = new Map<string, Endpoint<District>[]>()
  for (const endpoint of endpoints) paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint])
  return paths
}

/** Runs before the body is read: refuses uploads of unauthenticated callers, and too many concurrent uploads. */
function admitUpload(chat: Identity) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) return
    const realm = await requestRealm(chat, request)
    const { user } = await authenticate(chat, realm, request)
    if (request.raw.destroyed) return
    const tenant = `chat ${user.realm_id}`
    const upload = begin(chat, { key: `${tenant} ${user.id}`, tenant }, request)
    setUpload(request, upload)
    const end = () => upload.end()
    reply.raw.once('finish', end)
    reply.raw.once('close', end)
  }
}

function begin(chat: ChatPlatform, whose: { key: string; tenant: string }, { raw }: FastifyRequest): Upload {
  try {
    return chat.uploads.begin(whose, raw)
  } catch (error) {
    throw uploadError(error)
  }
}
