import type { Clock } from './clock.ts'

export interface RateLimiter {
  /** Takes one from the budget of `key`. */
  take(key: string, limit: number): Budget
}

export interface Budget {
  allowed: boolean
  limit: number
  remaining: number
  /** epoch seconds when the budget is whole again */
  resetAt: number
  retryAfterSeconds: number
}

const WINDOW_MS = 60_000
/** Strangers must not fill the memory with keys; the longest unused go first. */
const KEYS_KEPT = 100_000

/** A sliding window: at most `limit` in any 60 seconds. */
export function createRateLimiter(clock: Clock): RateLimiter {
  const taken = new Map<string, number[]>()
  return {
    take(key, limit) {
      const now = clock.now()
      const times = (taken.get(key) ?? []).filter((time) => time > now - WINDOW_MS)
      const allowed = times.length < limit
      if (allowed) times.push(now)
      taken.delete(key)
      taken.set(key, times)
      if (taken.size > KEYS_KEPT) taken.delete(taken.keys().next().value!)
      const oldest = times[0] ?? now
      return {
        allowed,
        limit,
        remaining: limit - times.length,
        resetAt: Math.ceil(((times.at(-1) ?? now) + WINDOW_MS) / 1000),
        retryAfterSeconds: allowed ? 0 : (oldest + WINDOW_MS - now) / 1000,
      }
    },
  }
}
