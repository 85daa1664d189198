import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** One row while the operator has switched maintenance on, for all servers. */
export async function storeMaintenance(db: AnyHandle, engine: Engine): Promise<void> {
  const maintenance = {
    columns: { id: 'id', message: 'text', began_at: 'number' } as const,
    key: ['id'],
  }
  await createTables(db, { maintenance }, [], engine)
}
