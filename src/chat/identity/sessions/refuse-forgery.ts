import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../../../platform/secrets.ts'
import type { Chat } from '../../chat.ts'
import { ChatError } from '../../chat-error.ts'
import type { Realm } from '../realms/realm.ts'
import { realmUri } from '../realms/realm-addresses.ts'
import type { SessionsTable } from './sessions-table.ts'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What only pages of ours know. It follows from the session and our secret key, and is stored nowhere. */
export const csrfToken = ({ secrets }: Chat, session: SessionsTable) =>
  secrets.hash(`csrf token of ${session.token_hash}`)

/** A browser sends the cookie on its own, also when another site asks it to: so the page must say something, too. */
export function refuseForgery(
  chat: Chat,
  realm: Realm | undefined,
  session: SessionsTable,
  request: FastifyRequest,
): void {
  refuseOtherSites(chat, realm, request)
  if (harmless.has(request.method)) return
  const given = request.headers['x-csrftoken']
  if (typeof given !== 'string' || !isSameSecret(given, csrfToken(chat, session))) {
    throw forged('CSRF token missing or incorrect.')
  }
}

/** Browsers name the site that asks. Programs name none, and are nobody's victim. */
export function refuseOtherSites(
  { config: { publicUrl } }: Chat,
  realm: Realm | undefined,
  request: FastifyRequest,
): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  if (origin === new URL(realm ? realmUri(publicUrl, realm) : publicUrl).origin) return
  // The server under another of its names, as `localhost`; but never less safe than its public address.
  if (origin === `https://${host}`) return
  if (origin === `http://${host}` && publicUrl.startsWith('http:')) return
  throw forged('The request comes from another site.')
}

const forged = (reason: string) =>
  new ChatError(`CSRF Error: ${reason}`, { status: 403, code: 'CSRF_FAILED', extra: { reason } })
