import type { MutedUsersTable } from './muted-users-table.ts'

export const viewMutedUser = ({ muted_user_id: id, muted_at: timestamp }: MutedUsersTable) => ({
  id,
  timestamp,
})

/** The whole list, to its owner. Whoever is muted does not hear of it. */
export function mutedUsersChanged(userId: number, rows: readonly MutedUsersTable[]) {
  return {
    type: 'muted_users',
    audience: { users: [userId] },
    payload: { muted_users: rows.map(viewMutedUser) },
  }
}
