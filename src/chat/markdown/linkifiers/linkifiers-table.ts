import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    linkifiers: LinkifiersTable
  }
}

/** Patterns of text that become links: `#123` links to the ticket of that number. */
export interface LinkifiersTable {
  realm_id: number
  id: number
  pattern: string
  /** with `{name}` for each named group of the pattern */
  url_template: string
  sort_order: number
}

export const linkifiersTable = table('linkifiers', ['realm_id', 'id'], { orderBy: ['sort_order', 'id'] })
