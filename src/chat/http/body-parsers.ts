import type { IncomingMessage } from 'node:http'
import { parse } from 'fast-querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasTooManyFields } from '../../platform/limits/json-depth.ts'
import { FORM_BYTES, receiveForm } from '../../platform/uploads/receive-form.ts'
import { UploadRefusal } from '../../platform/uploads/upload-refusal.ts'
import { badRequest } from '../chat-error.ts'
import { FORM_FIELDS, FORM_PARTS } from '../chat-limits.ts'
import { parseJson } from './parse-json.ts'
import { lastOfEach, type RequestBody } from './raw-arguments.ts'
import { uploadOf } from './request-upload.ts'
import { uploadError } from './upload-error.ts'

/** Forms are the rule; JSON objects are accepted too; any other body is kept as text for webhooks. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const add = (type: string, read: (text: string, request: FastifyRequest) => RequestBody) =>
    app.addContentTypeParser(type, { parseAs: 'string' }, async (request: FastifyRequest, text: string) =>
      read(text, request),
    )
  add('application/x-www-form-urlencoded', (text) => ({ text, fields: fieldsOfForm(text) }))
  add('application/json', (text) => ({ text, fields: fieldsOfJson(text) }))
  add('*', (text, request) => ({ text, fields: isForm(text, request) ? fieldsOfForm(text) : {} }))
  app.addContentTypeParser('multipart/form-data', readMultipart)
}

/** Some clients send a form without naming its type. Webhooks send JSON like that. */
const isForm = (text: string, { headers }: FastifyRequest) =>
  headers['content-type'] === undefined && /^[^{[\s]/.test(text)

/** JSON that is not an object has no arguments. Webhooks read the text, and report invalid JSON themselves. */
function fieldsOfJson(text: string): Record<string, unknown> {
  // Counted before they are built.
  if (hasTooManyFields(text, FORM_FIELDS)) {
    throw badRequest(`The body has too many fields (limit: ${FORM_FIELDS})`)
  }
  const value = parseJson(text, 'The body')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return value as Record<string, unknown>
}

/** Route config of endpoints that take files. */
export interface FileRoute {
  fileBytes?: number
}

/** Streams files to disk. Files that the endpoint does not expect are discarded. */
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

/** Counts the separators before parsing, to refuse forms with too many fields cheaply. */
function fieldsOfForm(text: string): Record<string, unknown> {
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) fields += 1
  if (fields > FORM_FIELDS) throw badRequest(`The form has too many fields (limit: ${FORM_FIELDS})`)
  return lastOfEach(parse(text))
}
