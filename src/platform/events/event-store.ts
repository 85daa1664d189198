import type { Kysely } from 'kysely'
import type { With } from '../database/database.ts'
import { isInJsonIds } from '../database/json-list.ts'
import { type PlatformTables, platformTables } from '../database/platform-tables.ts'
import { prepared, preparedOne, preparedWrite } from '../database/prepared.ts'
import type { LoggedEvent } from './event-log.ts'

export const EVENTS = 'events'

type Db<Tables> = Kysely<With<Tables>>

export function insertEvent<Tables>(db: Db<Tables>, event: LoggedEvent, now: number): Promise<void> {
  return insert(platformTables(db), {
    tenant_id: event.tenant,
    position: event.position,
    type: event.type,
    audience: JSON.stringify(event.audience),
    payload: JSON.stringify(event.payload),
    created_at: now,
  })
}

/** The events after a position, oldest first, with the types of their announcers. */
export async function readEventsAfter<Tables, Event extends LoggedEvent = LoggedEvent>(
  db: Db<Tables>,
  tenant: number,
  position: number,
  limit: number,
): Promise<Event[]> {
  const rows = await platformTables(db)
    .selectFrom('events')
    .select(['position', 'type', 'audience', 'payload'])
    .where('tenant_id', '=', tenant)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()
  const events: LoggedEvent[] = rows.map((row) => ({
    tenant,
    position: row.position,
    type: row.type,
    audience: JSON.parse(row.audience),
    payload: JSON.parse(row.payload),
  }))
  return events as Event[]
}

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

export async function hasEventsBefore<Tables>(
  db: Db<Tables>,
  tenant: number,
  upTo: number,
  before: number,
): Promise<boolean> {
  const oldest = await platformTables(db)
    .selectFrom('events')
    .select(['position', 'created_at'])
    .where('tenant_id', '=', tenant)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return oldest !== undefined && oldest.position <= upTo && oldest.created_at < before
}

/** The newest position that is older than `before` and not above `upTo`; 0 when there is none. */
export async function newestPositionBefore<Tables>(
  db: Db<Tables>,
  tenant: number,
  upTo: number,
  before: number,
): Promise<number> {
  const newest = await platformTables(db)
    .selectFrom('events')
    .select((select) => select.fn.max('position').as('position'))
    .where('tenant_id', '=', tenant)
    .where('position', '<=', upTo)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return newest?.position ?? 0
}

/** Skips positions in all logs. */
export async function skipPositions<Tables>(db: Db<Tables>, count: number): Promise<void> {
  await platformTables(db)
    .updateTable('sequences')
    .set((row) => ({ value: row('value', '+', count) }))
    .where('name', '=', EVENTS)
    .execute()
}

/** Deletes events that are older than `before` and not above `upTo`. */
export async function pruneEvents<Tables>(
  db: Db<Tables>,
  tenant: number,
  upTo: number,
  before: number,
): Promise<void> {
  await platformTables(db)
    .deleteFrom('events')
    .where('tenant_id', '=', tenant)
    .where('position', '<=', upTo)
    .where('created_at', '<', before)
    .execute()
}

const insert = preparedWrite<PlatformTables, PlatformTables['events']>(
  (db, parameter) =>
    db.insertInto('events').values({
      tenant_id: parameter('tenant_id'),
      position: parameter('position'),
      type: parameter('type'),
      audience: parameter('audience'),
      payload: parameter('payload'),
      created_at: parameter('created_at'),
    }),
  'once',
)

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
