import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentPlace, Contents } from '../../../platform/contents/contents.ts'
import { downloadLink } from '../../../platform/contents/download-link.ts'
import { readByteRange } from '../../../platform/files/byte-range.ts'
import { attachment, inline } from '../../../platform/files/content-disposition.ts'
import { noSuchFile } from './attachment-access.ts'

export interface ServedContent {
  place: ContentPlace
  mimetype: string
  /** The bytes behind a tag never change. */
  tag: string
  cacheControl: string
  /** undefined: without content-disposition, so the browser displays it */
  name?: string
  /** send as a download, even if the browser could display it */
  download?: boolean
  /** The store may send the bytes itself: they are worth a second request. */
  mayRedirect?: boolean
}

/**
 * Sends untrusted bytes. A browser may display only the types that cannot run code. The sandbox is the second barrier,
 * in case a browser decides otherwise.
 */
export async function sendContent(
  contents: Contents,
  request: FastifyRequest,
  reply: FastifyReply,
  content: ServedContent,
): Promise<FastifyReply> {
  const whole = await contents.size(content.place)
  if (whole === undefined) throw noSuchFile()
  reply
    .header('content-type', typeHeader(content.mimetype))
    .header('content-security-policy', POLICY)
    .header('cache-control', content.cacheControl)
    .header('etag', `"${content.tag}"`)
    .header('accept-ranges', 'bytes')
  const disposition = dispositionOf(content)
  if (disposition !== undefined) reply.header('content-disposition', disposition)
  if (isKnown(request, content.tag)) return reply.code(304).removeHeader('content-type').send()
  const link =
    content.mayRedirect &&
    (await downloadLink(contents, request, content.place, {
      contentType: typeHeader(content.mimetype),
      contentDisposition: disposition ?? attachment(content.tag),
      cacheControl: content.cacheControl,
    }))
  if (link) {
    reply.removeHeader('content-type').removeHeader('content-disposition').removeHeader('accept-ranges')
    return reply.removeHeader('etag').header('cache-control', 'private, no-store').redirect(link, 302)
  }
  const range = wantedRange(request, content.tag, whole)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${whole}`).header('content-length', 0).send()
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${whole}`)
  reply.header('content-length', range ? range.end - range.start + 1 : whole)
  if (request.method === 'HEAD') return reply.send()
  const bytes = await contents.stream(content.place, range)
  if (!bytes) throw noSuchFile()
  return reply.send(bytes.stream)
}

function dispositionOf({ name, mimetype, download }: ServedContent): string | undefined {
  if (name === undefined) return undefined
  return shown.test(mimetype) && !download ? inline(name) : attachment(name)
}

const POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"

const shown = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/[\w-]+|video\/[\w-]+)$/

const typeHeader = (mimetype: string) => (mimetype === 'text/plain' ? 'text/plain; charset=utf-8' : mimetype)

function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === `"${tag}"`)
}

function wantedRange(request: FastifyRequest, tag: string, size: number) {
  const condition = request.headers['if-range']
  if (condition !== undefined && condition !== `"${tag}"`) return undefined
  return readByteRange(request.headers.range, size)
}
