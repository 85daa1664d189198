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
