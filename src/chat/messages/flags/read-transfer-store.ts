import { sql } from 'kysely'
import { IdRanges } from '../../../platform/caches/id-ranges.ts'
import { jsonIds } from '../../../platform/database/statements/json-list.ts'
import { jsonRows } from '../../../platform/database/statements/json-rows.ts'
import { prepared, preparedWrite } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { ReadRangesTable } from './message-flags-table.ts'

/** A move of messages between two ids from one recipient to another. */
export interface Transfer {
  realmId: number
  source: number
  target: number
  first: number
  last: number
}

/**
 * Subscribers of the target whose read state there may have to change. Most have read both streams, or neither, in this
 * range: the database leaves them out, so the cost grows with the others only.
 */
export async function listAffectedReaders(db: Db, transfer: Transfer): Promise<number[]> {
  return (await affected(db, transfer)).map((row) => row.user_id)
}

/** What some users have read of a recipient, as far as it overlaps or touches a range of ids. By user. */
export async function loadReadNear(
  db: Db,
  realmId: number,
  recipientId: number,
  userIds: readonly number[],
  { first, last }: { first: number; last: number },
): Promise<ReadonlyMap<number, IdRanges>> {
  const rows = await near(db, { realmId, recipientId, userIds: JSON.stringify(userIds), first, last })
  const lists = new Map<number, { from: number; to: number }[]>()
  for (const { user_id: userId, from_id: from, to_id: to } of rows) {
    const list = lists.get(userId)
    if (list) list.push({ from, to })
    else lists.set(userId, [{ from, to }])
  }
  return new Map([...lists].map(([userId, ranges]) => [userId, IdRanges.of(ranges)]))
}

/** Deletes [user, from] and inserts [user, from, to] for one recipient. */
export async function replaceRangesOfUsers(
  db: Db,
  place: { realmId: number; recipientId: number },
  gone: readonly (readonly [userId: number, from: number])[],
  added: readonly (readonly [userId: number, from: number, to: number])[],
): Promise<void> {
  if (gone.length > 0) await deleteRanges(db, { ...place, rows: JSON.stringify(gone) })
  if (added.length > 0) await insertRanges(db, { ...place, rows: JSON.stringify(added) })
}

const affected = prepared<ChatTables, Transfer, { user_id: number }>((db, parameter) => {
  const realmId = parameter('realmId')
  const [first, last] = [parameter('first'), parameter('last')]
  const readAll = (recipientId: number) => sql<boolean>`exists (select 1 from read_ranges as known
    where known.realm_id = ${realmId} and known.user_id = reader.user_id and known.recipient_id = ${recipientId}
      and known.from_id <= ${first} and known.to_id >= ${last})`
  const readSome = (recipientId: number) => sql<boolean>`exists (select 1 from read_ranges as known
    where known.realm_id = ${realmId} and known.user_id = reader.user_id and known.recipient_id = ${recipientId}
      and known.from_id <= ${last} and known.to_id >= ${first})`
  const receives = (since: number) => sql<boolean>`exists (select 1 from receptions as own
    where own.realm_id = ${realmId} and own.user_id = reader.user_id and own.recipient_id = ${parameter('source')}
      and own.until_event is null and own.from_message < ${since})`
  const wasMoved = sql<boolean>`exists (select 1 from arrivals
    where arrivals.realm_id = ${realmId} and arrivals.recipient_id = ${parameter('source')}
      and arrivals.from_id <= ${last} and arrivals.to_id >= ${first})`
  const target = parameter('target')
  const source = parameter('source')
  const hasReadBoth = sql<boolean>`(${readAll(target)}
    and (${readAll(source)} or not ${receives(Number.MAX_SAFE_INTEGER)}))`
  const hasReadNeither = sql<boolean>`(not ${readSome(target)} and not ${readSome(source)}
    and ${receives(first)} and not ${wasMoved})`
  return db
    .selectFrom('receptions as reader')
    .select('reader.user_id')
    .where('reader.realm_id', '=', realmId)
    .where('reader.recipient_id', '=', target)
    .where('reader.until_event', 'is', null)
    .where(sql<boolean>`not ${hasReadBoth}`)
    .where(sql<boolean>`not ${hasReadNeither}`)
})

interface Near {
  realmId: number
  recipientId: number
  /** a JSON list */
  userIds: string
  first: number
  last: number
}

const near = prepared<ChatTables, Near, ReadRangesTable>((db, parameter) =>
  db
    .selectFrom('read_ranges')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('user_id', 'in', jsonIds(db, parameter('userIds')))
    .where('recipient_id', '=', parameter('recipientId'))
    .where('from_id', '<=', sql<number>`cast(${parameter('last')} as bigint) + 1`)
    .where('to_id', '>=', sql<number>`cast(${parameter('first')} as bigint) - 1`),
)

interface Rows {
  realmId: number
  recipientId: number
  /** JSON: lists */
  rows: string
}

const deleteRanges = preparedWrite<ChatTables, Rows>((db, parameter) =>
  db
    .deleteFrom('read_ranges')
    .where('realm_id', '=', parameter('realmId'))
    .where('recipient_id', '=', parameter('recipientId'))
    .where((build) =>
      build(
        build.refTuple('user_id', 'from_id'),
        'in',
        build
          .selectFrom(jsonRows(db, parameter('rows')).as('gone'))
          .select([
            sql<number>`cast(gone.value ->> 0 as bigint)`.as('user_id'),
            sql<number>`cast(gone.value ->> 1 as bigint)`.as('from_id'),
          ])
          .$asTuple('user_id', 'from_id'),
      ),
    ),
)

const insertRanges = preparedWrite<ChatTables, Rows>((db, parameter) =>
  db
    .insertInto('read_ranges')
    .columns(['realm_id', 'user_id', 'recipient_id', 'from_id', 'to_id'])
    .expression(
      db
        .selectFrom(jsonRows(db, parameter('rows')).as('added'))
        .select([
          sql<number>`cast(${parameter('realmId')} as bigint)`.as('realm_id'),
          sql<number>`cast(added.value ->> 0 as bigint)`.as('user_id'),
          sql<number>`cast(${parameter('recipientId')} as bigint)`.as('recipient_id'),
          sql<number>`cast(added.value ->> 1 as bigint)`.as('from_id'),
          sql<number>`cast(added.value ->> 2 as bigint)`.as('to_id'),
        ]),
    ),
)
