import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { createChatPlugin } from '../chat/chat-plugin.ts'
import { requestRealm } from '../chat/identity/calls/request-realm.ts'
import { addPublicPictureRoutes } from '../chat/messages/attachments/public-picture-route.ts'
import { addUploadedFileRoutes } from '../chat/messages/attachments/uploaded-file-route.ts'
import { addAvatarPictureRoutes } from '../chat/people/avatar-picture-routes.ts'
import type { Logger } from '../platform/log.ts'
import { createClientAddress } from '../telephony/events/sockets/client-address.ts'
import { createSockets } from '../telephony/events/sockets/create-sockets.ts'
import { mountSockets } from '../telephony/events/sockets/mount-sockets.ts'
import { createSoftphoneDoor } from '../telephony/phones/softphones/softphone-door.ts'
import { createTelephonyPlugin } from '../telephony/telephony-plugin.ts'
import { apiEndpoints } from './api-endpoints.ts'
import { boundConnections } from './bound-connections.ts'
import { addDevMailsRoute } from './dev-mails-route.ts'
import { addDocsRoute } from './docs-route.ts'
import { addHealthRoute } from './health-route.ts'
import { addMetrics } from './metrics.ts'
import type { Products } from './open-products.ts'
import { addErrorResponses, checkNotClosing, checkRequestHead, respondByPath } from './request-errors.ts'
import { respondToUnreadableRequest } from './respond-to-unreadable-request.ts'
import { type ServerLimits, serverLimits } from './server-limits.ts'
import { webFolder } from './web-files.ts'
import { addWebRoutes } from './web-routes.ts'

/** Builds the app, ready to listen or for injected requests. It stops only what it created: the sockets. */
export function createServer(
  products: Products,
  log: Logger,
  web = webFolder,
  limits: ServerLimits = serverLimits,
): FastifyInstance {
  const { trustedProxies, development, publicUrl } = products.chat.config
  const isHttps = publicUrl.startsWith('https:')
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A child logger per request would cost more than the routing; lines carry the request id instead.
    childLoggerFactory: (logger) => logger,
    bodyLimit: limits.bodyBytes,
    // Other clients could put any address into the header.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // A malformed URL reaches no product, but its start shows which product it is for.
    frameworkErrors: (error, request, reply) => {
      respondByPath(error, request as FastifyRequest, reply as FastifyReply)
    },
    clientErrorHandler: respondToUnreadableRequest(limits, products.chat.uploads),
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
  boundConnections(app, limits, products.chat.uploads, trustedProxies)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    // Pages of other sites can embed nothing of ours.
    reply.header('cross-origin-resource-policy', 'same-origin')
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
    // Not on the reply: the sockets respond without it.
    if (products.isLeaving) reply.raw.setHeader('connection', 'close')
    done(checkRequestHead(request, limits) ?? (products.isClosing ? checkNotClosing(request) : undefined))
  })
  // Closing would wait for them.
  app.addHook('preClose', async () => products.endReceivers())
  if (log.isLevelEnabled('debug')) app.addHook('onResponse', logResponse)
  const addressOf = createClientAddress(trustedProxies)
  const sockets = createSockets(products.telephony, limits, addressOf)
  addMetrics(app, products, sockets)
  addHealthRoute(app, products)
  addAvatarPictureRoutes(app, products.chat)
  addUploadedFileRoutes(app, products.chat)
  addPublicPictureRoutes(app, products.chat)
  addDocsRoute(app, publicUrl)
  const findName = async (request: FastifyRequest) => (await requestRealm(products.chat, request))?.name
  addErrorResponses(app, addWebRoutes(app, { folder: web, development, findName }))
  if (development) addDevMailsRoute(app, products.chat.config.dataDir)
  app.register(createChatPlugin(products.workspace, apiEndpoints), { prefix: '/api/v1' })
  app.register(createTelephonyPlugin(products.telephony))
  mountSockets(app, sockets, createSoftphoneDoor(products.telephony, addressOf))
  return app
}

function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  // Log the route, not the URL: it may contain an API key or a token.
  const path = request.routeOptions.url ?? 'unknown'
  const { method, id: requestId, log } = request
  log.debug({ requestId, method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'answered')
  done()
}
