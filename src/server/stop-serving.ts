import type { FastifyInstance } from 'fastify'
import type { Products } from './open-products.ts'

const LOOK_AGAIN_MS = 25

/** Long enough for a balancer to ask for something, shorter than it leaves a node alone after a refusal. */
const CLOSING_MS = 1000

/**
 * Goes on serving, but says at /health that the end is near, and with each answer that its connection is not to be
 * used again. A balancer that looks has let go when it ends. One that does not is told in the last moment by refusals of
 * what it may ask another node for: else a change that arrives while the port is being closed would be cut off.
 */
export async function drain(products: Products, seconds: number): Promise<void> {
  if (seconds === 0) return
  products.beginToLeave()
  // These were not told that their connection ends. Whoever asks again is, and may wait.
  products.endReceivers()
  await new Promise((next) => setTimeout(next, seconds * 1000 - CLOSING_MS))
  products.beginToClose()
  products.endReceivers()
  await new Promise((next) => setTimeout(next, CLOSING_MS))
}

/**
 * No new connections; what is being answered is finished. A poll may begin to wait, and a connection fall
 * idle, at any moment until then, so both are looked for again and again.
 */
export async function stopServing(app: FastifyInstance, products: Products): Promise<void> {
  products.beginToLeave()
  await untilQuiet()
  const closed = new Promise((done) => app.server.close(done))
  const hurry = () => {
    products.endReceivers()
    app.server.closeIdleConnections()
  }
  const timer = setInterval(hurry, LOOK_AGAIN_MS)
  try {
    await app.close()
    await closed
  } finally {
    clearInterval(timer)
  }
}

const QUIET_MS = 0.2
const MOST_LOOKS = 200

/**
 * What has connected and was not yet accepted is cut off when the port is closed, and a proxy must not repeat a request
 * that it has sent. So it is closed right after a look at the network that had next to nothing to do.
 */
async function untilQuiet(): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const before = performance.now()
    await new Promise((next) => setImmediate(next))
    if (performance.now() - before < QUIET_MS) return
  }
}
