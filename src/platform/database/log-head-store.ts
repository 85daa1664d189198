import type { Kysely } from 'kysely'
import type { With } from './database.ts'
import { type PlatformTables, platformTables } from './platform-tables.ts'
import { isInJsonIds } from './statements/json-list.ts'
import { prepared, preparedOne } from './statements/prepared.ts'

/** The counter of each tenant that numbers the events of its log. */
export const EVENTS = 'events'

type Db<Tables> = Kysely<With<Tables>>

/** The newest position of every tenant that has any event. */
export async function readHeads<Tables>(db: Db<Tables>): Promise<Map<number, number>> {
  const rows = await platformTables(db)
    .selectFrom('sequences')
    .select(['tenant_id', 'value'])
    .where('name', '=', EVENTS)
    .execute()
  return new Map(rows.map((row) => [row.tenant_id, row.value]))
}

/** The same for some tenants. */
export async function readHeadsOf<Tables>(
  db: Db<Tables>,
  tenants: readonly number[],
): Promise<Map<number, number>> {
  const rows = await heads(platformTables(db), { tenants: JSON.stringify(tenants) })
  return new Map(rows.map((row) => [row.tenant_id, row.value]))
}

export async function readHead<Tables>(db: Db<Tables>, tenant: number): Promise<number> {
  const row = await head(platformTables(db), { tenant })
  return row?.value ?? 0
}

/** Skips positions in all logs. */
export async function skipPositions<Tables>(db: Db<Tables>, count: number): Promise<void> {
  await platformTables(db)
    .updateTable('sequences')
    .set((row) => ({ value: row('value', '+', count) }))
    .where('name', '=', EVENTS)
    .execute()
}

const head = preparedOne<PlatformTables, { tenant: number }, { value: number }>(
  (db, parameter) =>
    db
      .selectFrom('sequences')
      .select('value')
      .where('tenant_id', '=', parameter('tenant'))
      .where('name', '=', EVENTS),
  'once',
)

const heads = prepared<PlatformTables, { tenants: string }, { tenant_id: number; value: number }>(
  (db, parameter) =>
    db
      .selectFrom('sequences')
      .select(['tenant_id', 'value'])
      .where('name', '=', EVENTS)
      .where(isInJsonIds(db, 'tenant_id', parameter('tenants'))),
  'once',
)
