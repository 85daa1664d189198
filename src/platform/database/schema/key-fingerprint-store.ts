import type { AnyHandle } from '../any-handle.ts'
import type { Database } from '../database.ts'
import { platformTables } from '../platform-tables.ts'

const ONLY_ROW = 1

/** What a database records about the secret key that encrypts its secrets. */
export interface RecordedKey {
  fingerprint: string
  /** encrypted with the secret key; null: derived from it */
  look_up_key_sealed: string | null
}

/** undefined while none is recorded. */
export async function readRecordedKey(db: AnyHandle): Promise<RecordedKey | undefined> {
  const rows = platformTables(db).selectFrom('master_key').select(['fingerprint', 'look_up_key_sealed'])
  return rows.executeTakeFirst()
}

/** The first process to record a key decides. Returns the recorded key. */
export async function recordKey<Tables>(database: Database<Tables>, key: RecordedKey): Promise<RecordedKey> {
  const known = await readRecordedKey(database.read)
  if (known !== undefined) return known
  await database.write(0, {
    work: ({ db }) =>
      platformTables(db)
        .insertInto('master_key')
        .values({ id: ONLY_ROW, ...key })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  })
  return (await readRecordedKey(database.read))!
}

/** Records another key, in the transaction that has encrypted everything with it. */
export async function replaceRecordedKey(db: AnyHandle, key: RecordedKey): Promise<void> {
  await platformTables(db)
    .insertInto('master_key')
    .values({ id: ONLY_ROW, ...key })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(key))
    .execute()
}
