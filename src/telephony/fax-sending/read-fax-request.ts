import { type Static, Type } from '@sinclair/typebox'
import type { FaxDocument } from '../fax-documents/prepare-document.ts'
import { isMultipart, readUploadForm, UPLOAD_FIELD } from '../file-contents/read-upload.ts'
import { mayReadFile } from '../files/file-access.ts'
import { findFile } from '../files/file-store.ts'
import type { Actor } from '../http/actor.ts'
import { checkBody } from '../http/check-body.ts'
import { nullable } from '../http/nullable.ts'
import { parseBody } from '../http/parse-body.ts'
import { invalidField } from '../problem.ts'
import type { Telephony } from '../telephony.ts'

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
  telephony: Telephony,
  actor: Actor,
  body: Buffer | undefined,
  contentType: string | undefined,
): Promise<FaxRequest> {
  if (isMultipart(contentType)) {
    const form = await readUploadForm(body ?? Buffer.alloc(0), contentType!)
    const { file_id: fileId, ...given } = form.fields
    refuseNulls(JSON.stringify(given))
    const wanted = checkBody(FaxForm, given)
    if (form.upload && fileId === undefined) {
      return { wanted, document: { pointer: UPLOAD_FIELD, upload: form.upload } }
    }
    if (form.upload) throw invalidField('file_id', `must not be given beside ${UPLOAD_FIELD}`)
    if (fileId === undefined) throw invalidField(UPLOAD_FIELD, 'is missing: the document')
    return { wanted, document: await documentOf(telephony, actor, fileId) }
  }
  const { file_id: fileId, ...wanted } = checkBody(FaxOfFile, parseJson(body?.toString('utf8') ?? ''))
  return { wanted, document: await documentOf(telephony, actor, fileId) }
}

async function documentOf(telephony: Telephony, actor: Actor, fileId: string): Promise<FaxDocument> {
  const pointer = '/file_id'
  const file = await findFile(telephony.database.read, actor.company.id, fileId)
  if (!file || !(await mayReadFile(telephony, actor, file))) {
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
