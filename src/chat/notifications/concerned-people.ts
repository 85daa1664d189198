import type { Db } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import { settingsOf } from '../identity/users/user-settings.ts'
import { listFlagsAmong, listFlagsOf } from '../messages/flags/message-flag-store.ts'
import { loadReadRangesOf } from '../messages/flags/read-range-store.ts'
import { findReach } from '../messages/message-reach.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import type { People } from '../people/people.ts'
import { findRecipients, membersOf } from '../streams/recipients/recipient-store.ts'
import { findSubscriptionRows, listSubscriberIds } from '../streams/subscriptions/subscription-store.ts'
import { loadMutes } from '../streams/topic-visibility/mutes.ts'
import type { NotifiedMessage } from './notification-mark-store.ts'

/** By message: the people who got it privately or are mentioned, except for its sender. */
export async function findConcerned(
  db: Db,
  realmId: number,
  messages: readonly NotifiedMessage[],
): Promise<Map<number, Set<number>>> {
  const conversations = messages.filter((message) => message.stream_id === null)
  const recipients = await findRecipients(
    db,
    realmId,
    conversations.map((message) => message.recipient_id),
  )
  const members = new Map(recipients.map((recipient) => [recipient.id, membersOf(recipient)]))
  const flags = await listFlagsOf(
    db,
    realmId,
    messages.map((message) => message.id),
  )
  const concerned = new Map<number, Set<number>>()
  for (const { id, sender_id, recipient_id, stream_id, mentions_everyone } of messages) {
    const mentioned = flags.filter((row) => row.message_id === id && row.mentioned).map((row) => row.user_id)
    const everyone =
      stream_id === null
        ? (members.get(recipient_id) ?? [])
        : mentions_everyone
          ? await listSubscriberIds(db, realmId, stream_id)
          : []
    const all = new Set([...mentioned, ...everyone])
    all.delete(sender_id)
    if (all.size > 0) concerned.set(id, all)
  }
  return concerned
}

/**
 * Whether a person is to be notified of a message now: they may read it, have not yet, have not muted its sender, and it
 * is private or mentions them where they have not muted it.
 */
export async function isConcerned(chat: People, actor: Actor, message: MessagesTable): Promise<boolean> {
  const db = chat.database.read
  const { realm_id: realmId, id, stream_id: streamId, recipient_id: recipientId } = message
  const { user } = actor
  const mutedBy = (await chat.mutings.require(realmId)).get(message.sender_id) ?? []
  if (mutedBy.includes(user.id)) return false
  const { reach } = await findReach(db, actor, [message])
  if (reach.get(id) !== 'receiving') return false
  const read = await loadReadRangesOf(db, realmId, user.id, [recipientId])
  if (read.get(recipientId)?.has(id)) return false
  if (streamId === null) return true
  if ((await loadMutes(db, realmId, user.id)).isMuted(streamId, message.topic_key)) return false
  const [flags] = await listFlagsAmong(db, realmId, user.id, [id])
  if (flags?.mentioned) return true
  if (!message.mentions_everyone) return false
  const [subscription] = await findSubscriptionRows(db, realmId, streamId, [user.id])
  return Boolean(subscription?.wildcard_mentions_notify ?? settingsOf(user).wildcard_mentions_notify)
}

/** When one of their clients last reported that they were using it, in epoch seconds; 0: never. */
export async function lastActiveAt(chat: People, realmId: number, userId: number): Promise<number> {
  const { byUser } = await chat.presences.get(realmId)
  const active = [...(byUser.get(userId)?.values() ?? [])].filter(({ status }) => status === 'active')
  return Math.max(0, ...active.map(({ timestamp }) => timestamp))
}
