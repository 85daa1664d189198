import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** Companies can share the address of a provider. Who had an address and a number first receives its calls. */
export async function shareTrunkAddresses(db: AnyHandle): Promise<void> {
  await db.schema.dropIndex('trunk_addresses_by_address').execute()
  await db.schema.createIndex('trunk_addresses_by_address').on('trunk_addresses').column('address').execute()
  await addTime(db, 'trunk_addresses', 'claimed_at')
  await addTime(db, 'dids', 'number_at')
  await sql`update dids set number_at = created_at`.execute(db)
}

const addTime = (db: AnyHandle, table: string, column: string) =>
  db.schema
    .alterTable(table)
    .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
    .execute()
