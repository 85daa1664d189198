import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { flagsChanged } from '../../messages/flags/flag-events.ts'
import {
  dropEmptyFlags,
  listStarOwnersIn,
  listStars,
  setFlag,
} from '../../messages/flags/message-flag-store.ts'
import { findReach } from '../../messages/message-reach.ts'

/** Within a transaction in which a user loses access to messages: of one stream, or (undefined) of any. */
export async function dropLostStars(
  { db, announce }: ChatTransaction,
  actor: Actor,
  streamId: number | undefined,
): Promise<void> {
  const { realm, user } = actor
  const stars = await listStars(db, realm.id, user.id, streamId)
  const { reach } = await findReach(db, actor, stars)
  const lost = stars.map(({ id }) => id).filter((id) => !reach.has(id))
  if (lost.length === 0) return
  await setFlag(db, realm.id, user.id, lost, 'starred', false)
  await dropEmptyFlags(db, realm.id, user.id, lost)
  announce(flagsChanged(user.id, 'remove', 'starred', lost))
}

/** The same for all users who starred a message in the stream. */
export async function dropEverybodysLostStars(
  transaction: ChatTransaction,
  realm: Realm,
  streamId: number,
): Promise<void> {
  const ids = await listStarOwnersIn(transaction.db, realm.id, streamId)
  for (const user of await usersTable.list(transaction.db, { realm_id: realm.id, id: ids })) {
    await dropLostStars(transaction, { realm, user }, streamId)
  }
}
