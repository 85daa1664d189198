import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    realm_playgrounds: PlaygroundsTable
  }
}

/** Web pages that run the code of a message. */
export interface PlaygroundsTable {
  realm_id: number
  id: number
  name: string
  /** the language of a code block, as clients name it */
  pygments_language: string
  /** with `{code}` for the code */
  url_template: string
}

export const playgroundsTable = table('realm_playgrounds', ['realm_id', 'id'])
