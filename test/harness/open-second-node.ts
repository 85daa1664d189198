import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config/config.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { createServer } from '../../src/server/http/create-server.ts'
import { openProducts } from '../../src/server/start/open-products.ts'

/** A second server on the same database with its own data folder, without background jobs. */
export async function openSecondNode(databaseUrl: string, clock: Clock, settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-neighbour-'))
  try {
    const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', ...settings }
    const config = readConfig({ development: true }, environment)
    const log = createLogger(config.logLevel)
    const products = await openProducts(config, log, clock, 'command')
    const app = createServer(products, log)
    await app.ready()
    return {
      app,
      products,
      dataDir,
      async stop() {
        await app.close()
        await products.stop()
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

export type Neighbour = Awaited<ReturnType<typeof openSecondNode>>
