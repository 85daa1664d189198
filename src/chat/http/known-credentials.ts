import type { Secrets } from '../../platform/secrets.ts'
import { badRequest, unauthorized } from '../chat-error.ts'

export interface Credentials {
  emailKey: string
  keyHash: string
  /** They were right when they last came: somebody else's wrong guesses are not held against them. */
  proven: boolean
}

/** Clients send the same header with every request; reading it anew costs as much as finding the route. */
const HEADERS_KEPT = 50_000
/** Longer ones are nobody's, and would only fill the memory. */
const LONGEST_HEADER = 500

/** Reads Basic authentication headers, and remembers what the last ones said. */
export class KnownCredentials {
  readonly #secrets: Secrets
  readonly #known = new Map<string, Credentials>()

  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  /** The hash of their key, if they came before and were right. */
  provenKey(header: string): string | undefined {
    const known = this.#known.get(header)
    return known?.proven ? known.keyHash : undefined
  }

  read(header: string): Credentials {
    const known = this.#known.get(header)
    if (known) return known
    const { email, key } = parseHeader(header)
    const credentials = {
      emailKey: email.trim().toLowerCase(),
      keyHash: this.#secrets.hash(key.trim()),
      proven: false,
    }
    if (header.length > LONGEST_HEADER) return credentials
    if (this.#known.size >= HEADERS_KEPT) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(header, credentials)
    return credentials
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
