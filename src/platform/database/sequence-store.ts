import type { Kysely } from 'kysely'
import type { With } from './database.ts'
import type { PlatformTables } from './platform-tables.ts'
import { preparedOne, preparedWrite } from './prepared.ts'

/**
 * The present value, and on PostgreSQL the row's lock until the commit: whoever takes numbers next has
 * to wait for it, so numbers become visible in their order.
 */
export async function loadSequence<Tables>(
  db: Kysely<With<Tables>>,
  tenant: number,
  name: string,
): Promise<number> {
  const platform = db as unknown as Kysely<PlatformTables>
  const row = await touch(platform, { tenant, name })
  if (row) return row.value
  await platform
    .insertInto('sequences')
    .values({ tenant_id: tenant, name, value: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await touch(platform, { tenant, name })
  return made!.value
}

/** The last number that is committed. */
export async function readSequence<Tables>(
  db: Kysely<With<Tables>>,
  tenant: number,
  name: string,
): Promise<number> {
  return (await read(db as unknown as Kysely<PlatformTables>, { tenant, name }))?.value ?? 0
}

export async function storeSequence<Tables>(
  db: Kysely<With<Tables>>,
  tenant: number,
  name: string,
  value: number,
): Promise<void> {
  await store(db as unknown as Kysely<PlatformTables>, { tenant, name, value })
}

const touch = preparedOne<PlatformTables, { tenant: number; name: string }, { value: number }>(
  (db, parameter) =>
    db
      .updateTable('sequences')
      .set((row) => ({ value: row.ref('value') }))
      .where('tenant_id', '=', parameter('tenant'))
      .where('name', '=', parameter('name'))
      .returning('value'),
)

const read = preparedOne<PlatformTables, { tenant: number; name: string }, { value: number }>(
  (db, parameter) =>
    db
      .selectFrom('sequences')
      .select('value')
      .where('tenant_id', '=', parameter('tenant'))
      .where('name', '=', parameter('name')),
)

const store = preparedWrite<PlatformTables, { tenant: number; name: string; value: number }>(
  (db, parameter) =>
    db
      .updateTable('sequences')
      .set({ value: parameter('value') })
      .where('tenant_id', '=', parameter('tenant'))
      .where('name', '=', parameter('name')),
)
