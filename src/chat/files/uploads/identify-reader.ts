import type { FastifyRequest } from 'fastify'
import type { Chat } from '../../chat.ts'
import { unauthorized } from '../../chat-error.ts'
import { authenticate } from '../../identity/calls/authenticate.ts'
import { requestRealm } from '../../identity/calls/request-realm.ts'
import { type Actor, INCOMING_WEBHOOK_BOT } from '../../identity/users/user.ts'

/** Who asks for a file, which is not an endpoint of the API but has the same doors. */
export async function identifyReader(chat: Chat, request: FastifyRequest): Promise<Actor> {
  const realm = await requestRealm(chat, request)
  const { user } = await authenticate(chat, realm, request)
  if (user.bot_type === INCOMING_WEBHOOK_BOT) {
    throw unauthorized('This API is not available to incoming webhook bots.')
  }
  return { realm: realm!, user }
}
