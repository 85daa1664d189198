declare module '../../chat-tables.ts' {
  interface ChatTables {
    alert_words: AlertWordsTable
  }
}

export interface AlertWordsTable {
  realm_id: number
  user_id: number
  word: string
}
