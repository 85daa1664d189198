import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../../../platform/secrets/secrets.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { realmUri } from '../realm-addresses.ts'
import type { Realm } from '../realms/realm.ts'
import type { SessionsTable } from './sessions-table.ts'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Known only to our own pages. Derived from the session and the secret key, not stored. */
export const csrfToken = ({ secrets }: ChatPlatform, session: SessionsTable) =>
  secrets.hash(`csrf token of ${session.token_hash}`)

/** Browsers send the cookie even when another site makes the request, so the page must also send a token. */
export function refuseForgery(
  chat: ChatPlatform,
  realm: Realm | undefined,
  session: SessionsTable,
  request: Pick<FastifyRequest, 'headers' | 'method'>,
): void {
  refuseOtherSites(chat, realm, request)
  if (harmless.has(request.method)) return
  const given = request.headers['x-csrftoken']
  if (typeof given !== 'string' || !isSameSecret(given, csrfToken(chat, session))) {
    throw forged('CSRF token missing or incorrect.')
  }
}

/** Browsers send the origin of the request. Programs send none and cannot be tricked into requests. */
export function refuseOtherSites(
  { config: { publicUrl } }: ChatPlatform,
  realm: Realm | undefined,
  request: Pick<FastifyRequest, 'headers'>,
): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  if (origin === new URL(realm ? realmUri(publicUrl, realm) : publicUrl).origin) return
  // The server may be reached under another name, such as `localhost`, but never over a less secure scheme than its
  // public URL.
  if (origin === `https://${host}`) return
  if (origin === `http://${host}` && publicUrl.startsWith('http:')) return
  throw forged('The request comes from another site.')
}

const forged = (reason: string) =>
  new ChatError(`CSRF Error: ${reason}`, { status: 403, code: 'CSRF_FAILED', extra: { reason } })
