import { table } from '../../chat-tables.ts'

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

export const alertWordsTable = table('alert_words', ['realm_id', 'user_id', 'word'])
