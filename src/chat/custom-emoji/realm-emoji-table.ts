export interface RealmEmojiTable {
  realm_id: number
  id: number
  name: string
  author_id: number
  deactivated: number
  source_url: string
}
