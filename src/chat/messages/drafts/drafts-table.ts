import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    drafts: DraftsTable
  }
}

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

export const draftsTable = table('drafts', ['realm_id', 'user_id', 'id'], { orderBy: ['edited_at', 'id'] })
