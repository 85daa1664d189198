import type { Chat } from '../chat.ts'
import { findInBlocks, listInBlocks } from '../message-blocks/find-in-blocks.ts'
import { flagsChanged } from '../read-state/flag-events.ts'
import type { ListBetween, PlacedMessage } from '../read-state/move-read-mark.ts'
import { planReadChanges, storeReadChanges } from '../read-state/read-changes.ts'
import { findUnreadCandidates, listReadBetween } from '../read-state/unread-store.ts'
import { isWithin, periodsKey } from '../recipients/reception-periods.ts'
import type { Actor } from '../users/user.ts'

/** More of them are worth the whole way. */
const MOST_AT_ONCE = 500

/**
 * What everybody does all day: messages that they have received become read. What that changes is found out before the
 * transaction, from memory and by few questions; nobody waits there for anything but the commit. Answers with the messages
 * that were not read before; undefined: something else is asked for, or more than memory knows.
 */
export async function markReceivedAsRead(
  chat: Chat,
  { realm, user }: Actor,
  ids: readonly number[],
): Promise<readonly number[] | undefined> {
  const wanted = new Set(ids)
  if (wanted.size === 0 || wanted.size > MOST_AT_ONCE) return undefined
  const db = chat.database.read
  const periods = await chat.receptionPeriods.get(periodsKey(realm.id, user.id))
  const streamIds = [...periods.values()].flatMap(([period]) => period!.stream_id ?? [])
  const messages: PlacedMessage[] =
    findInBlocks(chat.messageBlocks, realm.id, streamIds, [...wanted]) ??
    (await findUnreadCandidates(db, realm.id, [...wanted]))
  const flags = await chat.knownFlags.get(realm.id, user.id)
  const isKnown = messages.every(
    ({ id, recipient_id }) =>
      id >= flags.from && periods.get(recipient_id)?.some((period) => isWithin(period, id)),
  )
  if (messages.length < wanted.size || !isKnown) return undefined
  const changed = messages
    .filter(({ id, stream_id, topic_key }) => !flags.state.isRead(id, stream_id, topic_key))
    .sort((one, other) => one.id - other.id)
  if (changed.length === 0) return []
  const listBetween: ListBetween = async (range) => {
    const streamId = periods.get(range.recipientId)?.[0]?.stream_id
    const isInMemory = streamId && range.after >= flags.from
    const known = isInMemory && listInBlocks(chat.messageBlocks, realm.id, streamId, range)
    if (!known) return listReadBetween(db, { realmId: realm.id, userId: user.id, ...range })
    return known.map(({ id, topic_key }) => ({ id, topic_key, read: flags.of(id)?.read ?? null }))
  }
  const changes = await planReadChanges(listBetween, true, changed, flags.state, periods)
  const changedIds = changed.map(({ id }) => id)
  await chat.transact(realm.id, async (transaction) => {
    await storeReadChanges(transaction.db, user, changedIds, changes)
    transaction.announce(flagsChanged(user.id, 'add', 'read', changedIds))
  })
  for (const { streamId, until, covered } of changes.moved) {
    const own = changed.filter(({ stream_id }) => stream_id === streamId).map(({ id }) => id)
    chat.knownFlags.moveMark(realm.id, user.id, streamId, until, [...own, ...covered])
  }
  return changedIds
}
