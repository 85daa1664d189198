import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { addColumns } from '../../platform/database/schema/create-tables.ts'

/** When and where the phone of a device was last registered. */
export const addDeviceRegistrations = (db: AnyHandle, engine: Engine): Promise<void> =>
  addColumns(db, 'devices', { registered_at: 'number?', registered_address: 'text?' }, {}, engine)
