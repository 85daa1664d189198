import { parse } from 'fast-querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { safeName } from '../../platform/files/safe-name.ts'
import { malformedForm } from '../chat-error.ts'
import { lastOfEach, type RequestBody, type UploadedFile } from './raw-arguments.ts'

/** Forms are the rule; JSON objects are accepted too; anything else is kept as text for the webhooks. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const add = (type: string, read: (text: string) => RequestBody) =>
    app.addContentTypeParser(type, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
      read(text),
    )
  add('application/x-www-form-urlencoded', (text) => ({ text, fields: lastOfEach(parse(text)) }))
  add('application/json', (text) => ({ text, fields: fieldsOfJson(text) }))
  add('*', (text) => ({ text, fields: {} }))
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readMultipart)
}

function fieldsOfJson(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Not an argument list. A webhook, which wants the text, says what is wrong with it.
    return {}
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : {}
}

async function readMultipart(request: FastifyRequest, bytes: Buffer): Promise<RequestBody> {
  const type = request.headers['content-type'] ?? ''
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
