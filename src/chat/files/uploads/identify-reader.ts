import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../../chat-error.ts'
import { authenticate } from '../../identity/calls/authenticate.ts'
import { requestRealm } from '../../identity/calls/request-realm.ts'
import type { Identity } from '../../identity/identity.ts'
import { type Actor, INCOMING_WEBHOOK_BOT } from '../../identity/users/user.ts'

/** Authenticates the reader of a file. Files are not API endpoints, but accept the same credentials. */
export async function identifyReader(chat: Identity, request: FastifyRequest): Promise<Actor> {
  const realm = await requestRealm(chat, request)
  const { user } = await authenticate(chat, realm, request)
  if (user.bot_type === INCOMING_WEBHOOK_BOT) {
    throw unauthorized('This API is not available to incoming webhook bots.')
  }
  return { realm: realm!, user }
}
