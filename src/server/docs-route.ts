import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { integrations } from '../chat/bots/incoming-webhooks/integrations.ts'
import { documentText } from '../platform/openapi/document-text.ts'
import { docsOverview } from './docs-overview.ts'
import { docsPage } from './docs-page.ts'
import { documentedProducts } from './docs-products.ts'
import { docsStyle } from './docs-style.ts'
import { docsWebhook, docsWebhooks } from './docs-webhooks.ts'

const styleHash = createHash('sha256').update(docsStyle).digest('base64')

/** No scripts, nothing external, and only our own styles. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** For the references: our script, which sends requests to this server and puts nothing but text into the page. */
const policyWithScript = `${policy}; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

/** Serves the API references, for people and for programs. Each page is generated on first use. */
export function addDocsRoute(app: FastifyInstance, publicUrl: string): void {
  const base = publicUrl.replace(/\/$/, '')
  addPage(app, '/docs', policy, () => docsOverview(base))
  const script = readFileSync(new URL('./docs-try.js', import.meta.url))
  app.get('/docs/try.js', async (_request, reply) => {
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script)
  })
  for (const product of documentedProducts) {
    addPage(app, `/docs/${product.name}`, policyWithScript, () => docsPage(product, base))
    let source: string | undefined
    app.get(`/docs/${product.name}.json`, async (_request, reply) => {
      source ??= documentText(product.describe())
      return reply.type('application/json; charset=utf-8').send(source)
    })
  }
  addPage(app, '/docs/webhooks', policy, docsWebhooks)
  for (const integration of integrations.values()) {
    addPage(app, `/docs/webhooks/${integration.name}`, policy, () => docsWebhook(integration, base))
  }
}

function addPage(
  app: FastifyInstance,
  path: string,
  contentSecurityPolicy: string,
  write: () => string | Promise<string>,
): void {
  let page: string | undefined
  app.get(path, async (_request, reply) => {
    page ??= await write()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .header('referrer-policy', 'no-referrer')
      .send(page)
  })
}
