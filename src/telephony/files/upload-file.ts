import { recordChange } from '../changes/record-change.ts'
import { keepContent, MOST_FILE_BYTES } from '../file-contents/keep-content.ts'
import { isMultipart, readUploadForm, UPLOAD_FIELD, type Upload } from '../file-contents/read-upload.ts'
import type { Actor } from '../http/actor.ts'
import { conflict, invalidField, notFound, Problem } from '../problem.ts'
import type { Telephony } from '../telephony.ts'
import { findFile, findFiles, updateFileRow, withPreviews } from './file-store.ts'
import type { FilesTable } from './file-tables.ts'
import { type FileView, fileView } from './file-view.ts'

/** Once: whoever has got a file must be able to rely on what it is. */
export async function uploadFile(
  telephony: Telephony,
  actor: Actor,
  file: FilesTable,
  body: Buffer | undefined,
  contentType: string | undefined,
): Promise<FileView> {
  const { company } = actor
  if (file.content !== null) throw alreadyUploaded()
  const { bytes, name } = await readUpload(body, contentType)
  const kept = await keepContent(telephony, company, file, bytes)
  try {
    return await telephony.transact(company.id, async (tx) => {
      const row = await findFile(tx.db, company.id, file.id)
      if (!row) throw notFound('There is no such file')
      if (row.content !== null) throw alreadyUploaded()
      const [before] = await withPreviews(tx.db, company.id, [row])
      await updateFileRow(tx.db, company.id, file.id, {
        ...kept.columns,
        uploaded_name: name || file.name,
        uploaded_at: telephony.clock.now(),
      })
      const [after] = await findFiles(tx.db, company.id, [file.id])
      const view = fileView(after!, company.public_id)
      await recordChange(tx, telephony.clock, actor, {
        action: 'file.uploaded',
        id: file.id,
        before: fileView(before!, company.public_id),
        // The audit trail tells what came, not how it looks.
        after: { ...view, preview: null },
      })
      return view
    })
  } catch (error) {
    await telephony.contents.remove(kept.place)
    throw error
  }
}

async function readUpload(body: Buffer | undefined, contentType: string | undefined): Promise<Upload> {
  if (!isMultipart(contentType)) return checkSize({ bytes: body ?? Buffer.alloc(0), name: '' })
  const { upload } = await readUploadForm(body ?? Buffer.alloc(0), contentType!)
  if (!upload) throw invalidField(UPLOAD_FIELD, 'is missing: the file')
  return checkSize(upload)
}

function checkSize(upload: Upload): Upload {
  if (upload.bytes.length === 0) throw invalidField(UPLOAD_FIELD, 'is empty')
  if (upload.bytes.length > MOST_FILE_BYTES) throw new Problem(413, 'A file may have at most 50 MB')
  return upload
}

const alreadyUploaded = () => conflict('The file has its contents already; make another one')
