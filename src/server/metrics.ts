import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Sockets } from '../telephony/sockets/create-sockets.ts'
import type { Products } from './open-products.ts'

/** Prometheus reads them at /metrics. */
export function addMetrics(app: FastifyInstance, products: Products, sockets: Sockets): void {
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
  new Gauge({
    name: 'switchboard_waiting_polls',
    help: 'Requests for events that wait for one.',
    registers: [registry],
    collect() {
      this.set([...products.chat.queues.live].filter((queue) => queue.waiting).length)
    },
  })
  new Gauge({
    name: 'switchboard_sockets',
    help: 'Authenticated sockets of the telephony.',
    registers: [registry],
    collect() {
      this.set(sockets.count)
    },
  })
  // Looking a series up by its labels costs more than counting in it.
  const series = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${request.method} ${route} ${reply.statusCode}`
    let one = series.get(key)
    if (!one) {
      one = duration.labels(request.method, route, String(reply.statusCode))
      series.set(key, one)
    }
    one.observe(reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
