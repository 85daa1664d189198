import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    greetings: GreetingsTable
  }
}

/** What callers hear before they leave a message. */
export interface GreetingsTable {
  company_id: number
  extension_id: string
  /** who uploaded it; not used once the extension belongs to somebody else */
  user_id: string | null
  prompt_id: string
  /** in seconds */
  duration: number
  /** in bytes */
  size: number
  /** what is spoken; null: it was recorded */
  text: string | null
  language: string | null
  created_at: number
}

export const greetingsTable = table('greetings', ['company_id', 'extension_id'])
