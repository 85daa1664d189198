import { withoutIndex } from '../../../platform/database/statements/without-index.ts'
import type { Db } from '../../chat-platform.ts'
import { type AttachmentsTable, attachmentMessagesTable, uploadTotalsTable } from './attachments-table.ts'

export type UploadedFileRow = AttachmentsTable

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
  await uploadTotalsTable.insertIfAbsent(db, { realm_id: realmId, bytes: 0 })
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
  return (await uploadTotalsTable.find(db, { realm_id: realmId }))?.bytes ?? 0
}

/** A message that links a file, with the fields that decide who may read it. */
export interface AttachmentClaim {
  attachment_id: number
  message_id: number
  recipient_id: number
  /** null: a private message */
  stream_id: number | null
  sent_at: number
}

/** Newest first. Popular files have unbounded claims, hence the limit. */
export async function listClaims(
  db: Db,
  realmId: number,
  attachmentId: number,
  limit?: number,
): Promise<AttachmentClaim[]> {
  const query = claims(db, realmId)
    .where('claim.attachment_id', '=', attachmentId)
    .orderBy('claim.message_id', 'desc')
  return (limit === undefined ? query : query.limit(limit)).execute()
}

/** For several files, newest first. */
export async function listClaimsOfAll(
  db: Db,
  realmId: number,
  attachmentIds: readonly number[],
): Promise<AttachmentClaim[]> {
  const found: AttachmentClaim[] = []
  for (let start = 0; start < attachmentIds.length; start += 500) {
    const ids = attachmentIds.slice(start, start + 500)
    const rows = await claims(db, realmId)
      .where('claim.attachment_id', 'in', ids)
      .orderBy(withoutIndex('claim.message_id'), 'desc')
      .execute()
    found.push(...rows)
  }
  return found
}

/** Ids of the files that a message links. */
export async function listClaimedBy(db: Db, realmId: number, messageId: number): Promise<number[]> {
  const rows = await attachmentMessagesTable.pick(db, { realm_id: realmId, message_id: messageId }, [
    'attachment_id',
  ])
  return rows.map((row) => row.attachment_id)
}

const claims = (db: Db, realmId: number) =>
  db
    .selectFrom('attachment_messages as claim')
    .innerJoin('messages', (join) =>
      join.onRef('messages.realm_id', '=', 'claim.realm_id').onRef('messages.id', '=', 'claim.message_id'),
    )
    .select(['claim.attachment_id', 'claim.message_id'])
    .select(['messages.recipient_id', 'messages.stream_id', 'messages.sent_at'])
    .where('claim.realm_id', '=', realmId)
