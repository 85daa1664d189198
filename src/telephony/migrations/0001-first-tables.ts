import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'
import { createOutboxTable } from '../../platform/outbox/create-outbox-table.ts'
import { companyIndexes, companyTables } from './company-tables.ts'
import { phoneIndexes, phoneTables } from './phone-tables.ts'
import { textingIndexes, textingTables } from './texting-tables.ts'
import { trunkIndexes, trunkTables } from './trunk-tables.ts'

export async function createFirstTables(db: AnyHandle, engine: Engine): Promise<void> {
  const tables = { ...companyTables, ...phoneTables, ...trunkTables, ...textingTables }
  await createTables(
    db,
    tables,
    [...companyIndexes, ...phoneIndexes, ...trunkIndexes, ...textingIndexes],
    engine,
  )
  await createOutboxTable(db, engine)
}
