import { jsonIds } from '../../../platform/database/statements/json-list.ts'
import { prepared, preparedOne } from '../../../platform/database/statements/prepared.ts'
import type { ChatTransaction, Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { ReceptionRow, ReceptionsTable, RecipientsTable } from './recipients-table.ts'

export async function insertRecipient(db: Db, recipient: RecipientsTable): Promise<void> {
  await db.insertInto('recipients').values(recipient).execute()
}

export async function insertRecipients(db: Db, recipients: readonly RecipientsTable[]): Promise<void> {
  if (recipients.length > 0)
    await db
      .insertInto('recipients')
      .values([...recipients])
      .execute()
}

/** The private conversation of exactly these people. */
export async function findConversation(db: Db, realmId: number, userIds: readonly number[]) {
  return byMembers(db, { realmId, members: membersText(userIds) })
}

/** Finds or opens it. From then on, all of its members receive its messages. */
export async function openConversation(
  transaction: ChatTransaction,
  realmId: number,
  userIds: readonly number[],
): Promise<number> {
  const known = await findConversation(transaction.db, realmId, userIds)
  if (known) return known.id
  const id = await transaction.next('recipients')
  await insertRecipient(transaction.db, {
    realm_id: realmId,
    id,
    stream_id: null,
    members: membersText(userIds),
  })
  await insertReceptions(
    transaction.db,
    userIds.map((userId) => ({
      realm_id: realmId,
      user_id: userId,
      recipient_id: id,
      stream_id: null,
      from_message: 0,
      until_message: null,
      from_event: 0,
      until_event: null,
    })),
  )
  return id
}

/** Conversations of at least this many people that include both users. */
export async function listConversationsWith(
  db: Db,
  realmId: number,
  userId: number,
  otherId: number,
  least: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('receptions as own')
    .innerJoin('receptions as others', (join) =>
      join
        .onRef('others.realm_id', '=', 'own.realm_id')
        .onRef('others.recipient_id', '=', 'own.recipient_id'),
    )
    .innerJoin('recipients', (join) =>
      join.onRef('recipients.realm_id', '=', 'own.realm_id').onRef('recipients.id', '=', 'own.recipient_id'),
    )
    .select(['recipients.id', 'recipients.members'])
    .where('own.realm_id', '=', realmId)
    .where('own.user_id', '=', userId)
    .where('others.user_id', '=', otherId)
    .where('own.stream_id', 'is', null)
    .execute()
  return rows.filter((row) => row.members!.split(',').length >= least).map((row) => row.id)
}

export async function findRecipients(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<RecipientsTable[]> {
  return ids.length === 0 ? [] : recipientsAmong(db, { realmId, ids: JSON.stringify(ids) })
}

const recipientsAmong = prepared<ChatTables, { realmId: number; ids: string }, RecipientsTable>(
  (db, parameter) =>
    db
      .selectFrom('recipients')
      .selectAll()
      .where('realm_id', '=', parameter('realmId'))
      .where('id', 'in', jsonIds(db, parameter('ids'))),
)

export async function insertReceptions(db: Db, rows: readonly ReceptionsTable[]): Promise<void> {
  // Both engines limit the parameters of a statement.
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('receptions')
      .values(rows.slice(start, start + 500))
      .execute()
  }
}

/** Ends the open period of these users for a stream. */
export async function endReceptions(
  db: Db,
  realmId: number,
  recipientId: number,
  userIds: readonly number[],
  untilMessage: number,
  untilEvent: number,
): Promise<void> {
  for (let start = 0; start < userIds.length; start += 500) {
    await db
      .updateTable('receptions')
      .set({ until_message: untilMessage, until_event: untilEvent })
      .where('realm_id', '=', realmId)
      .where('user_id', 'in', userIds.slice(start, start + 500))
      .where('recipient_id', '=', recipientId)
      .where('until_event', 'is', null)
      .execute()
  }
}

/** All periods of a user, including closed ones. */
export async function listReceptions(db: Db, realmId: number, userId: number): Promise<ReceptionRow[]> {
  return receptionsOf(db, { realmId, userId })
}

/** The same for some recipients. */
export async function listReceptionsAmong(
  db: Db,
  realmId: number,
  userId: number,
  recipientIds: readonly number[],
): Promise<ReceptionRow[]> {
  return receptionsAmong(db, { realmId, userId, recipientIds: JSON.stringify(recipientIds) })
}

/** All periods of some users for one recipient. */
export async function listReceptionsOfUsers(
  db: Db,
  realmId: number,
  recipientId: number,
  userIds: readonly number[],
): Promise<ReceptionRow[]> {
  return receptionsOfUsers(db, { realmId, recipientId, userIds: JSON.stringify(userIds) })
}

export const membersText = (userIds: readonly number[]) =>
  [...new Set(userIds)].sort((one, other) => one - other).join(',')

export const membersOf = ({ members }: Pick<RecipientsTable, 'members'>) => members!.split(',').map(Number)

const byMembers = preparedOne<ChatTables, { realmId: number; members: string }, RecipientsTable>(
  (db, parameter) =>
    db
      .selectFrom('recipients')
      .selectAll()
      .where('realm_id', '=', parameter('realmId'))
      .where('members', '=', parameter('members')),
)

const withStreams = (db: Db) =>
  db
    .selectFrom('receptions')
    .leftJoin('streams', (join) =>
      join
        .onRef('streams.realm_id', '=', 'receptions.realm_id')
        .onRef('streams.id', '=', 'receptions.stream_id'),
    )
    .selectAll('receptions')
    .select(['streams.invite_only', 'streams.archived_at_event'])

const receptionsOf = prepared<ChatTables, { realmId: number; userId: number }, ReceptionRow>(
  (db, parameter) =>
    withStreams(db as Db)
      .where('receptions.realm_id', '=', parameter('realmId'))
      .where('receptions.user_id', '=', parameter('userId')),
)

const receptionsAmong = prepared<
  ChatTables,
  { realmId: number; userId: number; recipientIds: string },
  ReceptionRow
>((db, parameter) =>
  withStreams(db as Db)
    .where('receptions.realm_id', '=', parameter('realmId'))
    .where('receptions.user_id', '=', parameter('userId'))
    .where('receptions.recipient_id', 'in', jsonIds(db, parameter('recipientIds'))),
)

const receptionsOfUsers = prepared<
  ChatTables,
  { realmId: number; recipientId: number; userIds: string },
  ReceptionRow
>((db, parameter) =>
  withStreams(db as Db)
    .where('receptions.realm_id', '=', parameter('realmId'))
    .where('receptions.user_id', 'in', jsonIds(db, parameter('userIds')))
    .where('receptions.recipient_id', '=', parameter('recipientId')),
)

/** The members of every private conversation of a user, ascending, by recipient. */
export async function listConversations(
  db: Db,
  realmId: number,
  userId: number,
): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('receptions')
    .innerJoin('recipients', (join) =>
      join
        .onRef('recipients.realm_id', '=', 'receptions.realm_id')
        .onRef('recipients.id', '=', 'receptions.recipient_id'),
    )
    .select(['recipients.id', 'recipients.members'])
    .where('receptions.realm_id', '=', realmId)
    .where('receptions.user_id', '=', userId)
    .where('receptions.stream_id', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.members!.split(',').map(Number)]))
}

export async function findNewestIdsByRecipient(
  db: Db,
  realmId: number,
  recipientIds: readonly number[],
): Promise<Map<number, number>> {
  const newest = new Map<number, number>()
  for (let start = 0; start < recipientIds.length; start += 500) {
    const rows = await db
      .selectFrom('messages')
      .select('recipient_id')
      .select((select) => select.fn.max('id').as('newest'))
      .where('realm_id', '=', realmId)
      .where('recipient_id', 'in', recipientIds.slice(start, start + 500))
      .groupBy('recipient_id')
      .execute()
    for (const row of rows) newest.set(row.recipient_id, row.newest)
  }
  return newest
}
