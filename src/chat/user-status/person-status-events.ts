import type { PersonStatusesTable } from './person-statuses-table.ts'

/** `changed` are the columns that the person has set: only those are told, also when they became empty. */
export function personStatusChanged(row: PersonStatusesTable, changed: Partial<PersonStatusesTable>) {
  const { away, ...texts } = changed
  return {
    type: 'user_status',
    audience: { role: 'everyone' as const },
    payload: { user_id: row.user_id, ...(away !== undefined && { away: away === 1 }), ...texts },
  }
}
