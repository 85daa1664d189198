/** What a bot's program keeps with us, one row for each of its keys. */
export interface BotStorageTable {
  realm_id: number
  user_id: number
  key: string
  value: string
  /** bytes of key and value */
  size: number
}
