import { type DeleteQueryBuilder, type DeleteResult, type SelectQueryBuilder, sql } from 'kysely'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import type { UsersTable } from '../../identity/users/users-table.ts'
import type { MessagesTable } from '../../messages/messages-table.ts'
import type { ReactionsTable } from '../../messages/reactions/reactions-table.ts'
import { type PersonalTable, personalTables } from './personal-tables.ts'

/** Deletes some of the rows of a person in a table. Returns how many. */
export async function deleteSomeRows(
  db: Db,
  name: keyof ChatTables,
  realmId: number,
  userId: number,
  limit: number,
): Promise<number> {
  const { key, person } = uncheckedCast<PersonalTable>(personalTables[name])
  // The table is known only at run time.
  const from = uncheckedCast<SelectQueryBuilder<never, never, object>>(db.selectFrom(name))
  const deletion = uncheckedCast<DeleteQueryBuilder<never, never, DeleteResult>>(db.deleteFrom(name))
  const columns = sql.join(['realm_id', ...key].map((column) => sql.ref(column)))
  const some = from
    .select(['realm_id', ...key] as never)
    .where(sql.ref('realm_id'), '=', realmId as never)
    .where(sql.ref(person), '=', userId as never)
    .limit(limit)
  const result = await deletion.where(sql<boolean>`(${columns}) in ${some}`).executeTakeFirstOrThrow()
  return Number(result.numDeletedRows)
}

/** Messages that the person has sent, after a message, oldest first. */
export async function listSentMessages(
  db: Db,
  realmId: number,
  senderId: number,
  after: number,
  limit: number,
): Promise<MessagesTable[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('sender_id', '=', senderId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Reactions of the person to messages after a message, in their order. */
export async function listOwnReactions(
  db: Db,
  realmId: number,
  userId: number,
  after: number,
  limit: number,
): Promise<ReactionsTable[]> {
  return db
    .selectFrom('reactions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('message_id', '>', after)
    .orderBy('message_id')
    .limit(limit)
    .execute()
}

/** Forgets how these messages were before they were edited. Returns whether any was. */
export async function deleteEditsOf(
  db: Db,
  realmId: number,
  messageIds: readonly number[],
): Promise<boolean> {
  if (messageIds.length === 0) return false
  const { numDeletedRows } = await db
    .deleteFrom('message_edits')
    .where('realm_id', '=', realmId)
    .where('message_id', 'in', [...messageIds])
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether the person has written in one of these streams. */
export async function hasWrittenIn(
  db: Db,
  realmId: number,
  userId: number,
  streamIds: readonly number[],
): Promise<boolean> {
  if (streamIds.length === 0) return false
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('sender_id', '=', userId)
    .where('stream_id', 'in', [...streamIds])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The audit log says that the account was changed, no longer how: its old names and addresses are there. */
export async function emptyAuditOf(db: Db, realmId: number, userId: number): Promise<void> {
  await db
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('realm_id', '=', realmId)
    .where('subject_kind', '=', 'user')
    .where('subject_id', '=', String(userId))
    .where('action', '<>', 'user.erased')
    .execute()
  // What they did stays, without where they were and with what.
  await db
    .updateTable('audit_log')
    .set({ address: null, client: null })
    .where('realm_id', '=', realmId)
    .where('actor_id', '=', userId)
    .execute()
}

/** The same for the invitations of an address, while their rows still name it. */
export async function emptyAuditOfInvites(
  db: Db,
  { realm_id: realmId, id, email_key: emailKey }: Pick<UsersTable, 'realm_id' | 'id' | 'email_key'>,
): Promise<void> {
  const invites = await db
    .selectFrom('invites')
    .select('id')
    .where('realm_id', '=', realmId)
    .where((where) => where.or([where('email_key', '=', emailKey), where('joined_user_id', '=', id)]))
    // A link is for many.
    .where('email', 'is not', null)
    .execute()
  if (invites.length === 0) return
  await db
    .updateTable('audit_log')
    .set({ subject_name: null, before: null, after: null })
    .where('realm_id', '=', realmId)
    .where('subject_kind', '=', 'invitation')
    .where(
      'subject_id',
      'in',
      invites.map((invite) => String(invite.id)),
    )
    .execute()
}
