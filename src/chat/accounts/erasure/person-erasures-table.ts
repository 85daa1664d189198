import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    person_erasures: PersonErasuresTable
  }
}

export type ErasedMessages = 'keep' | 'delete'

/** The erasure of a person: what was asked for, and how far it is. Stays as a record. Times are epoch seconds. */
export interface PersonErasuresTable {
  realm_id: number
  user_id: number
  /** what happens to the person's messages: they stay without a name, or are deleted */
  messages: ErasedMessages
  /** null: the operator, on the command line */
  acting_user_id: number | null
  requested_at: number
  /** how many steps are done: see erase-person.ts */
  step: number
  /** how far the current step is */
  position: number
  deleted_messages: number
  finished_at: number | null
}

export const personErasuresTable = table('person_erasures', ['realm_id', 'user_id'])
