export interface MutedUsersTable {
  realm_id: number
  user_id: number
  muted_user_id: number
  muted_at: number
}
