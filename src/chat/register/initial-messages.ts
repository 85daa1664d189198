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
  return {
    unread_msgs: {
      // Muted streams and topics are listed, since they can be looked at, but do not count.
      count: unread.filter(({ stream_id, topic_key }) => !mutes.isMuted(stream_id, topic_key)).length,
      pms: groupBy(
        inPrivate.filter((message) => !isGroup(message)),
        (message) => {
          // A conversation of two goes by the other one, also where oneself has written last.
          const other = conversations.get(message.recipient_id)!.find((id) => id !== actor.user.id)
          return { sender_id: other ?? actor.user.id }
        },
      ),
      streams: groupBy(
        unread.filter((message) => message.stream_id !== null),
        (message) => ({ stream_id: message.stream_id, topic: message.topic_key }),
      ).map((group) => ({
        ...group,
        topic: unread.find((message) => message.id === group.unread_message_ids.at(-1))!.topic,
        sender_ids: senders(unread, group.unread_message_ids),
      })),
      huddles: groupBy(inPrivate.filter(isGroup), (message) => ({
        user_ids_string: conversations.get(message.recipient_id)!.join(','),
      })),
      mentions: unread
        .filter((one) => mentioned.has(one.id) || one.mentions_everyone === 1)
        .map((one) => one.id),
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

function groupBy<Key extends object>(
  messages: readonly UnreadMessage[],
  keyOf: (message: UnreadMessage) => Key,
) {
  const groups = new Map<string, Key & { unread_message_ids: number[] }>()
  for (const message of messages) {
    const key = keyOf(message)
    const text = JSON.stringify(key)
    const group = groups.get(text)
    if (group) group.unread_message_ids.push(message.id)
    else groups.set(text, { ...key, unread_message_ids: [message.id] })
  }
  return [...groups.values()]
}

function senders(unread: readonly UnreadMessage[], ids: readonly number[]): number[] {
  const wanted = new Set(ids)
  const found = unread.filter((message) => wanted.has(message.id)).map((message) => message.sender_id)
  return [...new Set(found)].sort((one, other) => one - other)
}
