import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { markdownNotDone } from '../chat/markdown/markdown-threads.ts'
import { countDroppedLogLines } from '../platform/log.ts'
import type { Sockets } from '../telephony/sockets/create-sockets.ts'
import { addAnswerTimes } from './answer-times.ts'
import type { Products } from './open-products.ts'
import { addProductMetrics } from './product-metrics.ts'

/**
 * Of the process, not of a server: they observe garbage collections and the event loop until the process ends, and
 * would keep every server in memory to which they belonged.
 */
const processMetrics = new Registry()
collectDefaultMetrics({ register: processMetrics })

/** Prometheus reads them at /metrics. */
export function addMetrics(app: FastifyInstance, products: Products, sockets: Sockets): void {
  const registry = new Registry()
  const observe = addAnswerTimes(registry)
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
      this.set([...products.chat.queues.receivers('poll')].length)
    },
  })
  new Gauge({
    name: 'switchboard_event_streams',
    help: 'Event streams that are open.',
    registers: [registry],
    collect() {
      this.set([...products.chat.queues.receivers('stream')].length)
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
  new Counter({
    name: 'switchboard_markdown_given_up_total',
    help: 'Texts that were not rendered or compared in full: beyond the deadline, too many waiting, a thread ended.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, times] of Object.entries(markdownNotDone)) this.inc({ reason }, times)
    },
  })
  new Counter({
    name: 'switchboard_log_lines_dropped_total',
    help: 'Log lines that were dropped because the reader of standard error was too slow.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(countDroppedLogLines())
    },
  })
  addProductMetrics(registry, products)
  app.addHook('onResponse', (request, reply, done) => {
    observe(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime)
    done()
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await Registry.merge([processMetrics, registry]).metrics()),
  )
}
