import type { ChatTransaction } from '../chat.ts'
import type { Realm } from '../identity/realms/realm.ts'
import type { User } from '../identity/users/user.ts'
import { findUser, findUsers, listBotsOf } from '../identity/users/user-store.ts'
import type { Stream } from '../streams/stream.ts'
import { accessStreamById } from '../streams/stream-access.ts'
import { findStream } from '../streams/stream-store.ts'
import { listSubscriberIds, listSubscriptionRows } from '../streams/subscriptions/subscription-store.ts'
import { unsubscribeUsers } from './unsubscribe-users.ts'

/** A bot leaves the streams that its owner cannot read now. Its open queues hear of it as a person's do. */
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

/** Of a stream that has become private. */
export async function withdrawBotsFrom(
  transaction: ChatTransaction,
  realm: Realm,
  stream: Stream,
): Promise<void> {
  const { db } = transaction
  const ids = await listSubscriberIds(db, realm.id, stream.id)
  const here = await findUsers(db, realm.id, ids)
  for (const bot of here.filter((user) => user.bot_owner_id !== null)) {
    const owner = await findUser(db, realm.id, bot.bot_owner_id!)
    if (owner) await withdrawBot(transaction, realm, bot, owner)
  }
}

/** Those that are switched off are withdrawn when they come back (accounts/reactivate-user.ts). */
export async function withdrawBotsOf(transaction: ChatTransaction, realm: Realm, owner: User): Promise<void> {
  for (const bot of await listBotsOf(transaction.db, realm.id, owner.id)) {
    if (bot.is_active) await withdrawBot(transaction, realm, bot, owner)
  }
}
