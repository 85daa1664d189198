import { badRequest, streamDoesNotExist, unauthorizedPrincipal } from '../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../chat-platform.ts'
import { may } from '../identity/permissions.ts'
import type { Actor, User } from '../identity/users/user.ts'
import { findPrincipals, type Principal } from '../people/find-principal.ts'
import type { Stream } from '../streams/stream.ts'
import { accessibleAmong } from '../streams/stream-access.ts'
import { findStreamsByName } from '../streams/stream-store.ts'
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
  principals: readonly Principal[],
): Promise<RemovedSubscriptions> {
  return chat.transact(actor.realm.id, (transaction) => removeWithin(transaction, actor, names, principals))
}

/** The same within a larger transaction. */
export async function removeWithin(
  transaction: ChatTransaction,
  actor: Actor,
  names: readonly string[],
  principals: readonly Principal[],
): Promise<RemovedSubscriptions> {
  const distinct = [...new Set(principals)]
  checkSubscriptionCount(new Set(names).size, distinct.length)
  const people = await findPeople(transaction.db, actor, distinct)
  const streams = await findStreamsToLeave(transaction.db, actor, names)
  const result: RemovedSubscriptions = { removed: [], notRemoved: [] }
  for (const stream of streams) {
    const left = await unsubscribeUsers(transaction, actor.realm, stream, people)
    if (left.length > 0) result.removed.push(stream.name)
    if (left.length < people.length) result.notRemoved.push(stream.name)
  }
  for (const user of people) await withdrawBotsOf(transaction, actor.realm, user)
  return result
}

async function findPeople(db: Db, actor: Actor, principals: readonly Principal[]): Promise<User[]> {
  if (principals.length === 0) return [actor.user]
  const people = new Map<number, User>()
  for (const [principal, user] of await findPrincipals(db, actor, principals)) {
    const isSelf = user?.id === actor.user.id
    if (!may(actor.user, 'leave streams, and take others out', isSelf))
      throw badRequest('This action requires administrative rights')
    if (!user) throw unauthorizedPrincipal(principal)
    people.set(user.id, user)
  }
  return [...people.values()]
}

/** Administrators can remove people from private streams that they are not in themselves. */
async function findStreamsToLeave(db: Db, actor: Actor, names: readonly string[]): Promise<Set<Stream>> {
  const known = await findStreamsByName(db, actor.realm.id, names)
  const streams = [...known.values()]
  const accessible = may(actor.user, 'leave streams, and take others out')
    ? new Set(streams)
    : await accessibleAmong(db, actor, streams)
  const found = names.map((name) => {
    const stream = known.get(name.trim().toLowerCase())
    if (!stream || !accessible.has(stream)) throw streamDoesNotExist(name)
    return stream
  })
  // A stream may be named in several spellings.
  return new Set(found)
}
