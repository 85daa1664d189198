/** What somebody says about themselves. Empty texts: nothing. */
export interface PersonStatusesTable {
  realm_id: number
  user_id: number
  away: number
  status_text: string
  emoji_name: string
  emoji_code: string
  reaction_type: string
}
