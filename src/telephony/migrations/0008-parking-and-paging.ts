import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** The calls that are parked now. */
export const createParkingAndPaging = (db: AnyHandle, engine: Engine): Promise<void> =>
  createTables(db, tables, [], engine)

const tables: Record<string, TablePlan> = {
  parked_calls: {
    columns: {
      company_id: 'id',
      route_id: 'text',
      pbx_call_id: 'text',
      slot: 'number',
      number: 'text',
      name: 'text',
      parked_by: 'text',
      parked_at: 'number',
      returns_at: 'number',
    },
    key: ['company_id', 'route_id', 'pbx_call_id'],
  },
}
