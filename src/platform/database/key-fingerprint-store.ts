import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { PlatformTables } from './platform-tables.ts'

const ONLY_ROW = 1

/** Of the key with which the secrets of this database are encrypted; undefined while there is none. */
export async function readKeyFingerprint<Tables>(database: Database<Tables>): Promise<string | undefined> {
  const db = database.read as unknown as Kysely<PlatformTables>
  return (await db.selectFrom('master_key').select('fingerprint').executeTakeFirst())?.fingerprint
}

/** Who is first says which key it is. Answers with what is noted then. */
export async function noteKeyFingerprint<Tables>(
  database: Database<Tables>,
  fingerprint: string,
): Promise<string> {
  const known = await readKeyFingerprint(database)
  if (known !== undefined) return known
  await database.write(0, {
    work: ({ db }) =>
      (db as unknown as Kysely<PlatformTables>)
        .insertInto('master_key')
        .values({ id: ONLY_ROW, fingerprint })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  })
  return (await readKeyFingerprint(database))!
}
