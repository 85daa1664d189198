import {
  type ChatState,
  FOLLOWED,
  MUTED,
  type Registration,
  UNMUTED,
  type Unread,
  type UnreadConversation,
} from './chat-state.ts'
import { directKey, topicKey, userIdsOfKey } from './conversation.ts'

export function initialUnread(given: NonNullable<Registration['unread_msgs']>, me: number): Unread {
  const conversations = new Map<string, UnreadConversation>()
  for (const { sender_id, unread_message_ids } of given.pms) {
    conversations.set(directKey([sender_id], me), { ids: new Set(unread_message_ids) })
  }
  for (const { user_ids_string, unread_message_ids } of given.huddles) {
    const key = directKey(user_ids_string.split(',').map(Number), me)
    conversations.set(key, { ids: new Set(unread_message_ids) })
  }
  for (const { stream_id, topic, unread_message_ids } of given.streams) {
    const key = topicKey(stream_id, topic)
    const ids = new Set([...(conversations.get(key)?.ids ?? []), ...unread_message_ids])
    conversations.set(key, { ids, topic })
  }
  return { conversations, mentions: new Set(given.mentions) }
}

export function addUnread(
  unread: Unread,
  key: string,
  id: number,
  topic: string | undefined,
  isMention: boolean,
): Unread {
  const conversations = new Map(unread.conversations)
  const known = conversations.get(key)
  conversations.set(key, {
    ids: new Set(known?.ids).add(id),
    ...((known?.topic ?? topic) !== undefined && { topic: (known?.topic ?? topic)! }),
  })
  return { conversations, mentions: isMention ? new Set(unread.mentions).add(id) : unread.mentions }
}

export function removeUnread(unread: Unread, ids: Iterable<number>): Unread {
  const gone = new Set(ids)
  let changed = false
  const conversations = new Map(unread.conversations)
  for (const [key, known] of unread.conversations) {
    const left = [...known.ids].filter((id) => !gone.has(id))
    if (left.length === known.ids.size) continue
    changed = true
    if (left.length === 0) conversations.delete(key)
    else conversations.set(key, { ...known, ids: new Set(left) })
  }
  const mentions = new Set([...unread.mentions].filter((id) => !gone.has(id)))
  if (!changed && mentions.size === unread.mentions.size) return unread
  return { conversations, mentions }
}

export interface UnreadCounts {
  /** Messages that are not muted, including all direct messages. */
  total: number
  direct: number
  mentions: number
  /** By conversation key. */
  conversations: ReadonlyMap<string, number>
  /** Unread messages that mention the user, by conversation key. */
  mentioned: ReadonlyMap<string, number>
  /** The conversations with unread messages that are muted. */
  muted: ReadonlySet<string>
  streams: ReadonlyMap<number, UnreadOfStream>
}

interface UnreadOfStream {
  /** messages of topics that are not muted */
  open: number
  muted: number
  mentions: number
}

const counted = new WeakMap<Unread, { state: ChatState; counts: UnreadCounts }>()

/** Counted once for each change of what it depends on. */
export function unreadCounts(state: ChatState): UnreadCounts {
  const known = counted.get(state.unread)
  if (
    known &&
    known.state.subscriptions === state.subscriptions &&
    known.state.topicPolicies === state.topicPolicies &&
    known.state.mutedUsers === state.mutedUsers
  ) {
    return known.counts
  }
  const counts = count(state)
  counted.set(state.unread, { state, counts })
  return counts
}

function count(state: ChatState): UnreadCounts {
  const conversations = new Map<string, number>()
  const mentioned = new Map<string, number>()
  const muted = new Set<string>()
  const streams = new Map<number, UnreadOfStream>()
  let [total, direct] = [0, 0]
  for (const [key, { ids, topic }] of state.unread.conversations) {
    conversations.set(key, ids.size)
    const mentions = countMentions(state.unread, ids)
    if (mentions > 0) mentioned.set(key, mentions)
    if (key.startsWith('d')) {
      const [only, ...more] = userIdsOfKey(key)
      if (more.length === 0 && only !== undefined && state.mutedUsers.has(only)) {
        muted.add(key)
        continue
      }
      direct += ids.size
      total += ids.size
      continue
    }
    const streamId = Number(key.slice(1, key.indexOf(':')))
    const entry = streams.get(streamId) ?? { open: 0, muted: 0, mentions: 0 }
    entry.mentions += mentions
    if (isTopicMuted(state, streamId, topic ?? '')) {
      entry.muted += ids.size
      muted.add(key)
    } else {
      entry.open += ids.size
      total += ids.size
    }
    streams.set(streamId, entry)
  }
  const { mentions } = state.unread
  return { total, direct, mentions: mentions.size, conversations, mentioned, muted, streams }
}

/** Few messages mention somebody: the smaller set is gone through. */
function countMentions({ mentions }: Unread, ids: ReadonlySet<number>): number {
  const [few, many] = mentions.size < ids.size ? [mentions, ids] : [ids, mentions]
  let found = 0
  for (const id of few) if (many.has(id)) found += 1
  return found
}

/** A topic may be muted on its own or with its stream, and may be an exception in a muted stream. */
export function isTopicMuted(state: ChatState, streamId: number, topic: string): boolean {
  const policy = state.topicPolicies.get(topicKey(streamId, topic))
  if (policy === MUTED) return true
  if (policy === UNMUTED || policy === FOLLOWED) return false
  return state.subscriptions.get(streamId)?.is_muted === true
}
