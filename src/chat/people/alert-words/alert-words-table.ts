export interface AlertWordsTable {
  realm_id: number
  user_id: number
  word: string
}
