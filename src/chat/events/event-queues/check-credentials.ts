import { type Clock, secondsOf } from '../../../platform/clock.ts'
import type { Db } from '../../chat-platform.ts'
import { findRealm } from '../../identity/realms/realm-store.ts'
import { isOver } from '../../identity/sessions/session.ts'
import { findSessionByHash } from '../../identity/sessions/session-store.ts'
import { findUser } from '../../identity/users/user-store.ts'
import type { EndReason, Receiver } from './live-queue.ts'

/** The reason to end a receiver, if its credential is no longer valid. */
export async function checkCredentials(
  db: Db,
  clock: Clock,
  { queue: { viewer }, credential }: Receiver,
): Promise<EndReason | undefined> {
  const realm = await findRealm(db, viewer.realmId)
  const user = await findUser(db, viewer.realmId, viewer.userId)
  if (!realm || realm.deactivated || !user?.is_active) return 'account_deactivated'
  if (credential.sessionHash === undefined) {
    return user.api_key_hash === credential.keyHash ? undefined : 'signed_out'
  }
  const session = await findSessionByHash(db, credential.sessionHash)
  return session && !isOver(session, secondsOf(clock)) ? undefined : 'signed_out'
}
