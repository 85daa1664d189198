import type { ChatState } from '../state/chat-state.ts'
import { type Conversation, userIdsOfKey } from '../state/conversation.ts'
import type { UnreadCounts } from '../state/unread.ts'
import { sortStreams } from '../streams/sort-streams.ts'

export interface UnreadEntry {
  key: string
  conversation: Conversation
  unread: number
  mentions: number
  /** its newest unread message */
  newest: number
}

export interface UnreadGroups {
  directs: readonly UnreadEntry[]
  streams: readonly { streamId: number; topics: readonly UnreadEntry[] }[]
}

/** What is unread and not muted: private conversations, then streams by name with pinned ones first. */
export function unreadGroups(
  state: Pick<ChatState, 'unread' | 'streams' | 'subscriptions'>,
  { muted, mentioned }: UnreadCounts,
): UnreadGroups {
  const directs: UnreadEntry[] = []
  const topics = new Map<number, UnreadEntry[]>()
  for (const [key, { ids, topic = '' }] of state.unread.conversations) {
    if (muted.has(key)) continue
    const counts = { unread: ids.size, mentions: mentioned.get(key) ?? 0, newest: Math.max(...ids) }
    if (key.startsWith('d')) {
      directs.push({ key, conversation: { kind: 'direct', userIds: userIdsOfKey(key) }, ...counts })
      continue
    }
    const streamId = Number(key.slice(1, key.indexOf(':')))
    const entry: UnreadEntry = { key, conversation: { kind: 'topic', streamId, topic }, ...counts }
    topics.set(streamId, [...(topics.get(streamId) ?? []), entry])
  }
  const streams = sortStreams(
    [...topics].map(([streamId, entries]) => ({
      streamId,
      name: state.streams.get(streamId)?.name ?? '',
      topics: entries.sort(newestFirst),
    })),
  )
  const isPinned = (streamId: number) => state.subscriptions.get(streamId)?.pin_to_top === true
  return {
    directs: directs.sort(newestFirst),
    streams: streams.sort((one, other) => Number(isPinned(other.streamId)) - Number(isPinned(one.streamId))),
  }
}

/** Mentions before everything else. */
const newestFirst = (one: UnreadEntry, other: UnreadEntry) =>
  Number(other.mentions > 0) - Number(one.mentions > 0) || other.newest - one.newest
