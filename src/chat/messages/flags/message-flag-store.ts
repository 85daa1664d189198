import { sql } from 'kysely'
import { isInJsonIds, jsonIds } from '../../../platform/database/statements/json-list.ts'
import { prepared, preparedWrite } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { MessageFlagsTable } from './message-flags-table.ts'

/** Whom a new message concerns. */
export interface Concerned {
  userId: number
  mentioned: boolean
  alerted: boolean
}

/** The flags of a new message. */
export async function insertFlags(
  db: Db,
  { realm_id, id: message_id }: { realm_id: number; id: number },
  concerned: readonly Concerned[],
): Promise<void> {
  for (const { userId: user_id, mentioned, alerted } of concerned) {
    const flags = { mentioned: Number(mentioned), has_alert_word: Number(alerted) }
    await insertRow(db, { realm_id, user_id, message_id, starred: 0, collapsed: 0, ...flags })
  }
}

const insertRow = preparedWrite<ChatTables, MessageFlagsTable>(
  (db, parameter) =>
    db.insertInto('message_flags').values({
      realm_id: parameter('realm_id'),
      user_id: parameter('user_id'),
      message_id: parameter('message_id'),
      starred: parameter('starred'),
      collapsed: parameter('collapsed'),
      mentioned: parameter('mentioned'),
      has_alert_word: parameter('has_alert_word'),
    }),
  'once',
)

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
  return flagsAmong(db, { realmId, userId, ids: JSON.stringify(messageIds) })
}

/** Flags of some messages, for all users. */
export async function listFlagsOf(
  db: Db,
  realmId: number,
  messageIds: readonly number[],
): Promise<MessageFlagsTable[]> {
  return flagsOf(db, { realmId, ids: JSON.stringify(messageIds) })
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

/** The messages that a user starred, in one stream or in all. */
export async function listStars(db: Db, realmId: number, userId: number, streamId: number | undefined) {
  const query = db
    .selectFrom('message_flags')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.realm_id', '=', 'message_flags.realm_id')
        .onRef('messages.id', '=', 'message_flags.message_id'),
    )
    .select(['messages.id', 'messages.recipient_id', 'messages.stream_id'])
    .where('message_flags.realm_id', '=', realmId)
    .where('message_flags.user_id', '=', userId)
    .where('message_flags.starred', '=', 1)
    .orderBy('messages.id')
  return (streamId === undefined ? query : query.where('messages.stream_id', '=', streamId)).execute()
}

/** Ids of users who starred a message in the stream. */
export async function listStarOwnersIn(db: Db, realmId: number, streamId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('message_flags', (join) =>
      join
        .onRef('message_flags.realm_id', '=', 'messages.realm_id')
        .onRef('message_flags.message_id', '=', 'messages.id'),
    )
    .select('message_flags.user_id')
    .distinct()
    .where('messages.realm_id', '=', realmId)
    .where('messages.stream_id', '=', streamId)
    .where('message_flags.starred', '=', 1)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Deletes those of the rows that have no flag left. */
export async function dropEmptyFlags(
  db: Db,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
): Promise<void> {
  await deleteEmpty(db, { realmId, userId, ids: JSON.stringify(messageIds) })
}

/** Also for messages that have no row yet. */
export async function setFlag(
  db: Db,
  realmId: number,
  userId: number,
  messageIds: readonly number[],
  flag: StoredFlag,
  isSet: boolean,
): Promise<void> {
  if (messageIds.length === 0) return
  await storing[flag][isSet ? 1 : 0](db, { realmId, userId, ids: JSON.stringify(messageIds) })
}

/** Stores mentions and alert words of an edited message. */
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

export async function deleteFlagsOf(db: Db, realmId: number, messageIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('message_flags')
    .where('realm_id', '=', realmId)
    .where(isInJsonIds(db, 'message_id', JSON.stringify(messageIds)))
    .execute()
}

type StoredFlag = 'starred' | 'collapsed'

interface OwnMessages {
  realmId: number
  userId: number
  /** a JSON list */
  ids: string
}

export const noFlags = { starred: 0, collapsed: 0, mentioned: 0, has_alert_word: 0 }

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

const flagsAmong = prepared<ChatTables, OwnMessages, MessageFlagsTable>((db, parameter) =>
  db
    .selectFrom('message_flags')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where('user_id', '=', parameter('userId'))
    .where('message_id', 'in', jsonIds(db, parameter('ids'))),
)

const flagsOf = prepared<ChatTables, { realmId: number; ids: string }, MessageFlagsTable>((db, parameter) =>
  db
    .selectFrom('message_flags')
    .selectAll()
    .where('realm_id', '=', parameter('realmId'))
    .where(isInJsonIds(db, 'message_id', parameter('ids'))),
)

const deleteEmpty = preparedWrite<ChatTables, OwnMessages>((db, parameter) =>
  db
    .deleteFrom('message_flags')
    .where('realm_id', '=', parameter('realmId'))
    .where('user_id', '=', parameter('userId'))
    .where('message_id', 'in', jsonIds(db, parameter('ids')))
    .where('starred', '=', 0)
    .where('collapsed', '=', 0)
    .where('mentioned', '=', 0)
    .where('has_alert_word', '=', 0),
)

/** One statement for any number of messages. Inserts missing rows. */
const storeAs = (flag: StoredFlag, value: 0 | 1) =>
  preparedWrite<ChatTables, OwnMessages>((db, parameter) => {
    const columns = Object.entries({ ...noFlags, [flag]: value })
    const names = columns.map(([name]) => name as keyof typeof noFlags)
    return db
      .insertInto('message_flags')
      .columns(['realm_id', 'user_id', 'message_id', ...names])
      .expression(
        db
          .selectFrom(sql<{ value: number }>`${jsonIds(db, parameter('ids'))}`.as('wanted'))
          .select([
            sql<number>`cast(${parameter('realmId')} as bigint)`.as('realm_id'),
            sql<number>`cast(${parameter('userId')} as bigint)`.as('user_id'),
            'wanted.value',
            ...columns.map(([name, flags]) => sql<number>`${sql.lit(flags)}`.as(name)),
          ])
          // Otherwise SQLite parses the conflict clause as part of the join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['realm_id', 'user_id', 'message_id'])
          .doUpdateSet((build) => ({ [flag]: build.ref(`excluded.${flag}`) })),
      )
  })

const storing = {
  starred: [storeAs('starred', 0), storeAs('starred', 1)],
  collapsed: [storeAs('collapsed', 0), storeAs('collapsed', 1)],
} as const
