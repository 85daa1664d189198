import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

/** The PINs of conference rooms, and who is in them. */
export const createConferenceRooms = (db: AnyHandle, engine: Engine): Promise<void> =>
  createTables(db, tables, [], engine)

const tables: Record<string, TablePlan> = {
  conference_pins: {
    columns: { company_id: 'id', route_id: 'text', pins_sealed: 'text' },
    key: ['company_id', 'route_id'],
  },
  conference_calls: {
    columns: {
      company_id: 'id',
      route_id: 'text',
      pbx_call_id: 'text',
      number: 'text',
      name: 'text',
      is_moderator: 'flag',
      entered_at: 'number',
    },
    key: ['company_id', 'route_id', 'pbx_call_id'],
  },
}
