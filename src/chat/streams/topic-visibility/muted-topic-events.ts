import type { NewChatEvent } from '../../chat-event-map.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    muted_topics: { muted_topics: readonly MutedTopicView[] }
  }
}

/** Stream, topic and time of muting. Older servers have only the first two items. */
export type MutedTopicView = [stream: string, topic: string, mutedAt: number]

export const viewMutedTopic = (row: { name: string; topic: string; muted_at: number }): MutedTopicView => [
  row.name,
  row.topic,
  row.muted_at,
]

/** The whole list, sent to its owner. */
export function mutedTopicsChanged(
  userId: number,
  rows: readonly { name: string; topic: string; muted_at: number }[],
): NewChatEvent<'muted_topics'> {
  return {
    type: 'muted_topics',
    audience: { users: [userId] },
    payload: { muted_topics: rows.map(viewMutedTopic) },
  }
}
