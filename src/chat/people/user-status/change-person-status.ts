import type { ChatTransaction } from '../../chat-platform.ts'
import { personStatusChanged } from './person-status-events.ts'
import { type PersonStatusesTable, personStatusesTable } from './person-statuses-table.ts'

export type StatusColumns = Omit<PersonStatusesTable, 'realm_id' | 'user_id'>

const nothing: StatusColumns = {
  away: 0,
  status_text: '',
  emoji_name: '',
  emoji_code: '',
  reaction_type: '',
}

/** Changes some columns of a status and announces these. */
export async function changePersonStatus(
  transaction: ChatTransaction,
  { realm_id, user_id }: Pick<PersonStatusesTable, 'realm_id' | 'user_id'>,
  changed: Partial<StatusColumns>,
): Promise<void> {
  const { db } = transaction
  const row = {
    ...nothing,
    ...(await personStatusesTable.find(db, { realm_id, user_id })),
    realm_id,
    user_id,
    ...changed,
  }
  const isEmpty = Object.entries(nothing).every(([name, value]) => row[name as keyof StatusColumns] === value)
  if (isEmpty) await personStatusesTable.remove(db, { realm_id, user_id })
  else await personStatusesTable.put(db, row)
  transaction.announce(personStatusChanged(row, changed))
}
