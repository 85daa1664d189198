import { table } from '../telephony-tables.ts'

declare module '../telephony-tables.ts' {
  interface TelephonyTables {
    user_statuses: UserStatusesTable
  }
}

export interface UserStatusesTable {
  company_id: number
  user_id: string
  main_status: string
  /** the additional status that the user chose; '': none */
  manual_status: string
  /** the additional status that a program set, such as a calendar; '': none */
  automatic_status: string
  /** whether a phone of the user is in a call */
  on_call: number
  /** what the user has written; '': nothing */
  status_text: string
  /** the emoji before the text, as a character; '': none */
  emoji: string
  /** when the server clears what the user chose, in epoch milliseconds; null: never */
  clear_at: number | null
  created_at: number
  updated_at: number
}

export const userStatusesTable = table('user_statuses', ['company_id', 'user_id'])
