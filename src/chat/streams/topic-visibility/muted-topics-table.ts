import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    muted_topics: MutedTopicsTable
  }
}

export interface MutedTopicsTable {
  realm_id: number
  user_id: number
  stream_id: number
  topic: string
  topic_key: string
  /** when this policy was chosen */
  muted_at: number
  /** see streams/topic-visibility/visibility-policy.ts */
  visibility_policy: number
}

export const mutedTopicsTable = table('muted_topics', ['realm_id', 'user_id', 'stream_id', 'topic_key'])
