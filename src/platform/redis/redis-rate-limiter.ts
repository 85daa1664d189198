import type { Clock } from '../clock.ts'
import { type Budget, budgetOf, createRateLimiter, type RateLimiter } from '../limits/rate-limiter.ts'
import type { Redis } from './redis.ts'

/**
 * The times of a key within the window, as a sorted set. With a limit of -1 it only reads. Returns whether one was
 * taken, the count, and the first and last time.
 */
const script = `
local now, window, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
local taken = 0
if count < limit then
  redis.call('ZADD', KEYS[1], now, ARGV[4])
  redis.call('PEXPIRE', KEYS[1], window)
  count = count + 1
  taken = 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
return { taken, count, oldest or ARGV[1], newest or ARGV[1] }
`
const resetScript = `return redis.call('DEL', KEYS[1])`
const ONLY_PEEK = -1

/** Counts for all servers together. While Redis is down each server counts for itself. */
export function createRedisRateLimiter(
  redis: Redis,
  name: string,
  clock: Clock,
  windowSeconds = 60,
): RateLimiter {
  const windowMs = windowSeconds * 1000
  const own = createRateLimiter(clock, windowSeconds)
  const prefix = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let calls = 0

  async function countWith(
    key: string,
    limit: number,
    otherwise: () => Budget,
    only?: 'peek',
  ): Promise<Budget> {
    const now = clock.now()
    calls += 1
    try {
      const [taken, count, oldest, newest] = (await redis.run(script, `limit:${name}:${key}`, [
        String(now),
        String(windowMs),
        String(only ? ONLY_PEEK : limit),
        `${prefix}-${calls}`,
      ])) as [number, number, string, string]
      const allowed = only ? count < limit : taken === 1
      return budgetOf(
        { count, oldest: Number(oldest), newest: Number(newest) },
        allowed,
        limit,
        now,
        windowMs,
      )
    } catch {
      return otherwise()
    }
  }

  return {
    take: (key, limit) => countWith(key, limit, () => own.take(key, limit)),
    peek: (key, limit) => countWith(key, limit, () => own.peek(key, limit), 'peek'),
    async reset(key) {
      own.reset(key)
      await redis.run(resetScript, `limit:${name}:${key}`, []).catch(() => {})
    },
  }
}
