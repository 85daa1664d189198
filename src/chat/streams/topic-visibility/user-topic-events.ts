import { type Static, Type } from '@sinclair/typebox'
import type { NewChatEvent } from '../../chat-event-map.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    user_topic: Static<typeof UserTopicSchema>
    muted_topics: { muted_topics: readonly MutedTopicView[] }
  }
}

export const UserTopicSchema = Type.Object(
  {
    stream_id: Type.Integer(),
    topic_name: Type.String(),
    last_updated: Type.Integer(),
    visibility_policy: Type.Integer({ description: '1: muted; 2: unmuted; 3: followed.' }),
  },
  { additionalProperties: false },
)

interface TopicRow {
  stream_id: number
  topic: string
  muted_at: number
  visibility_policy: number
}

export const viewUserTopic = (row: TopicRow): Static<typeof UserTopicSchema> => ({
  stream_id: row.stream_id,
  topic_name: row.topic,
  last_updated: row.muted_at,
  visibility_policy: row.visibility_policy,
})

/** Sent to the user who set the policy. Policy 0: the same as the stream. */
export function userTopicChanged(userId: number, row: TopicRow): NewChatEvent<'user_topic'> {
  return { type: 'user_topic', audience: { users: [userId] }, payload: viewUserTopic(row) }
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
