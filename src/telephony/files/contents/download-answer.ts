import type { Readable } from 'node:stream'
import { attachment } from '../../../platform/files/content-disposition.ts'
import { Answer } from '../../http/answer.ts'

/** Bytes that came from strangers: for saving, never for a browser to open as a part of our own site. */
export function downloadAnswer(
  body: Buffer | Readable,
  { size, mimetype, name }: { size: number; mimetype: string; name: string },
): Answer {
  return new Answer(body, {
    headers: {
      'content-type': mimetype === 'text/plain' ? 'text/plain; charset=utf-8' : mimetype,
      'content-length': String(size),
      'content-disposition': attachment(name),
      'content-security-policy': "sandbox; default-src 'none'",
    },
  })
}
