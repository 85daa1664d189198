import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../../chat-error.ts'
import { authenticate, authenticateByKey } from '../../identity/calls/authenticate.ts'
import { requestRealm } from '../../identity/calls/request-realm.ts'
import type { Identity } from '../../identity/identity.ts'
import { type Actor, INCOMING_WEBHOOK_BOT } from '../../identity/users/user.ts'

/**
 * Authenticates the reader of a file. Files are not API endpoints, but accept the same credentials, and the API key as a
 * parameter: mobile clients put it into the address of a picture.
 */
export async function identifyReader(chat: Identity, request: FastifyRequest): Promise<Actor> {
  const realm = await requestRealm(chat, request)
  const { api_key: key } = request.query as { api_key?: unknown }
  const byKey = typeof key === 'string' && request.headers.authorization === undefined
  const { user } = byKey
    ? await authenticateByKey(chat, realm, key, request)
    : await authenticate(chat, realm, request)
  if (user.bot_type === INCOMING_WEBHOOK_BOT) {
    throw unauthorized('This API is not available to incoming webhook bots.')
  }
  return { realm: realm!, user }
}
