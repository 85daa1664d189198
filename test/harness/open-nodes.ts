import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { createServer } from '../../src/server/http/create-server.ts'
import { openProducts, type Products } from '../../src/server/start/open-products.ts'
import { makeMigratedPlace } from './demo-template.ts'
import { type RunningRedis, startRedis } from './start-redis.ts'
import { TestClock } from './test-clock.ts'

export interface TestNode {
  app: FastifyInstance
  products: Products
  config: Config
  stop(): Promise<void>
}

/** Several servers on one PostgreSQL and one Redis. */
export interface TestNodes {
  nodes: TestNode[]
  redis: RunningRedis
  clock: TestClock
  /** the settings of every one of them */
  environment: Record<string, string>
  /** One more, which is also in `nodes`. */
  add(settings?: Record<string, string>): Promise<TestNode>
  stop(): Promise<void>
}

const SECRET_KEY = '0123456789abcdef'.repeat(4)

export async function openNodes(count: number, settings: Record<string, string> = {}): Promise<TestNodes> {
  const place = await makeMigratedPlace('PostgreSQL')
  const redis = await startRedis()
  const clock = new TestClock()
  const environment = {
    DATABASE_URL: place.databaseUrl!,
    REDIS_URL: redis.url,
    SECRET_KEY,
    LOG_LEVEL: 'error',
    SPEECH: 'no',
    PUBLIC_URL: 'http://chat.example.com',
    HEARTBEAT_SECONDS: '60',
    ...settings,
  }
  const nodes: TestNode[] = []
  async function add(more: Record<string, string> = {}): Promise<TestNode> {
    const node = await openNode({ ...environment, ...more }, clock)
    nodes.push(node)
    return node
  }
  const stop = async () => {
    for (const node of nodes) await node.stop()
    await redis.stop()
    await place.remove()
  }
  try {
    while (nodes.length < count) await add()
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes, redis, clock, environment, add, stop }
}

async function openNode(environment: Record<string, string>, clock: TestClock): Promise<TestNode> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-node-'))
  const { SERVER_MODE: mode = 'development', ...settings } = environment
  const config = readConfig({ development: mode === 'development', dataDir }, settings)
  const log = createLogger(config.logLevel)
  try {
    const products = await openProducts(config, log, clock)
    const app = createServer(products, log)
    await app.ready()
    let stopped: Promise<void> | undefined
    const end = async () => {
      await app.close()
      await products.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
    return {
      app,
      products,
      config,
      stop: () => (stopped ??= end()),
    }
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}
