import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    legal_holds: LegalHoldsTable
  }
}

/** What must not be deleted, such as for a lawsuit. Released holds stay as a record. Times are epoch seconds. */
export interface LegalHoldsTable {
  realm_id: number
  id: number
  /** of a person: their messages, files and private conversations. Otherwise null */
  user_id: number | null
  /** of a stream: all of its messages. Otherwise null */
  stream_id: number | null
  reason: string
  placed_by: number
  placed_at: number
  released_by: number | null
  /** null: it applies */
  released_at: number | null
}

export const legalHoldsTable = table('legal_holds', ['realm_id', 'id'])
