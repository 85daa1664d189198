import { ECDH } from 'node:crypto'
import { badRequest } from '../chat-error.ts'
import type { ChatConfig } from '../chat-platform.ts'

/** What a browser gives away when it subscribes (RFC 8291): where to send, and how to encrypt. */
export interface PushTarget {
  endpoint: string
  /** its public key and its secret, in base64url */
  p256dh: string
  auth: string
}

const URL_LIMIT = 2000

/** The address that the name of the push service resolves to is checked at each request, as DNS can change. */
export function checkPushTarget({ webhooksToPrivateNetworks: inside }: ChatConfig, target: PushTarget): void {
  const { endpoint, p256dh, auth } = target
  const fits = endpoint.length <= URL_LIMIT && URL.canParse(endpoint)
  const { protocol, username, password } = new URL(fits ? endpoint : 'none:')
  const isSecure = protocol === 'https:' || (inside && protocol === 'http:')
  if (!isSecure || username !== '' || password !== '') throw badRequest('endpoint is not an https URL')
  if (!isPoint(p256dh)) throw badRequest('p256dh is not a P-256 public key in base64url')
  if (!isBase64url(auth) || Buffer.from(auth, 'base64url').length !== 16) {
    throw badRequest('auth is not a secret of 16 bytes in base64url')
  }
}

const isBase64url = (text: string) => /^[\w-]{1,100}$/.test(text)

function isPoint(text: string): boolean {
  const bytes = isBase64url(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  if (bytes.length !== 65) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}
