import type { Readable } from 'node:stream'
import { Answer } from '../http/answer.ts'

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

/** Half a surrogate pair, which JSON can carry, has no place in a header. */
const wellFormed = (text: string) => Buffer.from(text).toString()

/** RFC 6266: a plain name for old clients, the real one in the form of RFC 5987. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_') || 'file'
  const whole = encodeURIComponent(wellFormed(name) || 'file').replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
