import { findVisible } from '../history/find-visible.ts'
import { snapshotSource } from '../history/message-source.ts'
import { unreadRanges } from '../history/read-state/unread-ranges.ts'
import { listUnread, type UnreadMessage } from '../history/read-state/unread-store.ts'
import { visibleScope } from '../history/search-scope.ts'
import { listFlaggedIds } from '../messages/flags/message-flag-store.ts'
import { loadReadRanges } from '../messages/flags/read-range-store.ts'
import type { InitialPart } from '../people/initial-context.ts'
import { findNewestIdsByRecipient, listConversations } from '../streams/recipients/conversation-store.ts'
import { loadReceptions } from '../streams/recipients/receptions.ts'
import { loadMutes } from '../streams/topic-visibility/mutes.ts'

/** Only the newest are listed, as in other servers with this API. */
const UNREAD_LIMIT = 50_000

/** The newest message that the user has received. */
export const initialMaxMessageId: InitialPart = async ({ db, actor: { realm, user } }) => {
  const receptions = await loadReceptions(db, realm.id, user.id)
  const [newest] = await findVisible(snapshotSource(db, realm.id), visibleScope(receptions), {
    realmId: realm.id,
    userId: user.id,
    conditions: [],
    after: 0,
    before: Number.MAX_SAFE_INTEGER,
    direction: 'descending',
    limit: 1,
  })
  return { max_message_id: newest?.id ?? -1 }
}

export const initialUnread: InitialPart = async ({ db, actor }) => {
  const receptions = await loadReceptions(db, actor.realm.id, actor.user.id)
  const read = await loadReadRanges(db, actor.realm.id, actor.user.id)
  const newest = await listUnread(db, actor.realm.id, unreadRanges(receptions, read), UNREAD_LIMIT + 1)
  const unread = newest.slice(-UNREAD_LIMIT)
  const mentioned = new Set(await listFlaggedIds(db, actor.realm.id, actor.user.id, 'mentioned'))
  const conversations = await listConversations(db, actor.realm.id, actor.user.id)
  const mutes = await loadMutes(db, actor.realm.id, actor.user.id)
  const inPrivate = unread.filter((message) => message.stream_id === null)
  const isGroup = (message: UnreadMessage) => (conversations.get(message.recipient_id)?.length ?? 0) > 2
  // A conversation of two is named by the other person, even if the user sent the last message.
  const partner = (message: UnreadMessage) =>
    conversations.get(message.recipient_id)!.find((id) => id !== actor.user.id) ?? actor.user.id
  return {
    unread_msgs: {
      // Messages in muted streams and topics are listed, but not counted.
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
      old_unreads_missing: newest.length > UNREAD_LIMIT,
    },
  }
}

export const initialStarred: InitialPart = async ({ db, actor }) => ({
  starred_messages: await listFlaggedIds(db, actor.realm.id, actor.user.id, 'starred'),
})

/** Newest first. The user's own id is left out, as everywhere where conversations are identified. */
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

/** In the order in which the groups begin. Has to scale to thousands of messages in hundreds of groups. */
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
