import type { ChatTransaction } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import type { User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import type { Stream } from '../streams/stream.ts'
import { accessStreamById } from '../streams/stream-access.ts'
import { findStream } from '../streams/stream-store.ts'
import { listSubscriberIds, listSubscriptionRows } from '../streams/subscriptions/subscription-store.ts'
import { unsubscribeUsers } from './unsubscribe-users.ts'

/**
 * Unsubscribes a bot from the streams that its owner can no longer read. Its event queues are notified as for any user.
 */
export async function withdrawBot(
  transaction: ChatTransaction,
  realm: Realm,
  bot: User,
  owner: User,
): Promise<void> {
  const { db } = transaction
  for (const { stream_id: streamId, active } of await listSubscriptionRows(db, realm.id, bot.id)) {
    const stream = active === 1 ? await findStream(db, realm.id, streamId) : undefined
    if (!stream || (await accessStreamById(db, { realm, user: owner }, streamId))) continue
    await unsubscribeUsers(transaction, realm, stream, [bot])
  }
}

/** Called when a stream has become private. */
export async function withdrawBotsFrom(
  transaction: ChatTransaction,
  realm: Realm,
  stream: Stream,
): Promise<void> {
  const { db } = transaction
  const ids = await listSubscriberIds(db, realm.id, stream.id)
  const here = await usersTable.list(db, { realm_id: realm.id, id: ids })
  for (const bot of here.filter((user) => user.bot_owner_id !== null)) {
    const owner = await usersTable.find(db, { realm_id: realm.id, id: bot.bot_owner_id! })
    if (owner) await withdrawBot(transaction, realm, bot, owner)
  }
}

/** Deactivated bots are withdrawn when they are reactivated (accounts/reactivate-user.ts). */
export async function withdrawBotsOf(transaction: ChatTransaction, realm: Realm, owner: User): Promise<void> {
  for (const bot of await usersTable.list(transaction.db, { realm_id: realm.id, bot_owner_id: owner.id })) {
    if (bot.is_active) await withdrawBot(transaction, realm, bot, owner)
  }
}
