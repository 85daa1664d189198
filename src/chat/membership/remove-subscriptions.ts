import { badRequest, streamDoesNotExist, unauthorizedPrincipal } from '../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import { type Actor, isAdministrator, type User } from '../identity/users/user.ts'
import { findPrincipal } from '../people/find-principal.ts'
import type { Stream } from '../streams/stream.ts'
import { isOpenTo } from '../streams/stream-access.ts'
import { findStreamByName } from '../streams/stream-store.ts'
import { isSubscribed } from '../streams/subscriptions/subscription-store.ts'
import { checkSubscriptionCount } from './check-subscription-count.ts'
import { unsubscribeUsers } from './unsubscribe-users.ts'
import { withdrawBotsOf } from './withdraw-bot.ts'

export interface RemovedSubscriptions {
  removed: string[]
  notRemoved: string[]
}

export function removeSubscriptions(
  chat: ChatPlatform,
  actor: Actor,
  names: readonly string[],
  principals: readonly (string | number)[],
): Promise<RemovedSubscriptions> {
  return chat.transact(actor.realm.id, (transaction) => removeWithin(transaction, actor, names, principals))
}

/** The same within a larger transaction. */
export async function removeWithin(
  transaction: ChatTransaction,
  actor: Actor,
  names: readonly string[],
  principals: readonly (string | number)[],
): Promise<RemovedSubscriptions> {
  checkSubscriptionCount(names.length, principals.length)
  const people = await findPeople(transaction, actor, principals)
  // By id, because a stream may be named in several spellings.
  const streams = new Map<number, Stream>()
  for (const name of new Set(names)) {
    const stream = await findStreamToLeave(transaction, actor, name)
    streams.set(stream.id, stream)
  }
  const result: RemovedSubscriptions = { removed: [], notRemoved: [] }
  for (const stream of streams.values()) {
    const left = await unsubscribeUsers(transaction, actor.realm, stream, people)
    if (left.length > 0) result.removed.push(stream.name)
    if (left.length < people.length) result.notRemoved.push(stream.name)
  }
  for (const user of people) await withdrawBotsOf(transaction, actor.realm, user)
  return result
}

async function findPeople(
  transaction: ChatTransaction,
  actor: Actor,
  principals: readonly (string | number)[],
): Promise<User[]> {
  if (principals.length === 0) return [actor.user]
  const people = new Map<number, User>()
  for (const principal of principals) {
    const user = await findPrincipal(transaction.db, actor, principal)
    const isSelf = user?.id === actor.user.id
    if (!isSelf && !isAdministrator(actor.user))
      throw badRequest('This action requires administrative rights')
    if (!user) throw unauthorizedPrincipal(principal)
    people.set(user.id, user)
  }
  return [...people.values()]
}

/** Administrators can remove people from private streams that they are not in themselves. */
async function findStreamToLeave(transaction: ChatTransaction, actor: Actor, name: string): Promise<Stream> {
  const stream = await findStreamByName(transaction.db, actor.realm.id, name)
  const isKnown =
    stream &&
    (isAdministrator(actor.user) ||
      isOpenTo(actor, stream) ||
      (await isSubscribed(transaction.db, actor.realm.id, actor.user.id, stream.id)))
  if (!isKnown) throw streamDoesNotExist(name)
  return stream
}
