import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import type { Telephony } from '../telephony.ts'
import type { Actor } from './actor.ts'
import { answerOperation } from './answer-operation.ts'
import { authenticateCaller, limitCallRate } from './authenticate-caller.ts'
import type { Operation, Verb } from './operation.ts'

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Callers are known before their body is read: strangers get no further than their headers. */
interface KnownRequest extends FastifyRequest {
  caller: Actor | undefined
}

/** One route per path takes every verb, so that a wrong verb is told apart from a wrong path. */
export function mountOperations(
  app: FastifyInstance,
  telephony: Telephony,
  operations: readonly Operation[],
): void {
  app.decorateRequest('caller', undefined)
  for (const [path, byVerb] of groupByPath(operations)) {
    const allowed = [...byVerb.keys(), ...(byVerb.has('GET') ? ['HEAD'] : [])].sort()
    const limits = [...byVerb.values()].flatMap(({ bodyLimit }) => bodyLimit ?? [])
    const find = (request: FastifyRequest) =>
      byVerb.get((request.method === 'HEAD' ? 'GET' : request.method) as Verb)
    app.route({
      method: [...verbs],
      url: path,
      exposeHeadRoute: false,
      ...(limits.length > 0 && { bodyLimit: Math.max(...limits) }),
      async onRequest(request, reply) {
        const operation = find(request)
        if (!operation || operation.access === 'anyone') return
        const actor = await authenticateCaller(telephony, request)
        reply.headers(await limitCallRate(telephony, actor))
        ;(request as KnownRequest).caller = actor
      },
      async handler(request, reply) {
        if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed.join(', ')).send()
        const operation = find(request)
        if (!operation) {
          throw new Problem(405, `${request.method} is not possible here`, {
            headers: { allow: allowed.join(', ') },
          })
        }
        const { caller } = request as KnownRequest
        const answering = answerOperation(telephony, operation, caller, request, reply)
        return telephony.underWay.track(answering)
      },
    })
  }
}

function groupByPath(operations: readonly Operation[]): Map<string, Map<Verb, Operation>> {
  const paths = new Map<string, Map<Verb, Operation>>()
  for (const operation of operations) {
    const byVerb = paths.get(operation.path) ?? new Map<Verb, Operation>()
    byVerb.set(operation.method, operation)
    paths.set(operation.path, byVerb)
  }
  return paths
}
