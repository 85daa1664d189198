import type { ChatPlatform } from '../../chat-platform.ts'
import { type AttachmentView, viewAttachment } from '../../files/uploads/attachment-events.ts'
import { attachmentsTable } from '../../files/uploads/attachments-table.ts'
import {
  type AttachmentClaim,
  findSpaceUsed,
  listClaimsOfAll,
} from '../../files/uploads/uploaded-file-store.ts'
import type { Actor } from '../../identity/users/user.ts'
import { readableClaims } from './attachment-access.ts'

/** The actor's own files, and the space used by all files of the organization. */
export function listAttachments(
  chat: ChatPlatform,
  actor: Actor,
): Promise<{ attachments: AttachmentView[]; upload_space_used: number }> {
  return chat.database.snapshot(async (db) => {
    const files = await attachmentsTable.list(db, { realm_id: actor.realm.id, owner_id: actor.user.id })
    const ids = files.map((file) => file.id)
    const claims = await readableClaims(db, actor, await listClaimsOfAll(db, actor.realm.id, ids))
    const byFile = new Map(ids.map((id) => [id, [] as AttachmentClaim[]]))
    for (const claim of claims) byFile.get(claim.attachment_id)!.push(claim)
    return {
      attachments: files.map((file) => viewAttachment(file, byFile.get(file.id)!)),
      upload_space_used: await findSpaceUsed(db, actor.realm.id),
    }
  })
}
