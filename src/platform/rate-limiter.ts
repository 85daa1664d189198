import type { Clock } from './clock.ts'

export interface RateLimiter {
  /** Takes one from the budget of `key`. */
  take(key: string, limit: number): Budget
  /** What `take` would answer; takes nothing. */
  look(key: string, limit: number): Budget
  /** The budget of `key` is whole again. */
  forget(key: string): void
}

export interface Budget {
  allowed: boolean
  limit: number
  remaining: number
  /** epoch seconds when the budget is whole again */
  resetAt: number
  retryAfterSeconds: number
}

/** Strangers must not fill the memory with keys; the longest unused go first. */
const KEYS_KEPT = 100_000

/** A sliding window: at most `limit` in any so many seconds. */
export function createRateLimiter(clock: Clock, windowSeconds = 60): RateLimiter {
  const windowMs = windowSeconds * 1000
  const taken = new Map<string, number[]>()
  const timesOf = (key: string, now: number) => (taken.get(key) ?? []).filter((time) => time > now - windowMs)

  function budgetOf(times: readonly number[], allowed: boolean, limit: number, now: number): Budget {
    const oldest = times[0] ?? now
    return {
      allowed,
      limit,
      remaining: limit - times.length,
      resetAt: Math.ceil(((times.at(-1) ?? now) + windowMs) / 1000),
      retryAfterSeconds: allowed ? 0 : (oldest + windowMs - now) / 1000,
    }
  }

  return {
    take(key, limit) {
      const now = clock.now()
      const times = timesOf(key, now)
      const allowed = times.length < limit
      if (allowed) times.push(now)
      taken.delete(key)
      taken.set(key, times)
      if (taken.size > KEYS_KEPT) taken.delete(taken.keys().next().value!)
      return budgetOf(times, allowed, limit, now)
    },
    look(key, limit) {
      const now = clock.now()
      const times = timesOf(key, now)
      return budgetOf(times, times.length < limit, limit, now)
    },
    forget: (key) => void taken.delete(key),
  }
}
