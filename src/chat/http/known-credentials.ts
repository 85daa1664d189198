import { type Readings, rememberReadings } from '../../platform/remember-readings.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { badRequest, unauthorized } from '../chat-error.ts'

export interface Credentials {
  emailKey: string
  keyHash: string
  /** They were right when they last came: somebody else's wrong guesses are not held against them. */
  proven: boolean
}

/** Reads Basic authentication headers, and remembers what the last ones said. */
export class KnownCredentials {
  readonly #readings: Readings<Credentials>

  constructor(secrets: Secrets) {
    this.#readings = rememberReadings({ kept: 50_000, longest: 500 }, (header) => {
      const { email, key } = parseHeader(header)
      return { emailKey: email.trim().toLowerCase(), keyHash: secrets.hash(key.trim()), proven: false }
    })
  }

  read(header: string): Credentials {
    return this.#readings.read(header)
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
