import type { FastifyInstance } from 'fastify'
import { VERSION } from '../platform/version.ts'
import type { Products } from './open-products.ts'

/** Answers 200 when the database does, 503 when it does not. */
export function addHealthRoute(app: FastifyInstance, products: Products): void {
  app.get('/health', async (request, reply) => {
    try {
      await products.ping()
      return { status: 'ok', version: VERSION }
    } catch (error) {
      request.log.error({ err: error }, 'health check failed')
      return reply.code(503).send({ status: 'database unavailable', version: VERSION })
    }
  })
}
