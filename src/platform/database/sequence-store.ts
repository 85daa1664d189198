import type { Kysely } from 'kysely'
import type { With } from './database.ts'
import { engineOf } from './engine-of.ts'
import { type PlatformTables, platformTables } from './platform-tables.ts'
import { jsonTexts } from './statements/json-list.ts'
import { createFiller, preparedOne, preparedWrite } from './statements/prepared.ts'

/**
 * Returns the current value and, on PostgreSQL, locks the row until the commit. The next transaction that takes numbers
 * has to wait, so numbers become visible in order.
 */
export async function loadSequence<Tables>(
  db: Kysely<With<Tables>>,
  tenant: number,
  name: string,
): Promise<number> {
  const platform = platformTables(db)
  const row = await lock(platform, { tenant, name })
  if (row) return row.value
  await platform
    .insertInto('sequences')
    .values({ tenant_id: tenant, name, value: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await lock(platform, { tenant, name })
  return made!.value
}

/**
 * Locks a counter and reads others in the same round trip. Everyone who changes one of the others has locked this one
 * first, so their values stay the same until the commit. Counters that do not exist yet are missing in the result.
 */
export async function lockSequences<Tables>(
  db: Kysely<With<Tables>>,
  tenant: number,
  first: string,
  others: readonly string[],
): Promise<Map<string, number>> {
  const platform = platformTables(db)
  const queries = [
    fillLock<{ value: number }>(platform, { tenant, name: first }),
    fillValues<{ name: string; value: number }>(platform, { tenant, names: JSON.stringify(others) }),
  ] as const
  const [locked, values] = await platform
    .getExecutor()
    .provideConnection((connection) =>
      Promise.all([
        connection.executeQuery<{ value: number }>(queries[0]),
        connection.executeQuery<{ name: string; value: number }>(queries[1]),
      ]),
    )
  const found = new Map(values.rows.map(({ name, value }) => [name, value]))
  const [row] = locked.rows
  if (row) found.set(first, row.value)
  return found
}

/** The last number that is committed. */
export async function readSequence<Tables>(
  db: Kysely<With<Tables>>,
  tenant: number,
  name: string,
): Promise<number> {
  return (await read(platformTables(db), { tenant, name }))?.value ?? 0
}

/** All counters of a tenant, by name. */
export async function readSequences<Tables>(
  db: Kysely<With<Tables>>,
  tenant: number,
): Promise<Record<string, number>> {
  const rows = await platformTables(db)
    .selectFrom('sequences')
    .select(['name', 'value'])
    .where('tenant_id', '=', tenant)
    .orderBy('name')
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function storeSequence<Tables>(
  db: Kysely<With<Tables>>,
  tenant: number,
  name: string,
  value: number,
): Promise<void> {
  await store(platformTables(db), { tenant, name, value })
}

const buildLock: Parameters<typeof createFiller<PlatformTables, { tenant: number; name: string }>>[0] = (
  db,
  parameter,
) => {
  const row = db
    .selectFrom('sequences')
    .select('value')
    .where('tenant_id', '=', parameter('tenant'))
    .where('name', '=', parameter('name'))
  // SQLite has only one writer at a time.
  return engineOf(db) === 'postgres' ? row.forUpdate() : row
}

const lock = preparedOne<PlatformTables, { tenant: number; name: string }, { value: number }>(
  buildLock,
  'once',
)
const fillLock = createFiller(buildLock, 'once')

const fillValues = createFiller<PlatformTables, { tenant: number; names: string }>(
  (db, parameter) =>
    db
      .selectFrom('sequences')
      .select(['name', 'value'])
      .where('tenant_id', '=', parameter('tenant'))
      .where('name', 'in', jsonTexts(db, parameter('names'))),
  'once',
)

const read = preparedOne<PlatformTables, { tenant: number; name: string }, { value: number }>(
  (db, parameter) =>
    db
      .selectFrom('sequences')
      .select('value')
      .where('tenant_id', '=', parameter('tenant'))
      .where('name', '=', parameter('name')),
  'once',
)

const store = preparedWrite<PlatformTables, { tenant: number; name: string; value: number }>(
  (db, parameter) =>
    db
      .updateTable('sequences')
      .set({ value: parameter('value') })
      .where('tenant_id', '=', parameter('tenant'))
      .where('name', '=', parameter('name')),
  'once',
)
