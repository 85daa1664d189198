export interface ReactionsTable {
  realm_id: number
  message_id: number
  reaction_type: string
  emoji_code: string
  user_id: number
  /** in the order in which they came */
  id: number
  emoji_name: string
}
