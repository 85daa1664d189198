import type { FastifyInstance, FastifyRequest } from 'fastify'
import { safeName } from '../../platform/files/safe-name.ts'
import { hasMorePartsThan } from '../../platform/multipart-parts.ts'
import { badRequest, malformedForm } from '../chat-error.ts'
import { FORM_FIELDS, FORM_PARTS } from '../chat-limits.ts'
import { fieldsOfForm } from './form-fields.ts'
import { parseJson } from './parse-json.ts'
import type { RequestBody, UploadedFile } from './raw-arguments.ts'

/** Forms are the rule; JSON objects are accepted too; anything else is kept as text for the webhooks. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const add = (type: string, read: (text: string) => RequestBody) =>
    app.addContentTypeParser(type, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
      read(text),
    )
  add('application/x-www-form-urlencoded', (text) => ({ text, fields: fieldsOfForm(text) }))
  add('application/json', (text) => ({ text, fields: fieldsOfJson(text) }))
  add('*', (text) => ({ text, fields: {} }))
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readMultipart)
}

/** Whatever else it is than an object is no argument list. A webhook, which wants the text, says what is wrong with it. */
function fieldsOfJson(text: string): Record<string, unknown> {
  const value = parseJson(text, 'The body')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  if (Object.keys(value).length > FORM_FIELDS) {
    throw badRequest(`The body has too many fields (limit: ${FORM_FIELDS})`)
  }
  return value as Record<string, unknown>
}

async function readMultipart(request: FastifyRequest, bytes: Buffer): Promise<RequestBody> {
  const type = request.headers['content-type'] ?? ''
  if (hasMorePartsThan(bytes, type, FORM_PARTS)) {
    throw badRequest(`The form has too many parts (limit: ${FORM_PARTS})`)
  }
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
    const fields: Record<string, unknown> = {}
    const files: UploadedFile[] = []
    for (const [field, value] of form) {
      if (typeof value === 'string') fields[field] = value
      else files.push({ field, name: safeName(value.name), bytes: Buffer.from(await value.arrayBuffer()) })
    }
    return { text: '', fields, files }
  } catch {
    throw malformedForm()
  }
}
