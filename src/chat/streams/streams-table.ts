import { table } from '../chat-tables.ts'

declare module '../chat-tables.ts' {
  interface ChatTables {
    streams: StreamsTable
  }
}

export interface StreamsTable {
  realm_id: number
  id: number
  name: string
  /** lower case, for look-ups */
  name_key: string
  description: string
  rendered_description: string
  invite_only: number
  history_public: number
  announcement_only: number
  is_default: number
  creator_id: number | null
  created_at: number
  deactivated: number
  /** the position in the event log at which the last subscriptions ended; null: it had no subscribers left */
  archived_at_event: number | null
  recipient_id: number
  first_message_id: number | null
  email_token: string
  /** null: the organization's setting; -1: forever */
  message_retention_days: number | null
  /** messages per week; null: the stream is too young to know */
  weekly_traffic: number | null
  traffic_counted_at: number
  /** null: in no folder */
  folder_id: number | null
}

export const streamsTable = table('streams', ['realm_id', 'id'])
