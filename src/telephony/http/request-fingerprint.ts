import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import type { UploadBody } from './upload-body.ts'

/** Equal for a repeated request, even though each form has a new boundary. */
export async function requestFingerprint({ url, body }: FastifyRequest): Promise<string> {
  const hash = createHash('sha256').update(url).update('\n')
  if (!isUpload(body)) hash.update(Buffer.isBuffer(body) ? body : String(body ?? ''))
  else {
    const files = body.files.map(({ field, name, size }) => [field, name, size])
    hash.update(JSON.stringify([body.isForm, body.fields, files]))
    for (const { path } of body.files) for await (const bytes of createReadStream(path)) hash.update(bytes)
  }
  return hash.digest('base64url')
}

const isUpload = (body: unknown): body is UploadBody =>
  typeof body === 'object' && body !== null && 'files' in body
