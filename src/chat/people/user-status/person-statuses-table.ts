import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    person_statuses: PersonStatusesTable
  }
}

/** Statuses that people set. Empty text: none. */
export interface PersonStatusesTable {
  realm_id: number
  user_id: number
  away: number
  do_not_disturb: number
  status_text: string
  emoji_name: string
  emoji_code: string
  reaction_type: string
  /** when the server clears the status, in epoch seconds; null: never */
  clear_at: number | null
}

export const personStatusesTable = table('person_statuses', ['realm_id', 'user_id'])
