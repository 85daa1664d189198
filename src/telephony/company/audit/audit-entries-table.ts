import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    audit_entries: AuditEntriesTable
  }
}

export interface AuditEntriesTable {
  company_id: number
  id: number
  at: number
  /** null: the server itself, or its operator */
  contact_id: string | null
  api_key_id: string | null
  /** the owner who acted as the user; null: nobody did */
  owner_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  /** JSON, without credentials; null: it did not exist */
  before: string | null
  after: string | null
}

export const auditEntriesTable = table('audit_entries', ['company_id', 'id'])
