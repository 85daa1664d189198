import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Products } from './open-products.ts'

/** Prometheus reads them at /metrics. */
export function addMetrics(app: FastifyInstance, products: Products): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'switchboard_http_request_seconds',
    help: 'Time to answer, by route and status; long polls include their waiting.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 60],
    registers: [registry],
  })
  new Gauge({
    name: 'switchboard_event_queues',
    help: 'Event queues that this process holds.',
    registers: [registry],
    collect() {
      this.set(products.chat.queues.count)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
