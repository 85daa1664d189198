import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { addColumns } from '../../platform/database/schema/create-tables.ts'

/** Where calls go if the extension is busy, or nobody answers there. */
export const addConditionalForwarding = (db: AnyHandle, engine: Engine): Promise<void> =>
  addColumns(db, 'forwardings', { busy_number: 'text?', no_answer_number: 'text?' }, {}, engine)
