declare module '../../chat-tables.ts' {
  interface ChatTables {
    realm_imports: RealmImportsTable
  }
}

/** The import that an organization comes from. */
export interface RealmImportsTable {
  realm_id: number
  /** checksum of everything that is imported: the same data is imported only once */
  fingerprint: string
  /** the table that is being written */
  step: string
  /** how many of its rows are written */
  done: number
  started_at: number
  /** null: unfinished, and the organization is deactivated until it is finished */
  finished_at: number | null
}
