import type { Clock } from '../platform/clock.ts'
import { type Bus, createLocalBus } from '../platform/events/bus.ts'
import type { LoggedEvent } from '../platform/events/event-log.ts'
import { createRedisBus } from '../platform/events/redis-bus.ts'
import type { Logger } from '../platform/log.ts'
import type { DutyName, Nodes } from '../platform/nodes/nodes.ts'
import { createRateLimiter, type RateLimiter } from '../platform/rate-limiter.ts'
import type { Redis } from '../platform/redis/redis.ts'
import { createRedisRateLimiter } from '../platform/redis/redis-rate-limiter.ts'
import { createRedisTally, type RedisTally } from '../platform/redis/redis-tally.ts'
import type { Secrets } from '../platform/secrets.ts'
import { LocalTally, type Tally } from '../platform/tally.ts'

/** By what this server hears of others on the same data, and counts together with them. */
export interface Neighbours {
  /** undefined: there are none */
  readonly redis: Redis | undefined
  /** `concernsDuty`: which events the one who has the duty must hear of, of whichever tenant they are. */
  openBus<Event extends LoggedEvent>(product: DutyName, concernsDuty: (event: Event) => boolean): Bus<Event>
  openLimiter(name: string, windowSeconds?: number): RateLimiter
  openTally(name: string): Tally
  close(): Promise<void>
}

export function noNeighbours(clock: Clock): Neighbours {
  return {
    redis: undefined,
    openBus: createLocalBus,
    openLimiter: (_name, windowSeconds) => createRateLimiter(clock, windowSeconds),
    openTally: () => new LocalTally(),
    async close() {},
  }
}

export async function openNeighbours(
  redisUrls: readonly string[],
  nodes: Nodes,
  secrets: Secrets,
  log: Logger,
  clock: Clock,
): Promise<Neighbours> {
  // Servers on the same data have the same key, and nobody else has it.
  const prefix = `switchboard:${secrets.hash('Redis').slice(0, 16)}:`
  const { openRedis } = await import('../platform/redis/open-redis.ts')
  const redis = await openRedis(redisUrls, prefix, log)
  const tallies: RedisTally[] = []
  return {
    redis,
    openBus(product, concernsDuty) {
      const bus = createRedisBus(redis, product, concernsDuty, log)
      nodes.duties[product].whileHeld(
        () => bus.hearOfDuty(true),
        () => bus.hearOfDuty(false),
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
