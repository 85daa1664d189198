import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { addColumns } from '../../platform/database/schema/create-tables.ts'

/** Who has connected a directory decides which accounts it may open. */
export const recordDirectoryOwners = (db: AnyHandle, engine: Engine) =>
  addColumns(db, 'directories', { changed_by: 'number?' }, {}, engine)
