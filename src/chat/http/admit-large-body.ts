import type { FastifyReply, FastifyRequest } from 'fastify'
import { createTurns, TooManyWaiting } from '../../platform/limited-turns.ts'
import type { Chat } from '../chat.ts'
import { badRequest, tooMany } from '../chat-error.ts'
import { authenticate } from './authenticate.ts'
import { requestRealm } from './request-realm.ts'

/** What every endpoint takes without asking. */
const USUAL_BYTES = 1_048_576

/**
 * A body is in memory as a whole, and a form several times while it is taken apart. So only a few large ones are
 * read at once; the others wait before the first byte is read, and nobody can take all the turns.
 */
const turns = createTurns({ atOnce: 4, each: 2, waiting: 100 })

/** Before the body is read: strangers are refused already here, so that they cannot fill the memory. */
export function admitLargeBody(chat: Chat) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isLarge(request)) return
    const realm = await requestRealm(chat, request)
    const { user } = await authenticate(chat, realm, request)
    const done = await turns.take(`${user.realm_id}:${user.id}`).catch((error: unknown) => {
      throw error instanceof TooManyWaiting ? tooMany({ retryAfterSeconds: 5 }) : error
    })
    if (request.raw.destroyed) {
      done()
      throw badRequest('The connection was closed')
    }
    reply.raw.once('finish', done)
    reply.raw.once('close', done)
  }
}

/** Who does not say how much is coming may mean anything. */
function isLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > USUAL_BYTES
}
