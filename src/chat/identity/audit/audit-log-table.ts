import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    audit_log: AuditLogTable
  }
}

/** Who has changed what. Never contains secrets. */
export interface AuditLogTable {
  realm_id: number
  id: number
  /** epoch milliseconds */
  at: number
  /** null: the server, its operator, or somebody who has not signed in */
  actor_id: number | null
  through: string | null
  address: string | null
  client: string | null
  /** such as `user.deactivated` */
  action: string
  subject_kind: string
  subject_id: string | null
  /** null for people and bots, whose names are in their accounts */
  subject_name: string | null
  /** JSON; null: it did not exist, or does not matter */
  before: string | null
  after: string | null
}

export const auditLogTable = table('audit_log', ['realm_id', 'id'])
