export interface MutedTopicsTable {
  realm_id: number
  user_id: number
  stream_id: number
  topic: string
  topic_key: string
  muted_at: number
}
