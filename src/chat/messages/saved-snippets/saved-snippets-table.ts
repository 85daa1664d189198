import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    saved_snippets: SavedSnippetsTable
  }
}

export interface SavedSnippetsTable {
  realm_id: number
  user_id: number
  id: number
  title: string
  content: string
  created_at: number
}

export const savedSnippetsTable = table('saved_snippets', ['realm_id', 'user_id', 'id'])
