import type { FastifyInstance } from 'fastify'
import { VERSION } from '../platform/version.ts'
import type { Products } from './open-products.ts'

/**
 * Readiness: 200 when the database responds, 503 when it does not or the server is stopping. Liveness: 200 while the
 * process runs, since a restart would not bring the database back.
 */
export function addHealthRoute(app: FastifyInstance, products: Products): void {
  app.get('/health/live', async () => ({ status: 'ok', version: VERSION }))
  app.get('/health', async (request, reply) => {
    if (products.isLeaving) return reply.code(503).send({ status: 'stopping', version: VERSION })
    try {
      await products.ping()
      // Without Redis everything still works, only slower: a load balancer must not remove all nodes for it.
      const redis = products.redisIsUp === undefined ? {} : { redis: products.redisIsUp ? 'ok' : 'away' }
      return { status: 'ok', version: VERSION, ...redis }
    } catch (error) {
      request.log.error({ err: error }, 'health check failed')
      return reply.code(503).send({ status: 'database unavailable', version: VERSION })
    }
  })
}
