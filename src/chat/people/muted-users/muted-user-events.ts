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

/** The whole list, to its owner. Whoever is muted does not hear of it. */
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
