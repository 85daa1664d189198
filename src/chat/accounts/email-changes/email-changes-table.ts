/** New addresses that wait for their confirmation, at most one for each person. Times are epoch seconds. */
export interface EmailChangesTable {
  realm_id: number
  user_id: number
  new_email: string
  token_hash: string
  /** of the password and the key that the account had when it was asked for */
  credentials_hash: string
  expires_at: number
}
