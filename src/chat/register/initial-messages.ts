import { findVisible } from '../history/find-visible.ts'
import { snapshotSource } from '../history/message-source.ts'
import { unreadRanges } from '../history/read-state/unread-ranges.ts'
import { countUnread, listUnread, type UnreadGroup } from '../history/read-state/unread-store.ts'
import { visibleScope } from '../history/search-scope.ts'
import { JsonText, writeFields } from '../http/json-text.ts'
import { listFlaggedIds } from '../messages/flags/message-flag-store.ts'
import { loadReadRanges } from '../messages/flags/read-range-store.ts'
import type { InitialPart } from '../people/initial-context.ts'
import { loadReceptions } from '../streams/recipients/receptions.ts'
import { findNewestIdsByRecipient, listConversations } from '../streams/recipients/recipient-store.ts'
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
  const [realmId, userId] = [actor.realm.id, actor.user.id]
  const receptions = await loadReceptions(db, realmId, userId)
  const ranges = unreadRanges(receptions, await loadReadRanges(db, realmId, userId))
  const groups = await listUnread(db, { realmId, userId }, ranges, UNREAD_LIMIT)
  const total = groups.reduce((sum, group) => sum + group.count, 0)
  const isCut = total === UNREAD_LIMIT && (await countUnread(db, realmId, ranges, UNREAD_LIMIT + 1)) > total
  const conversations = await listConversations(db, realmId, userId)
  const mutes = await loadMutes(db, realmId, userId)
  const inPrivate = groups.filter((group) => group.stream_id === null)
  const isHuddle = (group: UnreadGroup) => (conversations.get(group.recipient_id)?.length ?? 0) > 2
  // A conversation of two is named by the other person, even if the user sent the last message.
  const partner = (group: UnreadGroup) =>
    conversations.get(group.recipient_id)!.find((id) => id !== userId) ?? userId
  const write = (group: UnreadGroup, fields: object, more = '') =>
    `{${JSON.stringify(fields).slice(1, -1)},"unread_message_ids":[${group.ids}]${more}}`
  const lists = {
    // Messages in muted streams and topics are listed, but not counted.
    count: groups
      .filter(({ stream_id, topic_key }) => !mutes.isMuted(stream_id, topic_key))
      .reduce((sum, { count }) => sum + count, 0),
    pms: listOf(
      inPrivate
        .filter((group) => !isHuddle(group))
        .map((group) => write(group, { sender_id: partner(group), other_user_id: partner(group) })),
    ),
    streams: listOf(
      groups
        .filter((group) => group.stream_id !== null)
        .map((group) => {
          const senders = JSON.stringify(ascending(JSON.parse(group.senders)))
          return write(group, { stream_id: group.stream_id, topic: group.topic }, `,"sender_ids":${senders}`)
        }),
    ),
    huddles: listOf(
      inPrivate
        .filter(isHuddle)
        .map((group) => write(group, { user_ids_string: conversations.get(group.recipient_id)!.join(',') })),
    ),
    mentions: ascending(groups.flatMap(({ mentions }) => mentions?.split(',').map(Number) ?? [])),
    old_unreads_missing: isCut,
  }
  return { unread_msgs: new JsonText(`{${writeFields(lists)}}`) }
}

const listOf = (texts: readonly string[]) => new JsonText(`[${texts.join(',')}]`)

const ascending = (ids: readonly number[]) => [...ids].sort((one, other) => one - other)

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
