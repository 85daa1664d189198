import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { multipartBoundary } from '../../platform/multipart-boundary.ts'

/** The same for the same request sent again, though each form chooses new words to mark off its parts. */
export function requestFingerprint(request: FastifyRequest): string {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.from(String(request.body ?? ''))
  const boundary = boundaryOf(request.headers['content-type'])
  const compared = boundary === undefined ? body : body.toString('latin1').replaceAll(boundary, '')
  return createHash('sha256').update(request.url).update('\n').update(compared).digest('base64url')
}

function boundaryOf(contentType = ''): string | undefined {
  return /^multipart\/form-data\b/i.test(contentType) ? multipartBoundary(contentType) : undefined
}
