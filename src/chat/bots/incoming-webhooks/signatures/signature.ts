import { createHmac, timingSafeEqual } from 'node:crypto'

/** A request as the service signed it. */
export interface SignedRequest {
  /** with lower-case names */
  headers: Readonly<Record<string, unknown>>
  /** the raw body */
  body: string
  /** the address that the service called, with the query */
  url: string
}

/** How a service proves that a request comes from it, with a secret that both sides know. */
export interface Signature {
  header: string
  /** where the secret is from, for the documentation; after "The secret is" */
  secret: string
  isValid(request: SignedRequest, secret: string): boolean
  /** when the service signed it, in milliseconds; NaN: it does not say; absent: the service signs no time */
  signedAt?(request: SignedRequest): number
  /** The header with which the service brings a secret of its own when a webhook is created; it expects it back. */
  handshake?: string
}

interface HmacOptions extends Pick<Signature, 'header' | 'secret' | 'handshake' | 'signedAt'> {
  algorithm?: 'sha1' | 'sha256'
  encoding?: 'hex' | 'base64'
  /** before each signature; others in the header are ignored */
  prefix?: string
  /** what is signed, if it is more than the body */
  signed?(request: SignedRequest): string
}

/** The header contains signatures, separated by commas, while a service changes its secret. */
export function hmacSignature(options: HmacOptions): Signature {
  const { header, secret, handshake, signedAt, algorithm = 'sha256', encoding = 'hex', prefix = '' } = options
  const { signed = ({ body }) => body } = options
  return {
    header,
    secret,
    ...(handshake !== undefined && { handshake }),
    ...(signedAt && { signedAt }),
    isValid(request, key) {
      const expected = createHmac(algorithm, key).update(signed(request)).digest(encoding)
      return headerOf(request, header)
        .split(',', SIGNATURES_LIMIT)
        .map((part) => part.trim())
        .some((part) => part.startsWith(prefix) && isSame(part.slice(prefix.length), expected))
    },
  }
}

const SIGNATURES_LIMIT = 10

/** The service sends the secret itself. */
export const tokenSignature = (header: string, secret: string): Signature => ({
  header,
  secret,
  isValid: (request, key) => isSame(headerOf(request, header), key),
})

export function headerOf({ headers }: SignedRequest, name: string): string {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' ? value : ''
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
