import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { changePersonStatus, noStatus, type StatusColumns } from './change-person-status.ts'
import { findNextClearing, listDueClearings } from './person-status-store.ts'
import { personStatusesTable } from './person-statuses-table.ts'

/** Statuses are cleared at the time that their owner has chosen, by the job that also sends due messages. */
export const statusClearingSource = {
  eventType: 'user_status',
  findNextTime: findNextClearing,
  listDue: listDueClearings,
  deliver: clearPersonStatus,
} as const

/** Once: another server may have cleared it first, and its owner may have changed it. */
function clearPersonStatus(chat: ChatPlatform, item: { realm_id: number; id: number }): Promise<void> {
  const key = { realm_id: item.realm_id, user_id: item.id }
  return chat.transact(item.realm_id, async (transaction) => {
    const row = await personStatusesTable.find(transaction.db, key)
    if (!row || row.clear_at === null || row.clear_at > secondsOf(chat.clock)) return
    const names = Object.keys(noStatus) as (keyof StatusColumns)[]
    const set = names.filter((name) => row[name] !== noStatus[name])
    await changePersonStatus(transaction, key, Object.fromEntries(set.map((name) => [name, noStatus[name]])))
  })
}
