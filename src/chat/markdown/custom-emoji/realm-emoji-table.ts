import type { Generated } from 'kysely'

export interface RealmEmojiTable {
  realm_id: number
  id: number
  name: string
  author_id: number
  deactivated: number
  source_url: string
  /** the first picture of one that moves */
  still_url: Generated<string | null>
  /** The name as long as it is in use: nobody else can have it then. */
  live_name: Generated<string | null>
}
