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

/** In order, from `start` on: a large limit must not cost a copy of the list for each request. */
interface Times {
  list: number[]
  start: number
}

function dropUntil(times: Times, past: number): void {
  const { list } = times
  while (times.start < list.length && list[times.start]! <= past) times.start += 1
  if (times.start * 2 > list.length || times.start === list.length) {
    times.list = list.slice(times.start)
    times.start = 0
  }
}

/** A sliding window: at most `limit` in any `windowSeconds` seconds. */
export function createRateLimiter(clock: Clock, windowSeconds = 60): LocalRateLimiter {
  const windowMs = windowSeconds * 1000
  const taken = new Map<string, Times>()
  const timesOf = (key: string, now: number) => {
    const times = taken.get(key) ?? { list: [], start: 0 }
    dropUntil(times, now - windowMs)
    return times
  }
  const countOf = ({ list, start }: Times) => list.length - start
  const describe = (times: Times, now: number): Taken => ({
    count: countOf(times),
    oldest: times.list[times.start] ?? now,
    newest: times.list.at(-1) ?? now,
  })

  return {
    take(key, limit) {
      const now = clock.now()
      const times = timesOf(key, now)
      const allowed = countOf(times) < limit
      if (allowed) times.list.push(now)
      taken.delete(key)
      taken.set(key, times)
      if (taken.size > MAX_KEYS) taken.delete(taken.keys().next().value!)
      return budgetOf(describe(times, now), allowed, limit, now, windowMs)
    },
    peek(key, limit) {
      const now = clock.now()
      const times = timesOf(key, now)
      return budgetOf(describe(times, now), countOf(times) < limit, limit, now, windowMs)
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
