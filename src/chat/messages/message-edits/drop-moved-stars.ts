import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { findUsers } from '../../identity/users/user-store.ts'
import type { Stream } from '../../streams/stream.ts'
import { flagsChanged } from '../flags/flag-events.ts'
import { dropEmptyFlags, listFlagsOf, setFlag } from '../flags/message-flag-store.ts'
import { findReach } from '../message-reach.ts'
import type { MessagesTable } from '../messages-table.ts'

/** Within the transaction that moved messages: users who can no longer read them lose their stars. */
export async function dropMovedStars(
  { db, announce }: ChatTransaction,
  realm: Realm,
  messages: readonly MessagesTable[],
  { id: stream_id, recipient_id }: Stream,
): Promise<void> {
  const ids = messages.map(({ id }) => id)
  const starred = (await listFlagsOf(db, realm.id, ids)).filter((row) => row.starred === 1)
  const owners = [...new Set(starred.map((row) => row.user_id))]
  for (const user of await findUsers(db, realm.id, owners)) {
    const own = starred
      .filter((row) => row.user_id === user.id)
      .map(({ message_id: id }) => ({ id, recipient_id, stream_id }))
    const { reach } = await findReach(db, { realm, user }, own)
    const lost = own
      .map(({ id }) => id)
      .filter((id) => !reach.has(id))
      .sort((one, other) => one - other)
    if (lost.length === 0) continue
    await setFlag(db, realm.id, user.id, lost, 'starred', false)
    await dropEmptyFlags(db, realm.id, user.id, lost)
    announce(flagsChanged(user.id, 'remove', 'starred', lost))
  }
}
