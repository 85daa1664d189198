import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    event_queues: EventQueuesTable
  }
}

/** A client's cursor on the event log. Event ids are positions relative to `base`. */
export interface EventQueuesTable {
  id: string
  realm_id: number
  user_id: number
  base: number
  /** the highest position that the client has acknowledged, as far as stored */
  acknowledged: number
  /** JSON: QueueOptions */
  options: string
  /** epoch seconds */
  last_seen: number
  created_at: number
}

export const eventQueuesTable = table('event_queues', ['id'])
