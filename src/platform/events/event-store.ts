import type { Kysely } from 'kysely'
import type { With } from '../database/database.ts'
import { type PlatformTables, platformTables } from '../database/platform-tables.ts'
import { preparedWrite } from '../database/statements/prepared.ts'
import type { LoggedEvent } from './event-log.ts'

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
