import type { Clock } from '../clock.ts'

/** Counts for all servers in one place, which may be remote: then the result is a promise. */
export interface RateLimiter {
  /** Takes one from the budget of `key`. */
  take(key: string, limit: number): Budget | Promise<Budget>
  /** What `take` would return; takes nothing. */
  peek(key: string, limit: number): Budget | Promise<Budget>
  /** Resets the budget of `key`. */
  reset(key: string): void | Promise<void>
}

export interface Budget {
  allowed: boolean
  limit: number
  remaining: number
  /** epoch seconds when the full budget is available again */
  resetAt: number
  retryAfterSeconds: number
}

/** How much was taken within the window, and the first and last time. */
export interface Taken {
  count: number
  oldest: number
  newest: number
}

/** Unauthenticated clients must not fill the memory with keys: the least recently used go first. */
const MAX_KEYS = 100_000

export interface LocalRateLimiter extends RateLimiter {
  take(key: string, limit: number): Budget
  peek(key: string, limit: number): Budget
  reset(key: string): void
}

/** A sliding window: at most `limit` in any `windowSeconds` seconds. */
export function createRateLimiter(clock: Clock, windowSeconds = 60): LocalRateLimiter {
  const windowMs = windowSeconds * 1000
  const taken = new Map<string, number[]>()
  const timesOf = (key: string, now: number) => (taken.get(key) ?? []).filter((time) => time > now - windowMs)
  const describe = (times: readonly number[], now: number): Taken => ({
    count: times.length,
    oldest: times[0] ?? now,
    newest: times.at(-1) ?? now,
  })

  return {
    take(key, limit) {
      const now = clock.now()
      const times = timesOf(key, now)
      const allowed = times.length < limit
      if (allowed) times.push(now)
      taken.delete(key)
      taken.set(key, times)
      if (taken.size > MAX_KEYS) taken.delete(taken.keys().next().value!)
      return budgetOf(describe(times, now), allowed, limit, now, windowMs)
    },
    peek(key, limit) {
      const now = clock.now()
      const times = timesOf(key, now)
      return budgetOf(describe(times, now), times.length < limit, limit, now, windowMs)
    },
    reset: (key) => void taken.delete(key),
  }
}

export function budgetOf(
  { count, oldest, newest }: Taken,
  allowed: boolean,
  limit: number,
  now: number,
  windowMs: number,
): Budget {
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - count),
    resetAt: Math.ceil((newest + windowMs) / 1000),
    retryAfterSeconds: allowed ? 0 : (oldest + windowMs - now) / 1000,
  }
}
