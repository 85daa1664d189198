import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { platformTables } from './platform-tables.ts'

const ONLY_ROW = 1

/** What a database knows of the secret key with which its secrets are encrypted. */
export interface NotedKey {
  fingerprint: string
  /** encrypted with the secret key; null: made from it */
  look_up_key_sealed: string | null
}

// biome-ignore lint/suspicious/noExplicitAny: the platform's tables are beside those of any product
type AnyDb = Kysely<any>

/** undefined while there is none. */
export async function readNotedKey(db: AnyDb): Promise<NotedKey | undefined> {
  const rows = platformTables(db).selectFrom('master_key').select(['fingerprint', 'look_up_key_sealed'])
  return rows.executeTakeFirst()
}

/** Who is first says which key it is. Answers with what is noted then. */
export async function noteKey<Tables>(database: Database<Tables>, key: NotedKey): Promise<NotedKey> {
  const known = await readNotedKey(database.read)
  if (known !== undefined) return known
  await database.write(0, {
    work: ({ db }) =>
      platformTables(db)
        .insertInto('master_key')
        .values({ id: ONLY_ROW, ...key })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  })
  return (await readNotedKey(database.read))!
}

/** Another key from now on, in the transaction that has encrypted everything with it. */
export async function replaceNotedKey(db: AnyDb, key: NotedKey): Promise<void> {
  await platformTables(db)
    .insertInto('master_key')
    .values({ id: ONLY_ROW, ...key })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(key))
    .execute()
}
