import type { FastifyReply, FastifyRequest } from 'fastify'
import { ChatError } from '../../chat/chat-error.ts'
import { storageFailureOf } from '../../platform/storage-failure.ts'
import { Problem } from '../../telephony/problem.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { WebFile } from './web-files.ts'

/**
 * Only our own scripts and styles. A message's HTML gets into the page only through the first of the Trusted Types
 * policies, and the second permits only the service worker.
 */
const contentSecurityPolicy = (files = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${files}`,
    `media-src 'self' blob:${files}`,
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types switchboard switchboard-worker',
  ].join('; ')

/** What the page says about the server, for the app. */
export interface PageMarks {
  mode: 'development' | 'production'
  /** without which the server runs, and the app offers less */
  missing: readonly ('mail' | 'sip' | 'fax')[]
}

/** The page of the web app. It contains marks and its status, so that the app knows what to show. */
export class WebPage {
  readonly #index: WebFile
  readonly #marks: PageMarks
  readonly #byStatus = new Map<number, WebFile>()
  readonly #policy: string

  /** `fileOrigin`: from where browsers get pictures and sounds, besides this server. */
  constructor(index: WebFile, marks: PageMarks, fileOrigin?: string) {
    this.#policy = contentSecurityPolicy(fileOrigin && ` ${fileOrigin}`)
    this.#index = index
    this.#marks = marks
  }

  /** The status of an error makes the app show an error page. */
  send(request: FastifyRequest, reply: FastifyReply, status = 200): FastifyReply {
    reply
      .code(status)
      .header('cache-control', status === 200 ? 'no-cache' : 'no-store')
      .header('content-security-policy', this.#policy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), microphone=(self), geolocation=()')
      .header('referrer-policy', 'no-referrer')
    const file = this.#withStatus(status)
    return status === 200 ? sendFile(request, reply, file) : reply.type(file.type).send(file.plain)
  }

  sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const status = statusOf(error)
    const isKnown = error instanceof ChatError || error instanceof Problem
    if (status >= 500 && !(isKnown && status === 503))
      request.log.error({ err: error, requestId: request.id }, 'request failed')
    return this.send(request, reply, status)
  }

  #withStatus(status: number): WebFile {
    const known = this.#byStatus.get(status)
    if (known) return known
    const made = withMarks(this.#index, this.#marks, status)
    this.#byStatus.set(status, made)
    return made
  }
}

/** Whether a person with a browser asks: then an error is a page. Programs get JSON. */
export function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (url.startsWith('/api/') || headers.authorization !== undefined) return false
  return headers.accept?.includes('text/html') ?? false
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  reply.header('etag', file.etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  reply.type(file.type)
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const compressed = encoding && file[encoding]
  if (!compressed) return reply.send(file.plain)
  return reply.header('content-encoding', encoding).send(compressed)
}

function withMarks(index: WebFile, { mode, missing }: PageMarks, status: number): WebFile {
  if (mode === 'production' && missing.length === 0 && status === 200) return index
  const text = index.plain
    .toString()
    .replace('name="switchboard-mode" content="production"', `name="switchboard-mode" content="${mode}"`)
    .replace('name="switchboard-status" content="200"', `name="switchboard-status" content="${status}"`)
    .replace(
      'name="switchboard-missing" content=""',
      `name="switchboard-missing" content="${missing.join(' ')}"`,
    )
  const etag = index.etag.replace(/"$/, `-${[mode, ...missing, status].join('-')}"`)
  return { ...index, plain: Buffer.from(text), etag, br: undefined, gzip: undefined }
}

function statusOf(error: unknown): number {
  if (error instanceof ChatError || error instanceof Problem) return error.status
  const trouble = storageFailureOf(error)
  if (trouble !== undefined) return trouble === 'full' ? 507 : 503
  const { statusCode } = error as { statusCode?: number }
  return statusCode !== undefined && statusCode >= 400 ? statusCode : 500
}
