import type { NewChatEvent } from '../../chat-event-map.ts'
import type { MutedUsersTable } from './muted-users-table.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    muted_users: { muted_users: readonly ReturnType<typeof viewMutedUser>[] }
  }
}

export const viewMutedUser = ({ muted_user_id: id, muted_at: timestamp }: MutedUsersTable) => ({
  id,
  timestamp,
})

/** Sends the whole list to its owner. The muted user is not notified. */
export function mutedUsersChanged(
  userId: number,
  rows: readonly MutedUsersTable[],
): NewChatEvent<'muted_users'> {
  return {
    type: 'muted_users',
    audience: { users: [userId] },
    payload: { muted_users: rows.map(viewMutedUser) },
  }
}
