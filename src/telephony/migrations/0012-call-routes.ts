import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Numbers that route calls: ring groups, business hours and menus. `settings` is JSON, by `kind`. */
export const createCallRoutes = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    {
      call_routes: {
        columns: {
          company_id: 'id',
          id: 'text',
          instance_uuid: 'text',
          kind: 'text',
          number: 'number',
          name: 'text',
          settings: 'text',
          created_at: 'number',
          updated_at: 'number',
        },
        key: ['company_id', 'id'],
      },
    },
    [['call_routes', ['company_id', 'instance_uuid', 'number'], 'unique']],
    engine,
  )
