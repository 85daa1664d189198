import { withoutIndex } from '../../../platform/database/statements/without-index.ts'
import type { Db } from '../../chat-platform.ts'
import { attachmentMessagesTable } from './attachments-table.ts'

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
