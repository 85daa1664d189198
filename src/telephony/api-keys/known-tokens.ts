import type { Secrets } from '../../platform/secrets.ts'

/** Clients send the same header with every request. */
const HEADERS_KEPT = 10_000
/** Longer ones are nobody's, and would only fill the memory. */
const LONGEST_HEADER = 300

/** Reads Bearer authentication headers, and remembers the hashes of the last ones. */
export class KnownTokens {
  readonly #secrets: Secrets
  readonly #hashes = new Map<string, string>()

  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  /** The hash by which the key is found; undefined: there is no token in it. */
  hashOf(header: string): string | undefined {
    const known = this.#hashes.get(header)
    if (known !== undefined) return known
    const token = /^Bearer +(\S+) *$/i.exec(header)?.[1]
    if (token === undefined) return undefined
    const hash = this.#secrets.hash(token)
    if (header.length > LONGEST_HEADER) return hash
    if (this.#hashes.size >= HEADERS_KEPT) this.#hashes.clear()
    this.#hashes.set(header, hash)
    return hash
  }
}
