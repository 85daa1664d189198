import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** When the retention of each organization was last applied. */
export const storeAppliedRetention = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    { message_retention: { columns: { realm_id: 'id', applied_at: 'number' }, key: ['realm_id'] } },
    [],
    engine,
  )
