import type { ChatPlatform } from '../../chat-platform.ts'
import type { User } from '../users/user.ts'
import { recordAudit } from './record-audit.ts'

/**
 * A failed attempt to sign in to an account that exists. Nobody waits for it: the time of the response must not reveal
 * that there is such an account.
 */
export function recordRefusedSignIn(chat: ChatPlatform, { realm_id, id }: User, reason: string): void {
  chat
    .transact(realm_id, (transaction) =>
      recordAudit(transaction, { action: 'session.refused', id, after: { reason } }),
    )
    .catch((error) => chat.log.warn({ err: error }, 'a refused sign-in could not be recorded'))
}

/** A program or the mobile app gets the API key of a person, who has proven who they are. */
export const recordKeyFetched = (
  chat: ChatPlatform,
  { realm_id, id }: User,
  method: 'password' | 'token' | 'provider',
): Promise<void> =>
  chat.transact(realm_id, (transaction) =>
    recordAudit(transaction, { action: 'session.api_key_fetched', id, actorId: id, after: { method } }),
  )
