import { type CacheLimits, entriesWithin } from '../../../platform/cache.ts'
import { type Memoized, memoize } from '../../../platform/memoize.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { badRequest, unauthorized } from '../../chat-error.ts'

export interface Credentials {
  emailKey: string
  keyHash: string
  /** They were valid when last used, so wrong guesses of others do not count against them. */
  proven: boolean
}

/** Caches parsed Basic headers. Parsing never changes; validity is checked each time. */
export class CredentialsCache {
  readonly #credentials: Memoized<Credentials>

  constructor(secrets: Secrets, limits: CacheLimits) {
    this.#credentials = memoize({ entries: entriesWithin(limits, 50_000), longest: 500 }, (header) => {
      const { email, key } = parseHeader(header)
      return { emailKey: email.trim().toLowerCase(), keyHash: secrets.hash(key.trim()), proven: false }
    })
  }

  read(header: string): Credentials {
    return this.#credentials.read(header)
  }
}

function parseHeader(header: string): { email: string; key: string } {
  const [scheme, encoded, ...rest] = header.trim().split(/\s+/)
  if (encoded === undefined || rest.length > 0) {
    throw unauthorized('Invalid authorization header for basic auth')
  }
  if (scheme!.toLowerCase() !== 'basic') throw badRequest('This endpoint requires HTTP basic authentication.')
  const parts = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (parts.length !== 2) throw unauthorized('Invalid authorization header for basic auth')
  return { email: parts[0]!, key: parts[1]! }
}
