import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { User } from '../users/user.ts'
import { sessionsEnded } from './session-events.ts'
import { deleteSessions, listSessionOwners } from './session-store.ts'

/** Signs a user out everywhere, or everywhere but in one session, as part of the caller's transaction. */
export async function endSessionsOf(
  transaction: ChatTransaction,
  user: Pick<User, 'realm_id' | 'id'>,
  exceptSessionId?: number,
): Promise<void> {
  const ended = await deleteSessions(transaction.db, {
    realmId: user.realm_id,
    userId: user.id,
    ...(exceptSessionId !== undefined && { except: exceptSessionId }),
  })
  if (ended.length > 0) transaction.announce(sessionsEnded(user.id, ended))
}

/** Ends the sessions that began with a password. Announced even if there are none: streams that use the key are checked. */
export async function endPasswordSessions(
  transaction: ChatTransaction,
  user: Pick<User, 'realm_id' | 'id'>,
): Promise<void> {
  const about = { realmId: user.realm_id, userId: user.id, withPassword: true }
  transaction.announce(sessionsEnded(user.id, await deleteSessions(transaction.db, about)))
}

/** Signs everybody out. */
export async function endSessionsOfRealm(transaction: ChatTransaction, realmId: number): Promise<void> {
  for (const id of await listSessionOwners(transaction.db, realmId))
    await endSessionsOf(transaction, { realm_id: realmId, id })
}

/** Only sessions of this user; those of others are reported as not found. */
export function endSession(
  chat: ChatPlatform,
  user: Pick<User, 'realm_id' | 'id'>,
  sessionId: number,
): Promise<void> {
  return chat.transact(user.realm_id, async (transaction) => {
    const ended = await deleteSessions(transaction.db, {
      realmId: user.realm_id,
      userId: user.id,
      only: sessionId,
    })
    if (ended.length === 0) throw badRequest('Invalid session ID')
    transaction.announce(sessionsEnded(user.id, ended))
    await recordAudit(transaction, {
      action: 'session.ended',
      id: user.id,
      before: { session_id: sessionId },
    })
  })
}
