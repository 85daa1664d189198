import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentPlace, Contents } from '../../../platform/contents/contents.ts'
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
  if (content.name !== undefined) {
    const isShown = shown.test(content.mimetype) && !content.download
    reply.header('content-disposition', isShown ? inline(content.name) : attachment(content.name))
  }
  if (isKnown(request, content.tag)) return reply.code(304).removeHeader('content-type').send()
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
