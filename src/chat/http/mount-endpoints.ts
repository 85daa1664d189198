import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Chat } from '../chat.ts'
import { ChatError } from '../chat-error.ts'
import { admitLargeBody } from './admit-large-body.ts'
import { answerCall } from './answer-call.ts'
import type { Endpoint, Method } from './endpoint.ts'
import { addressArguments, rawArguments } from './raw-arguments.ts'

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** One route per path takes every verb, so that a wrong verb is told apart from a wrong path. */
export function mountEndpoints(app: FastifyInstance, chat: Chat, endpoints: readonly Endpoint[]): void {
  for (const [path, byMethod] of groupByPath(endpoints)) {
    const allowed = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : [])].sort()
    app.route({
      method: [...verbs],
      url: path,
      exposeHeadRoute: false,
      ...bodyLimit(chat, byMethod),
      handler: (request, reply) => dispatch(chat, byMethod, allowed, request, reply),
    })
  }
}

/** The largest that one of the path's endpoints asks for; most leave it at the server's. */
function bodyLimit(chat: Chat, byMethod: ReadonlyMap<Method, Endpoint>) {
  const limits = [...byMethod.values()].flatMap((endpoint) => endpoint.bodyLimit?.(chat.config) ?? [])
  return limits.length === 0 ? {} : { bodyLimit: Math.max(...limits), onRequest: admitLargeBody(chat) }
}

async function dispatch(
  chat: Chat,
  byMethod: ReadonlyMap<Method, Endpoint>,
  allowed: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed.join(', ')).send()
  const isPayload = byMethod.get('POST')?.body === 'payload'
  const given = isPayload ? addressArguments(request) : rawArguments(request)
  const endpoint = byMethod.get(intendedMethod(request, given))
  if (!endpoint) {
    reply.header('allow', allowed.join(', '))
    throw new ChatError('Method Not Allowed', {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      extra: { allowed_methods: allowed },
    })
  }
  return answerCall(chat, endpoint, given, request, reply)
}

/** Clients behind old proxies send POST and name the verb that they mean. */
function intendedMethod(request: FastifyRequest, given: ReadonlyMap<string, string>): Method {
  if (request.method === 'HEAD') return 'GET'
  if (request.method === 'POST') {
    const meant = given.get('method')?.toUpperCase()
    if (meant === 'PATCH' || meant === 'DELETE' || meant === 'PUT') return meant
  }
  return request.method as Method
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, Map<Method, Endpoint>> {
  const paths = new Map<string, Map<Method, Endpoint>>()
  for (const endpoint of endpoints) {
    const methods = paths.get(endpoint.path) ?? new Map<Method, Endpoint>()
    methods.set(endpoint.method, endpoint)
    paths.set(endpoint.path, methods)
  }
  return paths
}
