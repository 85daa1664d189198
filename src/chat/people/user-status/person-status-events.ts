import type { NewChatEvent } from '../../chat-event-map.ts'
import type { PersonStatusesTable } from './person-statuses-table.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    user_status: { user_id: number; away?: boolean; do_not_disturb?: boolean } & Partial<
      Omit<PersonStatusesTable, 'away' | 'do_not_disturb'>
    >
  }
}

/** `changed` lists the columns that were set. Only those are sent, even if they are now empty. */
export function personStatusChanged(
  row: PersonStatusesTable,
  changed: Partial<PersonStatusesTable>,
): NewChatEvent<'user_status'> {
  const { away, do_not_disturb: quiet, ...others } = changed
  return {
    type: 'user_status',
    audience: { role: 'everyone' },
    payload: {
      user_id: row.user_id,
      ...(away !== undefined && { away: away === 1 }),
      ...(quiet !== undefined && { do_not_disturb: quiet === 1 }),
      ...others,
    },
  }
}
