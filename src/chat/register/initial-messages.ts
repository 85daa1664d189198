import { findVisible } from '../narrows/find-visible.ts'
import { type Search, searchMessages } from '../narrows/search-store.ts'
import { Visibility } from '../narrows/visibility.ts'
import { listUnread } from '../read-state/list-unread.ts'
import { listFlaggedIds } from '../read-state/message-flag-store.ts'
import type { UnreadMessage } from '../read-state/unread-store.ts'
import { findNewestIdsByRecipient, listConversations } from '../recipients/conversation-store.ts'
import { loadPeriods } from '../recipients/reception-periods.ts'
import { loadMutes } from '../user-topics/mutes.ts'
import type { InitialPart } from './initial-context.ts'

const anything = { conditions: [], openRecipients: new Set<number>(), words: [] }

/** The newest message that the user has received. */
export const initialMaxMessageId: InitialPart = async ({ db, actor }) => {
  const periods = await loadPeriods(db, actor.realm.id, actor.user.id)
  const visibility = new Visibility(periods, anything.openRecipients)
  const find = (search: Search) => searchMessages(db, search)
  const [newest] = await findVisible(find, actor, anything, visibility, { direction: 'descending', limit: 1 })
  return { max_message_id: newest?.id ?? -1 }
}

export const initialUnread: InitialPart = async ({ db, actor }) => {
  const unread = await listUnread(db, actor.realm.id, actor.user.id)
  const mentioned = new Set(await listFlaggedIds(db, actor.realm.id, actor.user.id, 'mentioned'))
  const conversations = await listConversations(db, actor.realm.id, actor.user.id)
  const mutes = await loadMutes(db, actor.realm.id, actor.user.id)
  const inPrivate = unread.filter((message) => message.stream_id === null)
  const isGroup = (message: UnreadMessage) => (conversations.get(message.recipient_id)?.length ?? 0) > 2
  // A conversation of two goes by the other one, also where oneself has written last.
  const partner = (message: UnreadMessage) =>
    conversations.get(message.recipient_id)!.find((id) => id !== actor.user.id) ?? actor.user.id
  return {
    unread_msgs: {
      // Muted streams and topics are listed, since they can be looked at, but do not count.
      count: unread.filter(({ stream_id, topic_key }) => !mutes.isMuted(stream_id, topic_key)).length,
      pms: groupBy(
        inPrivate.filter((message) => !isGroup(message)),
        partner,
      ).map(([sender_id, group]) => ({ sender_id, unread_message_ids: idsOf(group) })),
      streams: groupBy(
        unread.filter((message) => message.stream_id !== null),
        ({ stream_id, topic_key }) => `${stream_id}:${topic_key}`,
      ).map(([_place, group]) => ({
        stream_id: group[0]!.stream_id,
        topic: group.at(-1)!.topic,
        unread_message_ids: idsOf(group),
        sender_ids: [...new Set(group.map(({ sender_id }) => sender_id))].sort((one, other) => one - other),
      })),
      huddles: groupBy(inPrivate.filter(isGroup), ({ recipient_id }) => recipient_id).map(
        ([recipientId, group]) => ({
          user_ids_string: conversations.get(recipientId)!.join(','),
          unread_message_ids: idsOf(group),
        }),
      ),
      mentions: idsOf(unread.filter((one) => mentioned.has(one.id) || one.mentions_everyone === 1)),
    },
  }
}

export const initialStarred: InitialPart = async ({ db, actor }) => ({
  starred_messages: await listFlaggedIds(db, actor.realm.id, actor.user.id, 'starred'),
})

/** Newest first. The user's own id is left out, as everywhere where conversations are told apart. */
export const initialConversations: InitialPart = async ({ db, actor }) => {
  const conversations = await listConversations(db, actor.realm.id, actor.user.id)
  const newest = await findNewestIdsByRecipient(db, actor.realm.id, [...conversations.keys()])
  return {
    recent_private_conversations: [...conversations]
      .filter(([id]) => newest.has(id))
      .map(([id, members]) => ({
        max_message_id: newest.get(id)!,
        user_ids: members.filter((member) => member !== actor.user.id),
      }))
      .sort((one, other) => other.max_message_id - one.max_message_id),
  }
}

const idsOf = (messages: readonly UnreadMessage[]) => messages.map(({ id }) => id)

/** In the order in which the groups begin. There may be thousands of messages in hundreds of groups. */
function groupBy<Key>(
  messages: readonly UnreadMessage[],
  keyOf: (message: UnreadMessage) => Key,
): [Key, UnreadMessage[]][] {
  const groups = new Map<Key, UnreadMessage[]>()
  for (const message of messages) {
    const key = keyOf(message)
    const group = groups.get(key)
    if (group) group.push(message)
    else groups.set(key, [message])
  }
  return [...groups]
}
