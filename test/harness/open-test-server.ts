import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { createServer } from '../../src/server/http/create-server.ts'
import { type ServerLimits, serverLimits } from '../../src/server/http/server-limits.ts'
import { openProducts, type Products } from '../../src/server/start/open-products.ts'
import { alternateApps } from './alternate-apps.ts'
import { makeMigratedPlace } from './demo-template.ts'
import type { EngineName } from './engines.ts'
import { openNodes } from './open-nodes.ts'
import { copyTemplate, type PlaceTemplate } from './place-template.ts'
import { TestClock } from './test-clock.ts'

export interface TestServer {
  app: FastifyInstance
  products: Products
  clock: TestClock
  config: Config
  stop(): Promise<void>
}

/** `TEST_NODES=2 npx vitest run test/contract`: every test on PostgreSQL, with each request to another of several servers. */
async function openAlternatingNodes(count: number, settings: Record<string, string>): Promise<TestServer> {
  const { nodes, clock, stop } = await openNodes(count, settings)
  const { products } = nodes[0]!
  const config = nodes[0]!.config
  return { app: alternateApps(nodes.map(({ app }) => app)), products, clock, config, stop }
}

/** A whole server on a database without rows, or on a copy of `like`. SERVER_MODE is not a setting of the server: anything but `development` is production. */
export async function openTestServer(
  engine: EngineName,
  settings: Record<string, string>,
  limits: Partial<ServerLimits> = {},
  like?: PlaceTemplate,
): Promise<TestServer> {
  const count = Number(process.env.TEST_NODES ?? 1)
  if (engine === 'PostgreSQL' && count > 1) return openAlternatingNodes(count, settings)
  const place = await (like ? copyTemplate(like) : makeMigratedPlace(engine))
  const clock = new TestClock()
  const { SERVER_MODE: mode = 'development', ...environment } = settings
  // TEST_CACHE_ENTRIES=3 npx vitest run test/contract: answers must not depend on what is cached.
  const { TEST_CACHE_ENTRIES: cacheEntries } = process.env
  const config = readConfig(
    { development: mode === 'development' },
    {
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      LOG_LEVEL: 'error',
      // Callers hear tones, whatever is installed.
      SPEECH: 'no',
      ...(cacheEntries && { CACHE_ENTRIES: cacheEntries }),
      ...environment,
    },
  )
  const log = createLogger(config.logLevel)
  const products = await openProducts(config, log, clock, 'server', limits.uploads)
  const app = createServer(products, log, undefined, { ...serverLimits, ...limits })
  await app.ready()
  return {
    app,
    products,
    clock,
    config,
    async stop() {
      await app.close()
      await products.stop()
      await place.remove()
    },
  }
}
