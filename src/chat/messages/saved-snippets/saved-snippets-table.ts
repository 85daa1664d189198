export interface SavedSnippetsTable {
  realm_id: number
  user_id: number
  id: number
  title: string
  content: string
  created_at: number
}
