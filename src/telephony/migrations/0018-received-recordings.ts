import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'

/** Recordings that we have stored, and whose copy the PBX has yet to delete. */
export const createReceivedRecordings = (db: AnyHandle, engine: Engine) =>
  createTables(
    db,
    { received_recordings: { columns: { company_id: 'id', name: 'text' }, key: ['company_id', 'name'] } },
    [],
    engine,
  )
