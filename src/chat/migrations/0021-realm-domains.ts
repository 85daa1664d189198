import type { AnyHandle } from '../../platform/database/any-handle.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** Email domains of organizations, and how busy each stream is. */
export async function createRealmDomains(db: AnyHandle): Promise<void> {
  await createTables(db, tables, [])
  await db.schema.alterTable('streams').addColumn('weekly_traffic', 'bigint').execute()
  await db.schema
    .alterTable('streams')
    .addColumn('traffic_counted_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

const tables: Record<string, TablePlan> = {
  realm_domains: {
    columns: { realm_id: 'id', domain: 'text', allow_subdomains: 'number' },
    key: ['realm_id', 'domain'],
  },
}
