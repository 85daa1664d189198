import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The same for the same request sent again, though each form chooses new words to mark off its parts. */
export function requestFingerprint(request: FastifyRequest): string {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.from(String(request.body ?? ''))
  const boundary = boundaryOf(request.headers['content-type'])
  const compared = boundary === undefined ? body : body.toString('latin1').replaceAll(boundary, '')
  return createHash('sha256').update(request.url).update('\n').update(compared).digest('base64url')
}

function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /^multipart\/form-data\b.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '')
  return match?.[1] ?? match?.[2]
}
