import type { Kysely } from 'kysely'
import type { AnyHandle } from './any-handle.ts'
import type { OutboxTable } from './outbox-table.ts'

/** The platform's tables in the database of each product. Times are epoch milliseconds. */
export interface PlatformTables {
  migrations: { name: string; applied_at: number }
  sequences: { tenant_id: number; name: string; value: number }
  events: {
    tenant_id: number
    position: number
    type: string
    /** JSON: who may see the event, decided by the action that announced it */
    audience: string
    /** JSON */
    payload: string
    created_at: number
  }
  outbox: OutboxTable
  /** PostgreSQL only: stored bytes that every server can read */
  contents: { tenant: string; kind: string; name: string; id: string; size: number; written_at: number }
  content_chunks: { tenant: string; id: string; number: number; bytes: Buffer }
  /** one row: detects a wrong secret key */
  master_key: { id: number; fingerprint: string; look_up_key_sealed: string | null }
  /** PostgreSQL only, one row: detects a restored database */
  history: { id: number; place: string; written_by: number }
}

/** The platform's tables are in the database of every product. Only this function tells the compiler so. */
export const platformTables = (db: AnyHandle) => db as Kysely<PlatformTables>
