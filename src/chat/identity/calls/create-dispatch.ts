import type { FastifyReply, FastifyRequest } from 'fastify'
import { ChatError } from '../../chat-error.ts'
import { addressArguments, rawArguments } from '../../http/raw-arguments.ts'
import type { Identity } from '../identity.ts'
import { answerCall } from './answer-call.ts'
import type { Endpoint, Method } from './endpoint.ts'

export type Dispatch = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Dispatches a request to the endpoint of its method, among the endpoints of one path. */
export function createDispatch<District extends Identity>(
  chat: District,
  endpoints: readonly Endpoint<District>[],
): Dispatch {
  const byMethod = new Map(endpoints.map((endpoint) => [endpoint.method, endpoint]))
  const allowed = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : [])].sort()
  const isPayload = byMethod.get('POST')?.body === 'payload'
  return async (request, reply) => {
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed.join(', ')).send()
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
}

/** Clients behind old proxies send POST and name the intended method in an argument. */
function intendedMethod(request: FastifyRequest, given: ReadonlyMap<string, string>): Method {
  if (request.method === 'HEAD') return 'GET'
  if (request.method === 'POST') {
    const meant = given.get('method')?.toUpperCase()
    if (meant === 'PATCH' || meant === 'DELETE' || meant === 'PUT') return meant
  }
  return request.method as Method
}
