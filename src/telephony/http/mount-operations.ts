import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../identity/actor.ts'
import { authenticateCaller, limitCallRate } from '../identity/authenticate-caller.ts'
import type { Identity } from '../identity/identity.ts'
import { Problem } from '../problem.ts'
import { isOpen, type Operation, type Verb } from './operation.ts'
import { withUpload } from './receive-upload.ts'
import { runOperation } from './run-operation.ts'

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Callers are authenticated before their body is read. */
interface KnownRequest extends FastifyRequest {
  caller: Actor | undefined
}

/** One route per path handles all methods, so that a wrong method gets 405 rather than 404. */
export function mountOperations<District extends Identity>(
  app: FastifyInstance,
  context: District,
  operations: readonly Operation<District>[],
): void {
  app.decorateRequest('caller', undefined)
  const paths = [...groupByPath(operations).values()]
  mountPaths(
    app,
    paths.filter((byVerb) => !takesFiles(byVerb)),
    context,
  )
  app.register(async (scope) => {
    // Uploads are streamed by their operation.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    mountPaths(scope, paths.filter(takesFiles), context)
  })
}

const takesFiles = (byVerb: ReadonlyMap<Verb, Operation>) =>
  [...byVerb.values()].some(({ fileBytes }) => fileBytes !== undefined)

function mountPaths<District extends Identity>(
  app: FastifyInstance,
  paths: readonly Map<Verb, Operation<District>>[],
  context: District,
): void {
  for (const byVerb of paths) {
    const [{ path }] = [...byVerb.values()] as [Operation<District>]
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
        if (!operation || isOpen(operation)) return
        const { actor, headers } = await authenticateCaller(context, request)
        reply.headers({ ...headers, ...(await limitCallRate(context, actor)) })
        ;(request as KnownRequest).caller = actor
      },
      async handler(request, reply) {
        if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed.join(', ')).send()
        const operation = find(request)
        if (!operation) {
          throw new Problem(405, `${request.method} is not allowed here`, {
            headers: { allow: allowed.join(', ') },
          })
        }
        const { caller } = request as KnownRequest
        const run = () => context.inFlight.track(runOperation(context, operation, caller, request, reply))
        if (operation.fileBytes === undefined || !caller) return run()
        return withUpload(context, operation, caller, request, (body) => {
          request.body = body
          return run()
        })
      },
    })
  }
}

function groupByPath<District>(
  operations: readonly Operation<District>[],
): Map<string, Map<Verb, Operation<District>>> {
  const paths = new Map<string, Map<Verb, Operation<District>>>()
  for (const operation of operations) {
    const byVerb = paths.get(operation.path) ?? new Map<Verb, Operation<District>>()
    byVerb.set(operation.method, operation)
    paths.set(operation.path, byVerb)
  }
  return paths
}
