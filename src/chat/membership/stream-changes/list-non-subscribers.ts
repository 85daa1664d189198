import type { Db } from '../../chat-platform.ts'
import { isAdministrator, isGuest } from '../../identity/users/user.ts'
import { listUsers } from '../../identity/users/user-store.ts'
import type { Stream } from '../../streams/stream.ts'
import { listSettingOwners } from '../../streams/subscriptions/subscription-store.ts'

/**
 * Users who see the stream only while it is public: members, including deactivated ones, who are neither subscribed nor
 * administrators.
 */
export async function listNonSubscribers(db: Db, stream: Stream): Promise<number[]> {
  const subscribers = new Set(await listSettingOwners(db, stream.realm_id, stream.id, true))
  const users = await listUsers(db, stream.realm_id)
  return users
    .filter((user) => !isAdministrator(user) && !isGuest(user) && !subscribers.has(user.id))
    .map((user) => user.id)
}

/** Former subscribers who can still see the stream. Their clients keep its settings. */
export async function listFormerSubscribers(db: Db, stream: Stream): Promise<number[]> {
  const left = new Set(await listSettingOwners(db, stream.realm_id, stream.id, false))
  if (left.size === 0) return []
  const users = await listUsers(db, stream.realm_id)
  return users
    .filter((user) => left.has(user.id) && user.is_active)
    .filter((user) => isAdministrator(user) || (stream.invite_only === 0 && !isGuest(user)))
    .map((user) => user.id)
}
