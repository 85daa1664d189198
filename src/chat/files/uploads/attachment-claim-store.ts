import { withoutIndex } from '../../../platform/database/statements/without-index.ts'
import type { Db } from '../../chat-platform.ts'

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
  const rows = await db
    .selectFrom('attachment_messages')
    .select('attachment_id')
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .orderBy('attachment_id')
    .execute()
  return rows.map((row) => row.attachment_id)
}

export async function insertClaims(
  db: Db,
  realmId: number,
  messageId: number,
  attachmentIds: readonly number[],
): Promise<void> {
  if (attachmentIds.length === 0) return
  await db
    .insertInto('attachment_messages')
    .values(attachmentIds.map((id) => ({ realm_id: realmId, attachment_id: id, message_id: messageId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteClaims(
  db: Db,
  realmId: number,
  messageId: number,
  attachmentIds: readonly number[],
): Promise<void> {
  if (attachmentIds.length === 0) return
  await db
    .deleteFrom('attachment_messages')
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .where('attachment_id', 'in', [...attachmentIds])
    .execute()
}

export async function deleteClaimsOn(db: Db, realmId: number, attachmentId: number): Promise<void> {
  await db
    .deleteFrom('attachment_messages')
    .where('realm_id', '=', realmId)
    .where('attachment_id', '=', attachmentId)
    .execute()
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
