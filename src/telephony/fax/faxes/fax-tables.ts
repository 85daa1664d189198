import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    fax_messages: FaxMessagesTable
    fax_numbers: FaxNumbersTable
    fax_destinations: FaxDestinationsTable
  }
}

export interface FaxMessagesTable {
  company_id: number
  id: string
  direction: string
  status: string
  error: string | null
  /** E.164, or what the other side sent */
  from_number: string
  from_name: string
  to_number: string
  to_name: string
  subject: string
  pages: number
  is_read: number
  file_id: string
  /** whether the file came with the fax, and is deleted with it */
  owns_file: number
  /** the id that the line or the mail gave it, to recognize duplicates */
  origin_id: string | null
  user_id: string | null
  search_text: string
  attempts: number
  created_at: number
  updated_at: number
}

export interface FaxNumbersTable {
  company_id: number
  /** E.164 */
  number: string
  created_at: number
}

export interface FaxDestinationsTable {
  company_id: number
  id: string
  /** JSON: a list of addresses */
  emails: string
  created_at: number
  updated_at: number
}

export const faxNumbersTable = table('fax_numbers', ['company_id', 'number'], {
  orderBy: ['created_at', 'number'],
})

export const faxDestinationsTable = table('fax_destinations', ['company_id', 'id'])
