import type { NewChatEvent } from '../../chat-event-map.ts'
import type { PersonStatusesTable } from './person-statuses-table.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    user_status: { user_id: number; away?: boolean } & Partial<Omit<PersonStatusesTable, 'away'>>
  }
}

/** `changed` lists the columns that the person set. Only those are sent, even if they are now empty. */
export function personStatusChanged(
  row: PersonStatusesTable,
  changed: Partial<PersonStatusesTable>,
): NewChatEvent<'user_status'> {
  const { away, ...texts } = changed
  return {
    type: 'user_status',
    audience: { role: 'everyone' },
    payload: { user_id: row.user_id, ...(away !== undefined && { away: away === 1 }), ...texts },
  }
}
