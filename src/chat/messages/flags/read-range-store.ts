import { sql } from 'kysely'
import { type IdRange, IdRanges } from '../../../platform/caches/id-ranges.ts'
import { jsonIds } from '../../../platform/database/statements/json-list.ts'
import { jsonRows } from '../../../platform/database/statements/json-rows.ts'
import { prepared, preparedWrite } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { ReadRangesTable } from './message-flags-table.ts'

/** What a user has read, by recipient. */
export type ReadRanges = ReadonlyMap<number, IdRanges>

export async function loadReadRanges(db: Db, realmId: number, userId: number): Promise<ReadRanges> {
  return byRecipient(await rangesOf(db, { realmId, userId }))
}

/** Only for some streams and conversations. */
export async function loadReadRangesOf(
  db: Db,
  realmId: number,
  userId: number,
  recipientIds: readonly number[],
): Promise<ReadRanges> {
  return byRecipient(await rangesAmong(db, { realmId, userId, recipientIds: JSON.stringify(recipientIds) }))
}

/** Writes only the differences. */
export async function replaceReadRanges(
  db: Db,
  { realmId, userId, recipientId }: { realmId: number; userId: number; recipientId: number },
  before: IdRanges,
  after: IdRanges,
): Promise<void> {
  const key = ({ from, to }: IdRange) => `${from}-${to}`
  const kept = new Set(after.ranges.map(key))
  const known = new Set(before.ranges.map(key))
  const pair = ({ from, to }: IdRange) => [from, to]
  const gone = before.ranges.filter((range) => !kept.has(key(range))).map(pair)
  const added = after.ranges.filter((range) => !known.has(key(range))).map(pair)
  const place = { realmId, userId, recipientId }
  if (gone.length > 0) await deleteRanges(db, { ...place, ranges: JSON.stringify(gone) })
  if (added.length > 0) await insertRanges(db, { ...place, ranges: JSON.stringify(added) })
}

/** Marks everything that the user currently receives as read, up to a message. */
export async function storeEverythingRead(
  db: Db,
  realmId: number,
  userId: number,
  until: number,
): Promise<void> {
  // Without messages there is nothing to mark, and an empty range would collide with the first one.
  if (until === 0) return
  await deleteCurrent(db, { realmId, userId })
  await insertCurrent(db, { realmId, userId, until })
}

/** Marks a new message, the newest of its recipient, as read for some users. */
export async function storeReadBy(
  db: Db,
  message: { realm_id: number; recipient_id: number; id: number },
  userIds: readonly number[],
): Promise<void> {
  const { realm_id: realmId, recipient_id: recipientId, id } = message
  for (const userId of userIds) await readNewest(db, { realmId, userId, recipientId, id })
}

function byRecipient(rows: readonly ReadRangesTable[]): ReadRanges {
  const lists = new Map<number, IdRange[]>()
  for (const { recipient_id: id, from_id: from, to_id: to } of rows) {
    const list = lists.get(id)
    if (list) list.push({ from, to })
    else lists.set(id, [{ from, to }])
  }
  return new Map([...lists].map(([id, ranges]) => [id, IdRanges.of(ranges)]))
}

interface Reader {
  realmId: number
  userId: number
}

interface Place extends Reader {
  recipientId: number
}

const rangesOf = prepared<ChatTables, Reader, ReadRangesTable>((db, parameter) =>
  db
    .selectFrom('read_ranges')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('user_id', '=', parameter('userId')),
)

const rangesAmong = prepared<ChatTables, Reader & { recipientIds: string }, ReadRangesTable>(
  (db, parameter) =>
    db
      .selectFrom('read_ranges')
      .selectAll()
      .where('realm_id', '=', parameter('realmId'))
      .where('user_id', '=', parameter('userId'))
      .where('recipient_id', 'in', jsonIds(db, parameter('recipientIds'))),
)

const deleteRanges = preparedWrite<ChatTables, Place & { ranges: string }>((db, parameter) =>
  db
    .deleteFrom('read_ranges')
    .where('realm_id', '=', parameter('realmId'))
    .where('user_id', '=', parameter('userId'))
    .where('recipient_id', '=', parameter('recipientId'))
    .where((build) =>
      build.exists(
        build
          .selectFrom(jsonRows(db, parameter('ranges')).as('gone'))
          .select(sql<number>`1`.as('found'))
          .where(sql<boolean>`read_ranges.from_id >= cast(gone.value ->> 0 as bigint)`)
          .where(sql<boolean>`read_ranges.from_id <= cast(gone.value ->> 1 as bigint)`),
      ),
    ),
)

const insertRanges = preparedWrite<ChatTables, Place & { ranges: string }>((db, parameter) =>
  db
    .insertInto('read_ranges')
    .columns(['realm_id', 'user_id', 'recipient_id', 'from_id', 'to_id'])
    .expression(
      db
        .selectFrom(jsonRows(db, parameter('ranges')).as('added'))
        .select([
          sql<number>`cast(${parameter('realmId')} as bigint)`.as('realm_id'),
          sql<number>`cast(${parameter('userId')} as bigint)`.as('user_id'),
          sql<number>`cast(${parameter('recipientId')} as bigint)`.as('recipient_id'),
          sql<number>`cast(added.value ->> 0 as bigint)`.as('from_id'),
          sql<number>`cast(added.value ->> 1 as bigint)`.as('to_id'),
        ]),
    ),
)

const deleteCurrent = preparedWrite<ChatTables, Reader>((db, parameter) =>
  db
    .deleteFrom('read_ranges')
    .where('realm_id', '=', parameter('realmId'))
    .where('user_id', '=', parameter('userId'))
    .where('recipient_id', 'in', (build) =>
      build
        .selectFrom('receptions')
        .select('receptions.recipient_id')
        .where('receptions.realm_id', '=', parameter('realmId'))
        .where('receptions.user_id', '=', parameter('userId'))
        .where('receptions.until_message', 'is', null),
    ),
)

const insertCurrent = preparedWrite<ChatTables, Reader & { until: number }>((db, parameter) =>
  db
    .insertInto('read_ranges')
    .columns(['realm_id', 'user_id', 'recipient_id', 'from_id', 'to_id'])
    .expression(
      db
        .selectFrom('receptions')
        .select([
          'realm_id',
          'user_id',
          'recipient_id',
          sql<number>`1`.as('from_id'),
          sql<number>`cast(${parameter('until')} as bigint)`.as('to_id'),
        ])
        .where('realm_id', '=', parameter('realmId'))
        .where('user_id', '=', parameter('userId'))
        .where('until_message', 'is', null),
    ),
)

/**
 * Extends the last range if it includes the previous message of the recipient (0: there is none), and otherwise begins
 * a range after that message. (After deletions, other ranges may end beyond that message, too.)
 */
const readNewest = preparedWrite<ChatTables, Place & { id: number }>((db, parameter) => {
  const lastFrom = sql<number | null>`(select case when last.to_id >= previous.id then last.from_id end
    from (select from_id, to_id from read_ranges
      where realm_id = ${parameter('realmId')} and user_id = ${parameter('userId')}
        and recipient_id = ${parameter('recipientId')}
      order by from_id desc limit 1) as last)`
  // Not with max(): here SQLite would read all messages of the recipient for it.
  const previous = sql<{ id: number }>`(select coalesce((select messages.id from messages
    where messages.realm_id = ${parameter('realmId')} and messages.recipient_id = ${parameter('recipientId')}
      and messages.id < ${parameter('id')} order by messages.id desc limit 1), 0) as id)`
  return db
    .insertInto('read_ranges')
    .columns(['realm_id', 'user_id', 'recipient_id', 'from_id', 'to_id'])
    .expression(
      db
        .selectFrom(previous.as('previous'))
        .select([
          sql<number>`cast(${parameter('realmId')} as bigint)`.as('realm_id'),
          sql<number>`cast(${parameter('userId')} as bigint)`.as('user_id'),
          sql<number>`cast(${parameter('recipientId')} as bigint)`.as('recipient_id'),
          sql<number>`coalesce(${lastFrom}, previous.id + 1)`.as('from_id'),
          sql<number>`cast(${parameter('id')} as bigint)`.as('to_id'),
        ])
        // SQLite would read "on" as part of a join.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['realm_id', 'user_id', 'recipient_id', 'from_id'])
        .doUpdateSet((build) => ({ to_id: build.ref('excluded.to_id') })),
    )
}, 'once')
