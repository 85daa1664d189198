import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { addUnsubscribeRoute } from '../../chat/accounts/own-settings/unsubscribe-routes.ts'
import { createScimPlugin } from '../../chat/accounts/scim/scim-plugin.ts'
import type { Integration } from '../../chat/bots/incoming-webhooks/integration.ts'
import { integrations } from '../../chat/bots/incoming-webhooks/integrations.ts'
import { writeGuide, writeGuideList } from '../../chat/bots/incoming-webhooks/write-guide.ts'
import { ChatError } from '../../chat/chat-error.ts'
import { createChatPlugin } from '../../chat/chat-plugin.ts'
import { answerError } from '../../chat/identity/calls/answer-error.ts'
import { requestRealm } from '../../chat/identity/calls/request-realm.ts'
import { emptyContext } from '../../chat/markdown/markdown-context.ts'
import { renderMarkdown } from '../../chat/markdown/render-markdown.ts'
import { addPublicPictureRoutes } from '../../chat/messages/attachments/public-picture-route.ts'
import { addUploadedFileRoutes } from '../../chat/messages/attachments/uploaded-file-route.ts'
import { addMeetingRoute } from '../../chat/organization/meetings/meeting-routes.ts'
import { addAvatarPictureRoutes } from '../../chat/people/avatar-picture-routes.ts'
import { areInstalled } from '../../platform/documents/run-program.ts'
import { FULL_BELOW_BYTES, readDiskSpace } from '../../platform/files/disk-space.ts'
import { hasTwoHosts } from '../../platform/has-two-hosts.ts'
import type { Logger } from '../../platform/logging/log.ts'
import { documentText } from '../../platform/openapi/document-text.ts'
import { VERSION, webFolder } from '../../platform/program.ts'
import { createClientAddress } from '../../telephony/events/sockets/client-address.ts'
import { createSockets } from '../../telephony/events/sockets/create-sockets.ts'
import { mountSockets } from '../../telephony/events/sockets/mount-sockets.ts'
import { sendProblem } from '../../telephony/http/send-problem.ts'
import { createSoftphoneDoor } from '../../telephony/phones/softphones/softphone-door.ts'
import { notFound, Problem } from '../../telephony/problem.ts'
import { createTelephonyPlugin } from '../../telephony/telephony-plugin.ts'
import { apiEndpoints } from '../api-endpoints.ts'
import { addDevMailsRoute } from '../docs/dev-mails-route.ts'
import { curlSample } from '../docs/docs-curl.ts'
import { Html, html } from '../docs/docs-html.ts'
import { docsLayout } from '../docs/docs-layout.ts'
import { docsPage, readTryScript } from '../docs/docs-page.ts'
import { type DocumentedProduct, documentedProducts } from '../docs/docs-products.ts'
import { exampleRequest } from '../docs/docs-request.ts'
import { docsStyle } from '../docs/docs-style.ts'
import { addMetrics } from '../metrics/metrics.ts'
import type { Products } from '../start/open-products.ts'
import { type PageMarks, type WebPage, wantsPage } from '../web/web-page.ts'
import { addWebRoutes } from '../web/web-routes.ts'
import { boundConnections } from './bound-connections.ts'
import { compressResponses } from './compress-responses.ts'
import { isChat } from './is-chat.ts'
import { limitAddresses } from './limit-addresses.ts'
import { refuseInMaintenance } from './refuse-in-maintenance.ts'
import { addRequestIds, createRequestIds } from './request-ids.ts'
import { respondToUnreadableRequest } from './respond-to-unreadable-request.ts'
import { type ServerLimits, serverLimits } from './server-limits.ts'

const styleHash = createHash('sha256').update(docsStyle).digest('base64')

/** No scripts, nothing external, and only our own styles. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** For the references: our script, which sends requests to this server and puts nothing but text into the page. */
const policyWithScript = `${policy}; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

const retrySoon = { code: 'SERVICE_UNAVAILABLE', extra: { 'retry-after': 1 } }

/** Builds the app, ready to listen or for injected requests. It stops only what it created: the sockets. */
export function createServer(
  products: Products,
  log: Logger,
  web = webFolder,
  limits: ServerLimits = serverLimits,
): FastifyInstance {
  const { trustedProxies, development, publicUrl } = products.chat.config
  const isHttps = publicUrl.startsWith('https:')
  const requestIds = createRequestIds(trustedProxies)
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIds.create(request as IncomingMessage),
    // A child logger per request would cost more than the routing; the log adds the request id.
    childLoggerFactory: (logger) => logger,
    bodyLimit: limits.bodyBytes,
    // Other clients could put any address into the header.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // A malformed URL reaches no product, but its start shows which product it is for.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      respondByPath(error, request as FastifyRequest, reply as FastifyReply)
    },
    clientErrorHandler: respondToUnreadableRequest(limits, products.chat.uploads, requestIds),
    routerOptions: { maxParamLength: 500 },
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.lookEveryMs,
      keepAlive: true,
      keepAliveInitialDelay: limits.tcpKeepAliveMs,
    },
    requestTimeout: limits.uploadMs,
    keepAliveTimeout: limits.idleMs,
    // Waiting polls get a response before the server stops; idle connections are closed.
    forceCloseConnections: 'idle',
    // Requests that still arrive on an open connection get a response, too, which closes the connection.
    return503OnClosing: false,
  })
  app.server.maxConnections = limits.connections
  addRequestIds(app, requestIds)
  boundConnections(
    app,
    { connectionsPerNetwork: products.addressLimit.connections || Number.POSITIVE_INFINITY, ...limits },
    products.chat.uploads,
    trustedProxies,
    requestIds,
  )
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    // Pages of other sites can embed nothing of ours.
    reply.header('cross-origin-resource-policy', 'same-origin')
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
    // Not on the reply: the sockets respond without it.
    if (products.isLeaving) reply.raw.setHeader('connection', 'close')
    done(checkRequestHead(request, limits) ?? (products.isClosing ? checkNotClosing(request) : undefined))
  })
  limitAddresses(app, products.addressLimit, log)
  compressResponses(app)
  // Closing would wait for them.
  app.addHook('preClose', async () => products.endReceivers())
  if (log.isLevelEnabled('debug')) app.addHook('onResponse', logResponse)
  const addressOf = createClientAddress(trustedProxies)
  const sockets = createSockets(products.telephony, limits, addressOf)
  addMetrics(app, products, sockets)
  addHealthRoute(app, products)
  addDocsRoute(app, publicUrl)
  const findName = async (request: FastifyRequest) => (await requestRealm(products.chat, request))?.name
  const marks = marksOf(products)
  const fileOrigin = products.publicFileOrigin
  addErrorResponses(app, addWebRoutes(app, { folder: web, marks, fileOrigin, findName }))
  if (development) addDevMailsRoute(app, products.chat.config.dataDir)
  // Pages, probes, metrics and sockets stay outside.
  app.register(async (scope) => {
    refuseInMaintenance(scope, products.maintenance)
    addAvatarPictureRoutes(scope, products.chat)
    addUploadedFileRoutes(scope, products.chat)
    addPublicPictureRoutes(scope, products.chat)
    addUnsubscribeRoute(scope, products.chat)
    addMeetingRoute(scope, products.chat)
    scope.register(createChatPlugin({ ...products.workspace, installation: products }, apiEndpoints), {
      prefix: '/api/v1',
    })
    scope.register(createScimPlugin(products.chat), { prefix: '/scim/v2' })
    scope.register(createTelephonyPlugin(products.telephony))
  })
  mountSockets(app, sockets, createSoftphoneDoor(products.telephony, addressOf))
  return app
}

const marksOf = ({ chat, telephony }: Products): PageMarks => ({
  mode: chat.config.development ? 'development' : 'production',
  missing: [
    ...(chat.config.smtpUrl === undefined ? ['mail' as const] : []),
    ...(telephony.config.telephony.asterisks.length === 0 ? ['sip' as const] : []),
    ...(areInstalled('gs', 'tiffinfo', 'tiff2pdf') ? [] : ['fax' as const]),
  ],
})

function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  // Log the route, not the URL: it may contain an API key or a token.
  const path = request.routeOptions.url ?? 'unknown'
  const { method, id: requestId, log } = request
  log.debug({ requestId, method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'answered')
  done()
}

/**
 * Readiness: 200 when the database responds; 503 when it does not, the disk is full, or the server is stopping. Liveness:
 * 200 while the process runs, since a restart would bring neither back.
 */
function addHealthRoute(app: FastifyInstance, products: Products): void {
  app.get('/health/live', async () => ({ status: 'ok', version: VERSION }))
  app.get('/health', async (request, reply) => {
    if (products.isLeaving) return reply.code(503).send({ status: 'stopping', version: VERSION })
    try {
      await products.ping()
      const { freeBytes } = await readDiskSpace(products.chat.config.dataDir)
      if (freeBytes < FULL_BELOW_BYTES) return reply.code(503).send({ status: 'disk full', version: VERSION })
      // Without Redis everything still works, only slower: a load balancer must not remove all nodes for it.
      const redis = products.redisIsUp === undefined ? {} : { redis: products.redisIsUp ? 'ok' : 'away' }
      const status = products.maintenance.message === undefined ? 'ok' : 'maintenance'
      return { status, version: VERSION, ...redis }
    } catch (error) {
      request.log.error({ err: error }, 'health check failed')
      return reply.code(503).send({ status: 'database unavailable', version: VERSION })
    }
  })
}

/** Responds to errors of files and pages, and to unknown paths: with a page for people, with JSON for programs. */
function addErrorResponses(app: FastifyInstance, page: WebPage | undefined): void {
  app.setErrorHandler((error, request, reply) =>
    page && wantsPage(request) ? page.sendError(error, request, reply) : respondByPath(error, request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    if (page && wantsPage(request)) return page.send(request, reply, 404)
    return sendProblem(notFound(`There is nothing at ${request.url.split('?', 1)[0]}`), request, reply)
  })
}

/** Responds to an error outside both products, in the format of the product that the path belongs to. */
function respondByPath(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return (isChat(request) ? answerError : sendProblem)(error, request, reply)
}

/** Returns an error for a request whose URL or headers are too large or ambiguous, before anything else looks at it. */
function checkRequestHead(request: FastifyRequest, limits: ServerLimits): Error | undefined {
  const { url, rawHeaders } = request.raw
  if (url !== undefined && url.length > limits.addressCharacters) {
    return errorFor(request, 414, `The address is too long (limit: ${limits.addressCharacters} characters)`)
  }
  // Names and values alternate.
  if (rawHeaders.length > limits.headerFields * 2) {
    return errorFor(request, 431, `There are too many headers (limit: ${limits.headerFields})`)
  }
  // Node takes the first, others the last: they would not agree which organization is meant.
  if (hasTwoHosts(request.raw)) return errorFor(request, 400, 'There is more than one Host header')
  return undefined
}

/** Another server can handle a read: a load balancer retries it there. */
function checkNotClosing(request: FastifyRequest): Error | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  return errorFor(request, 503, 'This server is stopping')
}

function errorFor(request: FastifyRequest, status: number, detail: string): Error {
  if (isChat(request)) return new ChatError(detail, { status, ...(status === 503 && retrySoon) })
  // Pages know neither product's errors, but `statusCode` is what every HTTP library uses.
  return Object.assign(new Problem(status, detail), { statusCode: status })
}

/** Serves the API references, for people and for programs. Each page is generated on first use. */
export function addDocsRoute(app: FastifyInstance, publicUrl: string): void {
  const base = publicUrl.replace(/\/$/, '')
  addPage(app, '/docs', policy, () => docsOverview(base))
  const script = readTryScript()
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

/** A page per integration, rendered like a message. */
async function docsWebhook(integration: Integration, base: string): Promise<string> {
  return page(`${integration.displayName}: incoming webhook`, await writeGuide(integration, base))
}

function docsWebhooks(): string {
  return page('Incoming webhooks', writeGuideList('/docs/webhooks/', ''))
}

function page(title: string, markdown: string): string {
  const names = [...integrations.values()].map(
    ({ name, displayName }) => html`<li><a href="/docs/webhooks/${name}">${displayName}</a></li>`,
  )
  return docsLayout({
    title,
    contents: html`<a href="/docs">All references</a>
<div><strong><a href="/docs/webhooks">Incoming webhooks</a></strong><ul>${names}</ul></div>`,
    main: html`<div class="guide">${new Html(renderMarkdown(markdown, emptyContext).html)}</div>`,
  })
}

/** The start page: what there is, and a working request for each product. */
function docsOverview(base: string): string {
  return docsLayout({
    title: 'Switchboard: documentation',
    contents: html`<a href="#top">Overview</a>
<div><strong>References</strong>
<ul>${documentedProducts.map(({ name, describe }) => html`<li><a href="/docs/${name}">${describe().info.title}</a></li>`)}
<li><a href="/docs/webhooks">Incoming webhooks</a></li></ul></div>`,
    main: html`<h1>Switchboard</h1>
<p class="soft">Version ${VERSION}</p>
<p>Team chat and telephony self-service in one server. Each has an API of its own:</p>
${documentedProducts.map((product) => productSection(product, base))}`,
  })
}

function productSection(product: DocumentedProduct, base: string): Html {
  const { name, about, describe, curl, credentials, firstCall } = product
  const document = describe()
  const { verb, path, shows } = firstCall
  const operation = document.paths[path]![verb as 'get']!
  const request = exampleRequest({ verb, path, operation })
  return html`<article id="${name}">
<h3><a href="/docs/${name}">${document.info.title}</a></h3>
<p>${about}</p>
${credentials(base)}
<h4>${shows}</h4>
<pre>${curlSample({ base, caller: curl }, request)}</pre>
<p><a href="/docs/${name}">Reference</a> · <a href="/docs/${name}.json">OpenAPI 3.1 document</a></p>
</article>`
}
