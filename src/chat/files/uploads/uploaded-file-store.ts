import { withoutIndex } from '../../../platform/database/statements/without-index.ts'
import type { Db } from '../../chat-platform.ts'
import type { AttachmentsTable } from './attachments-table.ts'

export type UploadedFileRow = AttachmentsTable

export async function insertUploadedFile(db: Db, row: AttachmentsTable): Promise<void> {
  await db.insertInto('attachments').values(row).execute()
}

export async function findUploadedFile(
  db: Db,
  realmId: number,
  id: number,
): Promise<AttachmentsTable | undefined> {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findUploadedFilesByToken(
  db: Db,
  realmId: number,
  tokens: readonly string[],
): Promise<AttachmentsTable[]> {
  if (tokens.length === 0) return []
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('token', 'in', [...tokens])
    .orderBy('id')
    .execute()
}

export async function listUploadedFilesOf(
  db: Db,
  realmId: number,
  ownerId: number,
): Promise<AttachmentsTable[]> {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('owner_id', '=', ownerId)
    .orderBy(withoutIndex('id'))
    .execute()
}

/** Returns false if the row was already deleted. */
export async function deleteUploadedFileRow(db: Db, realmId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('attachments')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function noteClaimed(db: Db, realmId: number, id: number): Promise<void> {
  await db
    .updateTable('attachments')
    .set({ was_claimed: 1 })
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/**
 * Marks files that no message links anymore as never linked, so that they are removed like files of unsent messages.
 */
export async function noteUnlinked(db: Db, realmId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('attachments')
    .set({ was_claimed: 0 })
    .where('realm_id', '=', realmId)
    .where('id', 'in', [...ids])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('attachment_messages')
            .select('attachment_messages.message_id')
            .whereRef('attachment_messages.realm_id', '=', 'attachments.realm_id')
            .whereRef('attachment_messages.attachment_id', '=', 'attachments.id'),
        ),
      ),
    )
    .execute()
}

/** Files of all organizations that no message ever linked. */
export async function listNeverClaimed(db: Db, before: number): Promise<AttachmentsTable[]> {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('was_claimed', '=', 0)
    .where('created_at', '<', before)
    .execute()
}

/** Whether a draft or a scheduled message links the file. */
export async function isInUnsentMessage(db: Db, realmId: number, token: string): Promise<boolean> {
  for (const table of ['scheduled_messages', 'drafts'] as const) {
    const row = await db
      .selectFrom(table)
      .select('id')
      .where('realm_id', '=', realmId)
      .where('content', 'like', `%${token}%`)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/**
 * Reserves bytes of the quota. Returns false, and reserves nothing, if that would exceed it. The condition is part of
 * the update, so two concurrent uploads cannot both take the last bytes.
 */
export async function takeRoom(
  db: Db,
  realmId: number,
  bytes: number,
  quota: number | undefined,
): Promise<boolean> {
  await db
    .insertInto('upload_totals')
    .values({ realm_id: realmId, bytes: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  let change = db
    .updateTable('upload_totals')
    .set((column) => ({ bytes: column('bytes', '+', bytes) }))
    .where('realm_id', '=', realmId)
  if (quota !== undefined) change = change.where('bytes', '<=', quota - bytes)
  return (await change.executeTakeFirst()).numUpdatedRows > 0n
}

export async function giveRoomBack(db: Db, realmId: number, bytes: number): Promise<void> {
  await db
    .updateTable('upload_totals')
    .set((column) => ({ bytes: column('bytes', '-', bytes) }))
    .where('realm_id', '=', realmId)
    .execute()
}

/** Total bytes of the organization's files. */
export async function findSpaceUsed(db: Db, realmId: number): Promise<number> {
  const row = await db
    .selectFrom('upload_totals')
    .select('bytes')
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}
