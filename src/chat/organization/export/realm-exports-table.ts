declare module '../../chat-tables.ts' {
  interface ChatTables {
    realm_exports: RealmExportsTable
  }
}

/** An export of all data of an organization, or of one person. Pending unless finished or failed. */
export interface RealmExportsTable {
  realm_id: number
  id: number
  acting_user_id: number
  /** whose data; null: the whole organization */
  person_id: number | null
  created_at: number
  /** unguessable file name */
  file: string
  finished_at: number | null
  failed_at: number | null
  deleted_at: number | null
  /** when it is deleted; null: when somebody does */
  expires_at: number | null
}
