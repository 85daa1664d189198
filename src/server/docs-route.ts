import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describeChatApi } from '../chat/openapi/describe-chat-api.ts'
import { documentText } from '../platform/openapi/document-text.ts'
import { docsPage } from './docs-page.ts'
import { docsStyle } from './docs-style.ts'

const styleHash = createHash('sha256').update(docsStyle).digest('base64')

/** No scripts, nothing from elsewhere, and of styles only our own. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The reference of the API, for people and for programs. Written when it is first asked for. */
export function addDocsRoute(app: FastifyInstance, publicUrl: string): void {
  let page: string | undefined
  let source: string | undefined
  app.get('/docs', async (_request, reply) => {
    page ??= docsPage(describeChatApi(), publicUrl.replace(/\/$/, ''), '/docs/chat.json')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .send(page)
  })
  // Until the web app is there: whoever opens the server's address finds something to read.
  app.get('/', async (_request, reply) => reply.redirect('/docs'))
  app.get('/docs/chat.json', async (_request, reply) => {
    source ??= documentText(describeChatApi())
    return reply.type('application/json; charset=utf-8').send(source)
  })
}
