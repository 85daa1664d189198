import type { FastifyInstance } from 'fastify'
import type { Products } from './open-products.ts'

const CHECK_EVERY_MS = 25

/** Long enough for a load balancer to send a request, shorter than it avoids a node after a failure. */
const CLOSING_MS = 1000

/**
 * Keeps serving, but reports at /health that it is stopping, and closes each connection with its response. A load
 * balancer that checks /health has stopped using this node by the end. Others learn it in the last moment, when
 * requests fail that they may retry on another node. Otherwise a write that arrives while the port closes would be cut
 * off.
 */
export async function drain(products: Products, seconds: number): Promise<void> {
  if (seconds === 0) return
  products.beginToLeave()
  // These polls were not told that their connection ends. New ones are, and may wait.
  products.endReceivers()
  await new Promise((next) => setTimeout(next, seconds * 1000 - CLOSING_MS))
  products.beginToClose()
  products.endReceivers()
  await new Promise((next) => setTimeout(next, CLOSING_MS))
}

/**
 * Accepts no new connections and finishes requests in flight. Until then a poll may begin to wait and a connection may
 * become idle at any moment, so both are checked repeatedly.
 */
export async function stopServing(app: FastifyInstance, products: Products): Promise<void> {
  products.beginToLeave()
  await untilQuiet()
  const closed = new Promise((done) => app.server.close(done))
  const endWaiting = () => {
    products.endReceivers()
    app.server.closeIdleConnections()
  }
  const timer = setInterval(endWaiting, CHECK_EVERY_MS)
  try {
    await app.close()
    await closed
  } finally {
    clearInterval(timer)
  }
}

const QUIET_MS = 0.2
const MAX_TURNS = 200

/**
 * Closing the port cuts off connections that were not yet accepted, and a proxy must not repeat a request that it has
 * sent. So close the port right after an event-loop turn with next to no work.
 */
async function untilQuiet(): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const before = performance.now()
    await new Promise((next) => setImmediate(next))
    if (performance.now() - before < QUIET_MS) return
  }
}
