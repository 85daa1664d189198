import type { Role } from '../../../identity/actor.ts'

declare module '../../../telephony-tables.ts' {
  interface TelephonyTables {
    extension_imports: ExtensionImportsTable
    extension_import_rows: ExtensionImportRowsTable
  }
}

declare module '../../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** an import that is running, whose id is the lane */
    import: null
  }
}

export type ImportStatus = 'running' | 'completed' | 'failed' | 'cancelled'
export type ImportRowStatus = 'waiting' | 'created' | 'failed'

export interface ExtensionImportsTable {
  company_id: number
  id: string
  instance_uuid: string
  /** who started it, and how they were authorized then */
  contact_id: string
  api_key_id: string | null
  role: Role | null
  owner_id: string | null
  status: ImportStatus
  total: number
  created: number
  failed: number
  /** why it does not go on, or why it ended */
  problem: string | null
  /** of a CSV file: the names of the columns by the pointers of the fields, as JSON */
  columns: string | null
  /** since the last progress */
  attempts: number
  created_at: number
  updated_at: number
  ended_at: number | null
}

export interface ExtensionImportRowsTable {
  company_id: number
  import_id: string
  /** counted from 0 */
  row: number
  /** of a CSV file */
  line: number | null
  status: ImportRowStatus
  /** what to create; null as soon as the row is settled */
  value_sealed: string | null
  extension_id: string | null
  /** faults, as JSON */
  errors: string
}
