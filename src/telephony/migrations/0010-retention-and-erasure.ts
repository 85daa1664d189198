import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { addColumns, createIndexes } from '../../platform/database/schema/create-tables.ts'

/** How long texts and faxes are kept, and when old data was last deleted. */
export async function extendRetention(db: AnyHandle, engine: Engine): Promise<void> {
  const columns = { texts_days: 'number?', faxes_days: 'number?', applied_at: 'number?' } as const
  await addColumns(db, 'phone_retention', columns, {}, engine)
  await createIndexes(db, [
    ['texting_messages', ['company_id', 'created_at']],
    ['fax_messages', ['company_id', 'updated_at']],
  ])
}
