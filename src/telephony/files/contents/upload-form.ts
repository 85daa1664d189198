import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { UploadBody } from '../../http/upload-body.ts'
import { invalidField } from '../../problem.ts'

export const UPLOAD_FIELD = 'upfile'

/** The file of a form, the last one if there are several. Files in other fields are refused. */
export function uploadOfForm({ files }: UploadBody): ReceivedFile | undefined {
  for (const { field } of files) {
    if (field !== UPLOAD_FIELD) {
      throw invalidField(field, `is not a known field: files come as ${UPLOAD_FIELD}`)
    }
  }
  return files.at(-1)
}
