import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    pointers: PointersTable
  }
}

/** The message up to which a user has read, as older clients track it. */
export interface PointersTable {
  realm_id: number
  user_id: number
  message_id: number
}

export const pointersTable = table('pointers', ['realm_id', 'user_id'])
