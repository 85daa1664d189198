/** The message up to which somebody has come, as older clients keep it. */
export interface PointersTable {
  realm_id: number
  user_id: number
  message_id: number
}
