import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { addColumns } from '../../platform/database/schema/create-tables.ts'

/** Why a trunk does not work, as far as it is known. */
export const addTrunkProblems = (db: AnyHandle, engine: Engine): Promise<void> =>
  addColumns(db, 'trunks', { problem: 'text?' }, {}, engine)
