import type { FastifyInstance } from 'fastify'
import { startDemoJobs } from '../chat/demo/demo-jobs.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger, type Logger } from '../platform/logging/log.ts'
import { VERSION } from '../platform/program.ts'
import { seedDemoCompanies } from '../telephony/demo/create-demo-companies.ts'
import { fillDemoCompanies } from '../telephony/demo/fill-demo-companies.ts'
import { linkDemo } from '../workspace/demo/link-demo.ts'
import { createServer } from './http/create-server.ts'
import { choosePort } from './start/choose-port.ts'
import { describeAccounts, describeCompanies, describeFirstCalls } from './start/describe-demo.ts'
import { openProducts, type Products } from './start/open-products.ts'
import { seedDemo } from './start/seed-demo.ts'

const CHECK_EVERY_MS = 25

/** Long enough for a load balancer to send a request, shorter than it avoids a node after a failure. */
const CLOSING_MS = 1000

const QUIET_MS = 0.2

const MAX_TURNS = 200

/** How long stopping may take after the drain, including requests in flight. */
const TIMEOUT_MS = 10_000

/** Under npm, Ctrl-C arrives twice at once, from the terminal and from npm: treat it as one. */
const SAME_SIGNAL_MS = 500

export interface ServeOptions {
  /** fill the demo data of a new development server with conversations, texts and a fax */
  demo?: boolean | undefined
}

const FAXES_NEED =
  'Faxes need Ghostscript and the TIFF tools, which are not installed: the demo has no fax, and none can be sent.'

/** Serves until a stop signal. */
export async function runServer(asked: Config, { demo: isFull = false }: ServeOptions = {}): Promise<void> {
  if (isFull && !asked.development) throw new ConfigError('--demo needs --development.')
  const config = await choosePort(asked)
  const log = createLogger(config.logLevel)
  const products = await openProducts(config, log)
  let demoJobs: { stop(): Promise<void> } | undefined
  try {
    const app = createServer(products, log)
    const demo = config.development ? await seedDemo(products.chat, { conversations: isFull }) : undefined
    const companies = config.development ? await seedDemoCompanies(products.telephony) : undefined
    const filled = companies && isFull ? await fillDemoCompanies(products.telephony, companies) : undefined
    if (config.development) await linkDemo(products.workspace, { isFull: filled !== undefined })
    if (isFull) demoJobs = await startDemoJobs(products.chat)
    await listen(app, config)
    const address = localAddress(config)
    console.log(`Switchboard ${VERSION} listens on ${address}${otherAddress(address, config.publicUrl)}`)
    if (demo)
      console.log(
        [
          `For a browser: the chat at ${config.publicUrl}/, the phones at ${config.publicUrl}/portal`,
          '',
          ...describeAccounts(demo),
          '',
          ...describeFirstCalls(address, demo),
          '',
          ...describeCompanies(address),
          ...(filled?.hasFax === false ? ['', FAXES_NEED] : []),
        ].join('\n'),
      )
    const reason = await Promise.race([waitForStopSignal(config.drainSeconds, log), products.refused])
    log.info({ reason: reason instanceof Error ? reason.message : reason }, 'stopping')
    if (!(reason instanceof Error)) await drain(products, config.drainSeconds)
    await stopServing(app, products)
    if (reason instanceof Error) throw reason
  } finally {
    await demoJobs?.stop()
    await products.stop()
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new ConfigError(`Port ${port} of ${host} is in use. Choose another one with --port or PORT.`)
    }
    throw new ConfigError(`Port ${port} of ${host} cannot be listened on: ${message}.`)
  }
}

/** The URL of the server on this machine: an address that means "every interface" cannot be called. */
function localAddress({ host, port }: Config): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

function otherAddress(address: string, publicUrl: string): string {
  return publicUrl === address ? '' : ` (public URL: ${publicUrl})`
}

/** Resolves on SIGINT or SIGTERM. A second signal, or a stop that takes too long, ends the process at once. */
function waitForStopSignal(drainSeconds: number, log: Logger): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = systemClock.now()
        const timeout = drainSeconds * 1000 + TIMEOUT_MS
        setTimeout(() => endNow(log, 'The server did not stop in time.'), timeout).unref()
        resolve(signal)
      } else if (systemClock.now() - first > SAME_SIGNAL_MS) {
        endNow(log, 'Stopped without waiting.')
      }
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}

/** Not with console.error, which would wait for a reader of standard error. */
function endNow(log: Logger, reason: string): never {
  log.error(reason)
  process.exit(1)
}

/**
 * Keeps serving, but reports at /health that it is stopping, and closes each connection with its response. A load
 * balancer that checks /health has stopped using this node by the end. Others learn it in the last moment, when
 * requests fail that they may retry on another node. Otherwise a write that arrives while the port closes would be cut
 * off.
 */
async function drain(products: Products, seconds: number): Promise<void> {
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
