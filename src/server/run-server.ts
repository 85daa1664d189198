import type { FastifyInstance } from 'fastify'
import { type Config, ConfigError } from '../config.ts'
import { createLogger } from '../platform/log.ts'
import { VERSION } from '../platform/version.ts'
import { seedDemoCompanies } from '../telephony/demo/create-demo-companies.ts'
import { fillDemoCompanies } from '../telephony/demo/fill-demo-companies.ts'
import { linkDemo } from '../workspace/demo/link-demo.ts'
import { choosePort } from './choose-port.ts'
import { createServer } from './create-server.ts'
import { describeAccounts, describeCompanies, describeFirstCalls } from './describe-demo.ts'
import { openProducts } from './open-products.ts'
import { seedDemo } from './seed-demo.ts'
import { drain, stopServing } from './stop-serving.ts'
import { waitForStopSignal } from './wait-for-stop-signal.ts'

export interface ServeOptions {
  /** fill the demo data of a new development server with conversations, texts and a fax */
  demo?: boolean | undefined
}

/** Serves until a stop signal. */
export async function runServer(asked: Config, { demo: isFull = false }: ServeOptions = {}): Promise<void> {
  if (isFull && !asked.development) throw new ConfigError('--demo needs --development.')
  const config = await choosePort(asked)
  const log = createLogger(config.logLevel)
  const products = await openProducts(config, log)
  try {
    const app = createServer(products, log)
    const demo = config.development ? await seedDemo(products.chat, { conversations: isFull }) : undefined
    const companies = config.development ? await seedDemoCompanies(products.telephony) : undefined
    if (companies && isFull) await fillDemoCompanies(products.telephony, companies)
    if (config.development) await linkDemo(products.workspace)
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
        ].join('\n'),
      )
    const reason = await Promise.race([waitForStopSignal(config.drainSeconds, log), products.refused])
    log.info({ reason: reason instanceof Error ? reason.message : reason }, 'stopping')
    if (!(reason instanceof Error)) await drain(products, config.drainSeconds)
    await stopServing(app, products)
    if (reason instanceof Error) throw reason
  } finally {
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
