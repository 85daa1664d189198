import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'
import { companyIndexes, companyTables } from './company-tables.ts'
import { phoneIndexes, phoneTables } from './phone-tables.ts'
import { textingIndexes, textingTables } from './texting-tables.ts'
import { trunkIndexes, trunkTables } from './trunk-tables.ts'

export const createFirstTables = (db: AnyHandle, engine: Engine): Promise<void> =>
  createTables(
    db,
    { ...companyTables, ...phoneTables, ...trunkTables, ...textingTables },
    [...companyIndexes, ...phoneIndexes, ...trunkIndexes, ...textingIndexes],
    engine,
  )
