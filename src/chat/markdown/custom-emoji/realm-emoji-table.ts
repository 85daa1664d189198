import type { Generated } from 'kysely'
import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    realm_emoji: RealmEmojiTable
  }
}

export interface RealmEmojiTable {
  realm_id: number
  id: number
  name: string
  author_id: number
  deactivated: number
  source_url: string
  /** the first frame of an animated emoji */
  still_url: Generated<string | null>
  /** The name while the emoji is active, null after that; unique. */
  live_name: Generated<string | null>
}

export const realmEmojiTable = table('realm_emoji', ['realm_id', 'id'])
