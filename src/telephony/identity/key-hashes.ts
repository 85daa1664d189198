import { type CacheLimits, entriesWithin } from '../../platform/cache.ts'
import { type Memoized, memoize } from '../../platform/memoize.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** The hash that identifies the API key in a Bearer authorization header; undefined if it has none. */
export const createKeyHashes = (secrets: Secrets, limits: CacheLimits): Memoized<string | undefined> =>
  memoize({ entries: entriesWithin(limits, 10_000), longest: 300 }, (header) => {
    const token = /^Bearer +(\S+) *$/i.exec(header)?.[1]
    return token === undefined ? undefined : secrets.hash(token)
  })
