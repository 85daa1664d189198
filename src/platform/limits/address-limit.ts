import type { Clock } from '../clock.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** What an address may take. */
export interface AddressLimit {
  /** open at once, to this server; 0: no limit */
  readonly connections: number
  /** 0: no limit */
  readonly perMinute: number
  readonly limiter: RateLimiter
  readonly clock: Clock
}
