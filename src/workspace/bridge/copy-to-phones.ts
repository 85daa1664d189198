import { listClaimedBy } from '../../chat/files/uploads/attachment-claim-store.ts'
import { placeOfUpload } from '../../chat/files/uploads/upload-place.ts'
import { findUploadedFile } from '../../chat/files/uploads/uploaded-file-store.ts'
import type { MessagesTable } from '../../chat/messages/messages-table.ts'
import { ContentGone } from '../../platform/contents/contents.ts'
import { recordChange } from '../../telephony/company/audit/record-change.ts'
import {
  type KeptContent,
  keepContent,
  MOST_FILE_BYTES,
} from '../../telephony/files/contents/keep-content.ts'
import { findFiles, insertFile } from '../../telephony/files/file-store.ts'
import { fileView } from '../../telephony/files/file-view.ts'
import type { Actor } from '../../telephony/identity/actor.ts'
import { newObjectId } from '../../telephony/object-id.ts'
import { Problem } from '../../telephony/problem.ts'
import type { TelephonyTransaction } from '../../telephony/telephony-platform.ts'
import type { Workspace } from '../workspace.ts'
import { withCopyOf } from './with-copy-of.ts'

/** A file that is stored, but has no row yet. If it never gets one, a sweep removes its bytes. */
interface KeptFile {
  id: string
  name: string
  kept: KeptContent
}

/** Copies the bytes of the files of a message to the telephony. */
export async function copyToPhones(
  { database, telephony, contents, clock }: Workspace,
  { company }: Actor,
  message: MessagesTable,
): Promise<KeptFile[]> {
  const files: KeptFile[] = []
  for (const attachmentId of await listClaimedBy(database.read, message.realm_id, message.id)) {
    const upload = await findUploadedFile(database.read, message.realm_id, attachmentId)
    if (!upload) continue
    const { name, token } = upload
    if (upload.size > MOST_FILE_BYTES) throw new Problem(400, `${name} is too large for a text`)
    const file = { id: newObjectId(clock), name }
    const place = placeOfUpload(message.realm_id, token)
    const kept = await withCopyOf(contents, place, name, (copy) =>
      keepContent(telephony, company, file, copy),
    ).catch((error) => {
      if (error instanceof ContentGone) throw new Problem(400, `${name} was deleted`)
      throw error
    })
    files.push({ ...file, kept })
  }
  return files
}

/** In the transaction that sends them. */
export async function addFiles(
  { telephony: { clock } }: Workspace,
  tx: TelephonyTransaction,
  actor: Actor,
  files: readonly KeptFile[],
): Promise<void> {
  const { company, contact } = actor
  for (const { id, name, kept } of files) {
    await insertFile(tx.db, {
      ...kept.columns,
      company_id: company.id,
      id,
      internal_id: await tx.next('file'),
      user_id: contact.id,
      name,
      description: '',
      uploaded_name: name,
      uploaded_at: clock.now(),
      created_at: clock.now(),
    })
    const [row] = await findFiles(tx.db, company.id, [id])
    // The audit trail has no previews.
    const after = { ...fileView(row!, company.public_id), preview: null }
    await recordChange(tx, clock, actor, { action: 'file.created', id, before: null, after })
  }
}

/** The links of uploads in a message; the files themselves go with the text. */
export const withoutUploadLinks = (content: string) =>
  content.replaceAll(/!?\[[^[\]]*\]\(\/user_uploads\/[^()]*\)/g, '').trim()
