import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FORM_BYTES, receiveForm } from '../../platform/uploads/receive-form.ts'
import { UploadRefusal } from '../../platform/uploads/upload-refusal.ts'
import { badRequest } from '../chat-error.ts'
import { FORM_FIELDS, FORM_PARTS } from '../chat-limits.ts'
import { uploadOf } from '../identity/calls/admit-upload.ts'
import { fieldsOfForm } from './form-fields.ts'
import { parseJson } from './parse-json.ts'
import type { RequestBody } from './raw-arguments.ts'
import { uploadError } from './upload-error.ts'

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
  app.addContentTypeParser('multipart/form-data', readMultipart)
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

/** Of a route whose endpoint takes files: how large each may be. */
export interface FileRoute {
  fileBytes?: number
}

/** Files go to the disk while they come. What an endpoint does not want is not kept. */
async function readMultipart(request: FastifyRequest, body: IncomingMessage): Promise<RequestBody> {
  const { bodyLimit: fieldBytes = 0, config } = request.routeOptions
  const { fileBytes = 0 } = config as FileRoute
  const upload = uploadOf(request)
  try {
    const { 'content-type': type = '', 'content-length': length = 0 } = request.headers
    if (Number(length) > (upload ? fileBytes + FORM_BYTES : fieldBytes)) throw new UploadRefusal('body')
    const form = await receiveForm(body, type, upload, { parts: FORM_PARTS, fieldBytes, fileBytes })
    return { text: '', ...form }
  } catch (error) {
    throw uploadError(error, fileBytes)
  }
}
