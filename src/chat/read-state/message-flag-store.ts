import { prepared } from '../../platform/database/prepared.ts'
import type { Db } from '../chat.ts'
import type { ChatTables } from '../chat-tables.ts'
import type { MessageFlagsTable } from './message-flags-table.ts'

export async function insertFlags(db: Db, rows: readonly MessageFlagsTable[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('message_flags')
      .values(rows.slice(start, start + 500))
      .execute()
  }
}

export async function listFlagsBetween(
  db: Db,
  realmId: number,
  userId: number,
  from: number,
  to: number,
): Promise<MessageFlagsTable[]> {
  return between(db, { realmId, userId, from, to })
}

/** Newest first. */
export async function listNewestFlags(
  db: Db,
  realmId: number,
  userId: number,
  limit: number,
): Promise<MessageFlagsTable[]> {
  return newest(db, { realmId, userId, limit })
}

export async function listFlagsAmong(
  db: Db,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
): Promise<MessageFlagsTable[]> {
  const found: MessageFlagsTable[] = []
  for (let start = 0; start < messageIds.length; start += 500) {
    const rows = await db
      .selectFrom('message_flags')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('user_id', '=', userId)
      .where('message_id', 'in', messageIds.slice(start, start + 500))
      .execute()
    found.push(...rows)
  }
  return found
}

/** Everybody's flags of one message. */
export async function listFlagsOf(db: Db, realmId: number, messageId: number): Promise<MessageFlagsTable[]> {
  return db
    .selectFrom('message_flags')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .execute()
}

/** Ids of messages that this person marked read or unread one by one, above a mark. */
export async function listReadExceptions(
  db: Db,
  realmId: number,
  userId: number,
): Promise<{ message_id: number; read: number }[]> {
  const rows = await db
    .selectFrom('message_flags')
    .select(['message_id', 'read'])
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('read', 'is not', null)
    .execute()
  return rows as { message_id: number; read: number }[]
}

export async function listFlaggedIds(
  db: Db,
  realmId: number,
  userId: number,
  flag: 'starred' | 'mentioned',
): Promise<number[]> {
  const rows = await db
    .selectFrom('message_flags')
    .select('message_id')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where(flag, '=', 1)
    .orderBy('message_id')
    .execute()
  return rows.map((row) => row.message_id)
}

/** Where a mark now says what the row said. Rows that say nothing else are not needed any more. */
export async function dropReadExceptions(
  db: Db,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
): Promise<void> {
  for (let start = 0; start < messageIds.length; start += 500) {
    const rows = db
      .updateTable('message_flags')
      .set({ read: null })
      .where('realm_id', '=', realmId)
      .where('user_id', '=', userId)
      .where('message_id', 'in', messageIds.slice(start, start + 500))
    await rows.execute()
  }
  await dropSilentRows(db, realmId, userId)
}

/** Rows that say nothing any more. */
export async function dropSilentRows(db: Db, realmId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('message_flags')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('read', 'is', null)
    .where('starred', '=', 0)
    .where('collapsed', '=', 0)
    .where('mentioned', '=', 0)
    .where('has_alert_word', '=', 0)
    .execute()
}

export async function storeReadExceptions(
  db: Db,
  realmId: number,
  userId: number,
  exceptions: ReadonlyMap<number, boolean>,
): Promise<void> {
  const rows = [...exceptions].map(([messageId, isRead]) => ({
    ...noFlags,
    realm_id: realmId,
    user_id: userId,
    message_id: messageId,
    read: isRead ? 1 : 0,
  }))
  await upsertFlags(db, rows, 'read')
}

/** Of messages that may have no row yet. */
export async function setFlag(
  db: Db,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
  flag: 'starred' | 'collapsed',
  isSet: boolean,
): Promise<void> {
  const own = { realm_id: realmId, user_id: userId, [flag]: isSet ? 1 : 0 }
  const rows = messageIds.map((messageId) => ({ ...noFlags, message_id: messageId, ...own }))
  await upsertFlags(db, rows, flag)
}

async function upsertFlags(
  db: Db,
  rows: readonly MessageFlagsTable[],
  column: 'read' | 'starred' | 'collapsed',
): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('message_flags')
      .values(rows.slice(start, start + 500))
      .onConflict((conflict) =>
        conflict
          .columns(['realm_id', 'user_id', 'message_id'])
          .doUpdateSet((build) => ({ [column]: build.ref(`excluded.${column}`) })),
      )
      .execute()
  }
}

/** Mentions and alert words of an edited message. */
export async function storeConcerns(
  db: Db,
  realmId: number,
  messageId: number,
  concerns: ReadonlyMap<number, { mentioned: boolean; alerted: boolean }>,
): Promise<void> {
  await db
    .updateTable('message_flags')
    .set({ mentioned: 0, has_alert_word: 0 })
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .execute()
  for (const [userId, { mentioned, alerted }] of concerns) {
    const flags = { mentioned: mentioned ? 1 : 0, has_alert_word: alerted ? 1 : 0 }
    await db
      .insertInto('message_flags')
      .values({ ...noFlags, realm_id: realmId, user_id: userId, message_id: messageId, ...flags })
      .onConflict((conflict) => conflict.columns(['realm_id', 'user_id', 'message_id']).doUpdateSet(flags))
      .execute()
  }
}

export async function deleteFlagsOf(db: Db, realmId: number, messageId: number): Promise<void> {
  await db
    .deleteFrom('message_flags')
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .execute()
}

const noFlags = { read: null, starred: 0, collapsed: 0, mentioned: 0, has_alert_word: 0 }

const between = prepared<
  ChatTables,
  { realmId: number; userId: number; from: number; to: number },
  MessageFlagsTable
>((db, parameter) =>
  db
    .selectFrom('message_flags')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('user_id', '=', parameter('userId'))
    .where('message_id', '>=', parameter('from'))
    .where('message_id', '<=', parameter('to')),
)

const newest = prepared<ChatTables, { realmId: number; userId: number; limit: number }, MessageFlagsTable>(
  (db, parameter) =>
    db
      .selectFrom('message_flags')
      .selectAll()
      .where('realm_id', '=', parameter('realmId'))
      .where('user_id', '=', parameter('userId'))
      .orderBy('message_id', 'desc')
      .limit(parameter('limit')),
)
