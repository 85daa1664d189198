import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readWebFiles, type WebFile } from './web-files.ts'

/**
 * Only our own scripts and styles. A message's HTML gets into the page only through the one Trusted Types policy that
 * the app names.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types switchboard',
].join('; ')

const notBuilt = 'The web app is not built yet. Run "npm run build", then start the server again.\n'

export interface WebOptions {
  folder: string
  development: boolean
}

/** Serves the web app: one page for both products, and its files. */
export function addWebRoutes(app: FastifyInstance, { folder, development }: WebOptions): void {
  const files = readWebFiles(folder)
  const index = files.get('/index.html')
  const page = index && (development ? forDevelopment(index) : index)
  files.delete('/index.html')
  for (const [path, file] of files) {
    // Asset names change with their contents.
    const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    app.get(path, async (request, reply) => sendFile(request, reply.header('cache-control', caching), file))
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!page) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentSecurityPolicy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
      .header('referrer-policy', 'no-referrer')
    return sendFile(request, reply, page)
  }
  for (const path of ['/', '/portal', '/portal/*']) app.get(path, sendPage)
}

/** Marks the page as development mode, in which the app offers the demo people. */
function forDevelopment(page: WebFile): WebFile {
  const text = page.plain
    .toString()
    .replace('name="switchboard-mode" content="production"', 'name="switchboard-mode" content="development"')
  return {
    ...page,
    plain: Buffer.from(text),
    etag: page.etag.replace(/"$/, '-development"'),
    br: undefined,
    gzip: undefined,
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  reply.header('etag', file.etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  reply.type(file.type)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (file.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.br)
  if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.plain)
}
