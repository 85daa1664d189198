import { type Static, Type } from '@sinclair/typebox'
import { UPLOAD_FIELD, uploadOfForm } from '../../files/contents/upload-form.ts'
import { mayReadFile } from '../../files/file-access.ts'
import type { FileStorage } from '../../files/file-storage.ts'
import { filesTable } from '../../files/file-tables.ts'
import { checkBody } from '../../http/check-body.ts'
import { parseBody } from '../../http/parse-body.ts'
import { textOfUpload } from '../../http/receive-upload.ts'
import type { UploadBody } from '../../http/upload-body.ts'
import type { Actor } from '../../identity/actor.ts'
import { nullable } from '../../nullable.ts'
import { invalidField } from '../../problem.ts'
import type { FaxDocument } from '../documents/prepare-document.ts'

/** As everywhere else. */
const JSON_BYTES = 1_048_576

const fields = {
  to: Type.String({ minLength: 1, maxLength: 40 }),
  from: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  to_name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  subject: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
}
const FaxForm = Type.Object(fields, { additionalProperties: false })
const FaxOfFile = Type.Object(
  { ...fields, file_id: Type.String({ minLength: 1, maxLength: 50 }) },
  { additionalProperties: false },
)

export interface FaxRequest {
  wanted: Static<typeof FaxForm>
  document: FaxDocument
}

/** JSON names a file; a form carries one. */
export async function readFaxRequest(
  storage: FileStorage,
  actor: Actor,
  body: UploadBody,
): Promise<FaxRequest> {
  if (body.isForm) {
    const upload = uploadOfForm(body)
    const { file_id: fileId, ...given } = body.fields
    refuseNulls(JSON.stringify(given))
    const wanted = checkBody(FaxForm, given)
    if (upload && fileId === undefined) return { wanted, document: { pointer: UPLOAD_FIELD, upload } }
    if (upload) throw invalidField('file_id', `must not be given beside ${UPLOAD_FIELD}`)
    if (fileId === undefined) throw invalidField(UPLOAD_FIELD, 'is missing: the document')
    return { wanted, document: await documentOf(storage, actor, fileId) }
  }
  const { file_id: fileId, ...wanted } = checkBody(FaxOfFile, parseJson(await textOfUpload(body, JSON_BYTES)))
  return { wanted, document: await documentOf(storage, actor, fileId) }
}

async function documentOf(storage: FileStorage, actor: Actor, fileId: string): Promise<FaxDocument> {
  const pointer = '/file_id'
  const file = await filesTable.find(storage.database.read, { company_id: actor.company.id, id: fileId })
  if (!file || !(await mayReadFile(storage, actor, file))) {
    throw invalidField(pointer, 'names no file that you may send')
  }
  return { pointer, file }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') throw invalidField('', 'is missing: a JSON object or a form is expected')
  refuseNulls(text)
  return parseBody(text)
}

function refuseNulls(text: string): void {
  if (/\\u0000/.test(text)) throw invalidField('', 'must not contain null characters')
}
