import type { Readable } from 'node:stream'
import { attachment } from '../../../platform/files/content-disposition.ts'
import { HttpResponse } from '../../http/http-response.ts'

/** Untrusted bytes, as an attachment: a browser must never render them as part of our site. */
export function downloadResponse(
  body: Buffer | Readable,
  { size, mimetype, name }: { size: number; mimetype: string; name: string },
): HttpResponse {
  return new HttpResponse(body, {
    headers: {
      'content-type': mimetype === 'text/plain' ? 'text/plain; charset=utf-8' : mimetype,
      'content-length': String(size),
      'content-disposition': attachment(name),
      'content-security-policy': "sandbox; default-src 'none'",
    },
  })
}
