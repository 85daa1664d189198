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
}
