import { safeName } from '../../platform/files/safe-name.ts'
import { hasMorePartsThan } from '../../platform/multipart-parts.ts'
import { invalidField } from '../problem.ts'
import { FORM_PARTS } from '../telephony-limits.ts'

export interface Upload {
  bytes: Buffer
  /** as the client named it; '' when it did not */
  name: string
}

export interface UploadForm {
  upload: Upload | undefined
  /** the other fields */
  fields: Record<string, string>
}

export const UPLOAD_FIELD = 'upfile'

export const isMultipart = (contentType: string | undefined) =>
  /^multipart\/form-data\b/i.test(contentType ?? '')

export async function readUploadForm(body: Buffer, contentType: string): Promise<UploadForm> {
  if (hasMorePartsThan(body, contentType, FORM_PARTS)) {
    throw invalidField('', `has too many parts: at most ${FORM_PARTS} are possible`)
  }
  const form = await parse(body, contentType)
  const fields: Record<string, string> = {}
  let upload: Upload | undefined
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else if (name !== UPLOAD_FIELD)
      throw invalidField(name, `is not a known field: files come as ${UPLOAD_FIELD}`)
    else upload = { bytes: Buffer.from(await value.arrayBuffer()), name: safeName(value.name) }
  }
  return { upload, fields }
}

async function parse(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw invalidField('', 'is not valid multipart/form-data')
  }
}
