import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import { recordChange } from '../company/audit/record-change.ts'
import type { UploadBody } from '../http/upload-body.ts'
import type { Actor } from '../identity/actor.ts'
import { conflict, invalidField, notFound } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { keepContent } from './contents/keep-content.ts'
import { UPLOAD_FIELD, uploadOfForm } from './contents/upload-form.ts'
import { findFiles, updateFileRow, withPreviews } from './file-store.ts'
import { type FilesTable, filesTable } from './file-tables.ts'
import { type FileView, fileView } from './file-view.ts'

/** Only once: recipients must be able to rely on the contents of a file. */
export async function uploadFile(
  platform: TelephonyPlatform,
  actor: Actor,
  file: FilesTable,
  body: UploadBody,
): Promise<FileView> {
  const { company } = actor
  if (file.content !== null) throw alreadyUploaded()
  const upload = readUpload(body)
  const { name } = upload
  const kept = await keepContent(platform, company, file, upload)
  try {
    return await platform.transact(company.id, async (tx) => {
      const row = await filesTable.find(tx.db, { company_id: company.id, id: file.id })
      if (!row) throw notFound('There is no such file')
      if (row.content !== null) throw alreadyUploaded()
      const [before] = await withPreviews(tx.db, company.id, [row])
      await updateFileRow(tx.db, company.id, file.id, {
        ...kept.columns,
        uploaded_name: name || file.name,
        uploaded_at: platform.clock.now(),
      })
      const [after] = await findFiles(tx.db, company.id, [file.id])
      const view = fileView(after!, company.public_id)
      await recordChange(tx, platform.clock, actor, {
        action: 'file.uploaded',
        id: file.id,
        before: fileView(before!, company.public_id),
        // The audit trail has no previews.
        after: { ...view, preview: null },
      })
      return view
    })
  } catch (error) {
    await platform.contents.remove(kept.place)
    throw error
  }
}

function readUpload(body: UploadBody): ReceivedFile {
  const upload = body.isForm ? uploadOfForm(body) : body.files[0]
  if (!upload) throw invalidField(UPLOAD_FIELD, 'is missing: the file')
  if (upload.size === 0) throw invalidField(UPLOAD_FIELD, 'is empty')
  return upload
}

const alreadyUploaded = () => conflict('The file has already been uploaded; create another one')
