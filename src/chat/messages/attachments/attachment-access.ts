import { ChatError } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import { attachmentsTable } from '../../files/uploads/attachments-table.ts'
import type { UploadedFileRow } from '../../files/uploads/uploaded-file-store.ts'
import { type AttachmentClaim, listClaims } from '../../files/uploads/uploaded-file-store.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findReach } from '../message-reach.ts'

/** Covers nearly every file. Older claims are read only if none of these is readable. */
const NEWEST_CLAIMS = 100

/** The same error for a missing file and for one that the actor may not see. */
export const noSuchFile = () =>
  new ChatError('This file does not exist or has been deleted.', { status: 404, code: 'NOT_FOUND' })

/** Looks a file up by the parts of its URL. Visible to its uploader, and to readers of a message that links it. */
export async function accessUploadedFile(
  db: Db,
  actor: Actor,
  path: { realmId: number; token: string; name: string },
): Promise<UploadedFileRow> {
  const file = path.realmId === actor.realm.id ? await findByPath(db, path) : undefined
  if (!file || !(await mayReadUploadedFile(db, actor, file))) throw noSuchFile()
  return file
}

/** Checks no permission: for signed URLs. */
export async function findByPath(
  db: Db,
  { realmId, token, name }: { realmId: number; token: string; name: string },
): Promise<UploadedFileRow | undefined> {
  const file = await attachmentsTable.findBy(db, { realm_id: realmId, token })
  // Some systems send names in a different Unicode form than they received.
  return file?.path_id === `${realmId}/${token}/${name.normalize('NFC')}` ? file : undefined
}

export async function mayReadUploadedFile(db: Db, actor: Actor, file: UploadedFileRow): Promise<boolean> {
  if (file.owner_id === actor.user.id) return true
  const newest = await listClaims(db, file.realm_id, file.id, NEWEST_CLAIMS)
  if ((await readableClaims(db, actor, newest)).length > 0) return true
  if (newest.length < NEWEST_CLAIMS) return false
  const all = await listClaims(db, file.realm_id, file.id)
  return (await readableClaims(db, actor, all.slice(NEWEST_CLAIMS))).length > 0
}

/** Claims by messages that the actor can read. */
export async function readableClaims(
  db: Db,
  actor: Actor,
  claims: readonly AttachmentClaim[],
): Promise<AttachmentClaim[]> {
  const messages = claims.map(({ message_id: id, recipient_id, stream_id }) => ({
    id,
    recipient_id,
    stream_id,
  }))
  const { reach } = await findReach(db, actor, messages)
  return claims.filter((claim) => reach.has(claim.message_id))
}
