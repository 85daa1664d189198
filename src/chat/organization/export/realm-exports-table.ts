declare module '../../chat-tables.ts' {
  interface ChatTables {
    realm_exports: RealmExportsTable
  }
}

/** An export of all data of an organization. Pending unless finished or failed. */
export interface RealmExportsTable {
  realm_id: number
  id: number
  acting_user_id: number
  created_at: number
  /** unguessable file name */
  file: string
  finished_at: number | null
  failed_at: number | null
  deleted_at: number | null
}
