import type { Kysely } from 'kysely'

/** What the platform keeps in the database of each product. Times are epoch milliseconds. */
export interface PlatformTables {
  migrations: { name: string; applied_at: number }
  sequences: { tenant_id: number; name: string; value: number }
  events: {
    tenant_id: number
    position: number
    type: string
    /** JSON: who may see it, decided by the action that announced it */
    audience: string
    /** JSON */
    payload: string
    created_at: number
  }
  /** PostgreSQL only: bytes that every server reaches */
  contents: { tenant: string; kind: string; name: string; id: string; size: number; written_at: number }
  content_chunks: { tenant: string; id: string; number: number; bytes: Buffer }
  /** one row: by which a wrong key is recognised */
  master_key: { id: number; fingerprint: string; look_up_key_sealed: string | null }
  /** PostgreSQL only, one row: by which a restored database is recognised */
  history: { id: number; place: string; written_by: number }
}

/** The platform's tables are in the database of every product. This is the only place that says so to the compiler. */
// biome-ignore lint/suspicious/noExplicitAny: a handle of any product
export const platformTables = (db: Kysely<any>) => db as Kysely<PlatformTables>
