import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createServer } from '../../src/server/create-server.ts'
import { openProducts, type Products } from '../../src/server/open-products.ts'
import { type EngineName, makePlace } from './engines.ts'
import { TestClock } from './test-clock.ts'

export interface TestServer {
  app: FastifyInstance
  products: Products
  clock: TestClock
  config: Config
  stop(): Promise<void>
}

/** A whole server on an empty database. SERVER_MODE is not a setting of the server: anything but `development` is production. */
export async function openTestServer(
  engine: EngineName,
  settings: Record<string, string>,
): Promise<TestServer> {
  const place = await makePlace(engine)
  const clock = new TestClock()
  const { SERVER_MODE: mode = 'development', ...environment } = settings
  const config = readConfig(
    { development: mode === 'development' },
    {
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      LOG_LEVEL: 'error',
      ...environment,
    },
  )
  const log = createLogger(config.logLevel)
  const products = await openProducts(config, log, clock)
  const app = createServer(products, log)
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
