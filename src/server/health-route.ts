import type { FastifyInstance } from 'fastify'
import { VERSION } from '../platform/version.ts'
import type { Products } from './open-products.ts'

/** Answers 200 when the database does, 503 when it does not or the server is about to stop. */
export function addHealthRoute(app: FastifyInstance, products: Products): void {
  app.get('/health', async (request, reply) => {
    if (products.isLeaving) return reply.code(503).send({ status: 'stopping', version: VERSION })
    try {
      await products.ping()
      // Without Redis everything works on, only later: a balancer must not send everybody away for it.
      const redis = products.redisIsUp === undefined ? {} : { redis: products.redisIsUp ? 'ok' : 'away' }
      return { status: 'ok', version: VERSION, ...redis }
    } catch (error) {
      request.log.error({ err: error }, 'health check failed')
      return reply.code(503).send({ status: 'database unavailable', version: VERSION })
    }
  })
}
