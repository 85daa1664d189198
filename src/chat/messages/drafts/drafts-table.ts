export interface DraftsTable {
  realm_id: number
  user_id: number
  id: number
  /** empty: not yet decided */
  type: '' | 'stream' | 'private'
  /** JSON list of ids: one stream, or people */
  recipients: string
  topic: string
  content: string
  edited_at: number
}
