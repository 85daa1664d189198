import type { Clock } from '../../platform/clock.ts'
import { type Bus, createLocalBus } from '../../platform/events/bus.ts'
import type { LoggedEvent } from '../../platform/events/event-log.ts'
import { createRedisBus } from '../../platform/events/redis-bus.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { LocalTally, type Tally } from '../../platform/limits/tally.ts'
import type { Logger } from '../../platform/logging/log.ts'
import type { Nodes, ProductName } from '../../platform/nodes/nodes.ts'
import type { Redis } from '../../platform/redis/redis.ts'
import { createRedisRateLimiter } from '../../platform/redis/redis-rate-limiter.ts'
import { createRedisTally, type RedisTally } from '../../platform/redis/redis-tally.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** Connects this server with others on the same data. */
export interface Cluster {
  /** undefined: this is a single server */
  readonly redis: Redis | undefined
  /** `concernsLeader`: which events of all tenants the leader has to receive. */
  openBus<Event extends LoggedEvent>(
    product: ProductName,
    concernsLeader: (event: Event) => boolean,
  ): Bus<Event>
  openLimiter(name: string, windowSeconds?: number): RateLimiter
  openTally(name: string): Tally
  close(): Promise<void>
}

export function singleNode(clock: Clock): Cluster {
  return {
    redis: undefined,
    openBus: createLocalBus,
    openLimiter: (_name, windowSeconds) => createRateLimiter(clock, windowSeconds),
    openTally: () => new LocalTally(),
    async close() {},
  }
}

export async function openCluster(
  redisUrls: readonly string[],
  nodes: Nodes,
  secrets: Secrets,
  log: Logger,
  clock: Clock,
): Promise<Cluster> {
  // Servers on the same data have the same key, and nobody else has it.
  const prefix = `switchboard:${secrets.hash('Redis').slice(0, 16)}:`
  const { openRedis } = await import('../../platform/redis/open-redis.ts')
  const redis = await openRedis(redisUrls, prefix, log)
  const tallies: RedisTally[] = []
  return {
    redis,
    openBus(product, concernsLeader) {
      const bus = createRedisBus(redis, product, concernsLeader, log)
      nodes.leaderships[product].whileLeader(
        () => bus.followAsLeader(true),
        () => bus.followAsLeader(false),
      )
      return bus
    },
    openLimiter: (name, windowSeconds) => createRedisRateLimiter(redis, name, clock, windowSeconds),
    openTally(name) {
      const tally = createRedisTally(redis, name)
      tallies.push(tally)
      return tally
    },
    async close() {
      for (const tally of tallies) tally.stop()
      await redis.close()
    },
  }
}
