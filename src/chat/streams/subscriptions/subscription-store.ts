import { isInJsonIds } from '../../../platform/database/statements/json-list.ts'
import { prepared, preparedOne } from '../../../platform/database/statements/prepared.ts'
import { withoutIndex } from '../../../platform/database/statements/without-index.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { SubscriptionsTable } from './subscriptions-table.ts'

export async function isSubscribed(
  db: Db,
  realmId: number,
  userId: number,
  streamId: number,
): Promise<boolean> {
  const row = await activeFlag(db, { realmId, userId, streamId })
  return row?.active === 1
}

/** All settings of a user, including those of streams that they have left. */
export async function listSubscriptionRows(
  db: Db,
  realmId: number,
  userId: number,
): Promise<SubscriptionsTable[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('stream_id')
    .execute()
}

/** Which of the given users are subscribed. Most messages need it, while other writers wait. */
export async function listSubscribersAmong(
  db: Db,
  realmId: number,
  streamId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await subscribersAmong(db, { realmId, streamId, userIds: JSON.stringify(userIds) })
  return rows.map((row) => row.user_id)
}

/** Ids of the streams that a user has muted. */
export async function listMutedStreamIds(db: Db, realmId: number, userId: number): Promise<number[]> {
  return (await mutedStreams(db, { realmId, userId })).map((row) => row.stream_id)
}

export async function findSubscriptionRows(
  db: Db,
  realmId: number,
  streamId: number,
  userIds: readonly number[],
): Promise<SubscriptionsTable[]> {
  const found: SubscriptionsTable[] = []
  for (let start = 0; start < userIds.length; start += 500) {
    const rows = await db
      .selectFrom('subscriptions')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('stream_id', '=', streamId)
      .where('user_id', 'in', userIds.slice(start, start + 500))
      .execute()
    found.push(...rows)
  }
  return found
}

/** The rows of all pairs of these streams and users, by stream. */
export async function findSubscriptionsAmong(
  db: Db,
  realmId: number,
  streamIds: readonly number[],
  userIds: readonly number[],
): Promise<Map<number, SubscriptionsTable[]>> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where(isInJsonIds(db, 'stream_id', JSON.stringify(streamIds)))
    .where(isInJsonIds(db, 'user_id', JSON.stringify(userIds)))
    .execute()
  return byStream(rows)
}

/** Ids of active subscribers by stream, each list ascending. */
export async function listSubscriberIdsOf(
  db: Db,
  realmId: number,
  streamIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await subscribers(db, realmId)
    .where(isInJsonIds(db, 'subscriptions.stream_id', JSON.stringify(streamIds)))
    .orderBy(withoutIndex('subscriptions.user_id'))
    .execute()
  return new Map([...byStream(rows)].map(([id, group]) => [id, group.map((row) => row.user_id)]))
}

function byStream<Row extends { stream_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.stream_id)
    if (group) group.push(row)
    else groups.set(row.stream_id, [row])
  }
  return groups
}

/** Ids of active subscribers, ascending. */
export async function listSubscriberIds(db: Db, realmId: number, streamId: number): Promise<number[]> {
  const rows = await subscribers(db, realmId)
    .where('stream_id', '=', streamId)
    .orderBy(withoutIndex('subscriptions.user_id'))
    .execute()
  return rows.map((row) => row.user_id)
}

/** Email addresses of the active subscribers, sorted. */
export interface Subscriber {
  id: number
  email: string
}

/** By email address. */
export async function listSubscribers(db: Db, realmId: number, streamId: number): Promise<Subscriber[]> {
  const rows = await subscribers(db, realmId).where('subscriptions.stream_id', '=', streamId).execute()
  return rows
    .map(({ user_id: id, email }) => ({ id, email }))
    .sort((one, other) => (one.email < other.email ? -1 : 1))
}

export async function hasSubscribers(db: Db, realmId: number, streamId: number): Promise<boolean> {
  return (await subscribers(db, realmId).where('stream_id', '=', streamId).limit(1).execute()).length > 0
}

/** The same for all streams of the organization at once. */
export async function listAllSubscribers(db: Db, realmId: number): Promise<Map<number, Subscriber[]>> {
  const byStream = new Map<number, Subscriber[]>()
  for (const row of await subscribers(db, realmId).orderBy('subscriptions.user_id').execute()) {
    const list = byStream.get(row.stream_id)
    if (list) list.push({ id: row.user_id, email: row.email })
    else byStream.set(row.stream_id, [{ id: row.user_id, email: row.email }])
  }
  return byStream
}

export async function listColors(
  db: Db,
  realmId: number,
  userIds: readonly number[],
): Promise<Map<number, string[]>> {
  const colors = new Map<number, string[]>(userIds.map((id) => [id, []]))
  for (let start = 0; start < userIds.length; start += 500) {
    const rows = await db
      .selectFrom('subscriptions')
      .select(['user_id', 'color'])
      .where('realm_id', '=', realmId)
      .where('user_id', 'in', userIds.slice(start, start + 500))
      .execute()
    for (const row of rows) colors.get(row.user_id)!.push(row.color)
  }
  return colors
}

/** Inserts new rows, or reactivates old ones with their settings. */
export async function activateSubscriptions(db: Db, rows: readonly SubscriptionsTable[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('subscriptions')
      .values(rows.slice(start, start + 500))
      .onConflict((conflict) =>
        conflict.columns(['realm_id', 'user_id', 'stream_id']).doUpdateSet({ active: 1 }),
      )
      .execute()
  }
}

export async function deactivateSubscriptions(
  db: Db,
  realmId: number,
  streamId: number,
  userIds: readonly number[],
): Promise<void> {
  for (let start = 0; start < userIds.length; start += 500) {
    await db
      .updateTable('subscriptions')
      .set({ active: 0 })
      .where('realm_id', '=', realmId)
      .where('stream_id', '=', streamId)
      .where('user_id', 'in', userIds.slice(start, start + 500))
      .execute()
  }
}

/** Ids of current subscribers (or, with false, former ones), including deactivated accounts. */
export async function listSettingOwners(
  db: Db,
  realmId: number,
  streamId: number,
  active: boolean,
): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('realm_id', '=', realmId)
    .where('stream_id', '=', streamId)
    .where('active', '=', active ? 1 : 0)
    .orderBy(withoutIndex('user_id'))
    .execute()
  return rows.map((row) => row.user_id)
}

/** Deletes the settings of former subscribers. */
export async function deleteLeftSubscriptions(
  db: Db,
  realmId: number,
  streamId: number,
  userIds: readonly number[],
): Promise<void> {
  for (let start = 0; start < userIds.length; start += 500) {
    await db
      .deleteFrom('subscriptions')
      .where('realm_id', '=', realmId)
      .where('stream_id', '=', streamId)
      .where('active', '=', 0)
      .where('user_id', 'in', userIds.slice(start, start + 500))
      .execute()
  }
}

export async function updateSubscription(
  db: Db,
  realmId: number,
  userId: number,
  streamId: number,
  changes: Partial<SubscriptionsTable>,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('stream_id', '=', streamId)
    .execute()
}

function subscribers(db: Db, realmId: number) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'subscriptions.realm_id')
        .onRef('users.id', '=', 'subscriptions.user_id'),
    )
    .select(['subscriptions.stream_id', 'subscriptions.user_id', 'users.email'])
    .where('subscriptions.realm_id', '=', realmId)
    .where('subscriptions.active', '=', 1)
    .where('users.is_active', '=', 1)
}

const activeFlag = preparedOne<
  ChatTables,
  { realmId: number; userId: number; streamId: number },
  { active: number }
>(
  (db, parameter) =>
    db
      .selectFrom('subscriptions')
      .select('active')
      .where('realm_id', '=', parameter('realmId'))
      .where('user_id', '=', parameter('userId'))
      .where('stream_id', '=', parameter('streamId')),
  'once',
)

const mutedStreams = prepared<ChatTables, { realmId: number; userId: number }, { stream_id: number }>(
  (db, parameter) =>
    db
      .selectFrom('subscriptions')
      .select('stream_id')
      .where('realm_id', '=', parameter('realmId'))
      .where('user_id', '=', parameter('userId'))
      .where('is_muted', '=', 1),
)

const subscribersAmong = prepared<
  ChatTables,
  { realmId: number; streamId: number; userIds: string },
  { user_id: number }
>((db, parameter) =>
  db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('realm_id', '=', parameter('realmId'))
    .where('stream_id', '=', parameter('streamId'))
    .where(isInJsonIds(db, 'user_id', parameter('userIds')))
    .where('active', '=', 1)
    .orderBy('user_id'),
)
