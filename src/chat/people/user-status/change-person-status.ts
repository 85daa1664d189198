import type { ChatTransaction } from '../../chat-platform.ts'
import { personStatusChanged } from './person-status-events.ts'
import { type PersonStatusesTable, personStatusesTable } from './person-statuses-table.ts'

export type StatusColumns = Omit<PersonStatusesTable, 'realm_id' | 'user_id'>

/** The texts of a status: what people read. */
export const noStatusText = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' }

export const noStatus: StatusColumns = { away: 0, do_not_disturb: 0, ...noStatusText, clear_at: null }

/**
 * Changes some columns of a status and announces these. A person is either away or not to be disturbed. A change that
 * does not say when it is cleared stays: the time of the status before it must not end it.
 */
export async function changePersonStatus(
  transaction: ChatTransaction,
  { realm_id, user_id }: Pick<PersonStatusesTable, 'realm_id' | 'user_id'>,
  wanted: Partial<StatusColumns>,
): Promise<PersonStatusesTable> {
  const { db } = transaction
  const before = {
    ...noStatus,
    ...(await personStatusesTable.find(db, { realm_id, user_id })),
    realm_id,
    user_id,
  }
  const changed: Partial<StatusColumns> = {
    ...wanted,
    ...(wanted.away === 1 && before.do_not_disturb === 1 && { do_not_disturb: 0 }),
    ...(wanted.do_not_disturb === 1 && before.away === 1 && { away: 0 }),
    ...(wanted.clear_at === undefined && before.clear_at !== null && { clear_at: null }),
  }
  const row = { ...before, ...changed }
  const isEmpty = Object.entries({ ...noStatus, clear_at: row.clear_at }).every(
    ([name, value]) => row[name as keyof StatusColumns] === value,
  )
  if (isEmpty) {
    row.clear_at = null
    if (changed.clear_at) changed.clear_at = null
    await personStatusesTable.remove(db, { realm_id, user_id })
  } else await personStatusesTable.put(db, row)
  transaction.announce(personStatusChanged(row, changed))
  return row
}
