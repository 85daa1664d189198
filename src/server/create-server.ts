import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { createChatPlugin } from '../chat/chat-plugin.ts'
import { createEmailChangePage } from '../chat/email-changes/email-change-page.ts'
import { createJoinPage } from '../chat/invitations/join-page.ts'
import { createResetPage } from '../chat/password-resets/reset-page.ts'
import { addPublicPictureRoutes } from '../chat/uploads/public-picture-route.ts'
import { addUploadedFileRoutes } from '../chat/uploads/uploaded-file-route.ts'
import { addAvatarRoute } from '../chat/users/avatar-route.ts'
import type { Logger } from '../platform/log.ts'
import { createClientAddress } from '../telephony/events/sockets/client-address.ts'
import { createSockets } from '../telephony/events/sockets/create-sockets.ts'
import { mountSockets } from '../telephony/events/sockets/mount-sockets.ts'
import { addUnknownPathAnswer, createTelephonyPlugin } from '../telephony/telephony-plugin.ts'
import { answerUnreadableRequest } from './answer-unreadable-request.ts'
import { boundConnections } from './bound-connections.ts'
import { addDevMailsRoute } from './dev-mails-route.ts'
import { addDocsRoute } from './docs-route.ts'
import { addHealthRoute } from './health-route.ts'
import { addMetrics } from './metrics.ts'
import type { Products } from './open-products.ts'
import { answerByAddress, complainOfClosing, complainOfSize } from './refuse-odd-request.ts'
import { type ServerLimits, serverLimits } from './server-limits.ts'
import { webFolder } from './web-files.ts'
import { addWebRoutes } from './web-routes.ts'

/** The app, ready to be listened with or to be injected into. It stops only what it made: the sockets. */
export function createServer(
  products: Products,
  log: Logger,
  web = webFolder,
  limits: ServerLimits = serverLimits,
): FastifyInstance {
  const { trustedProxies, development } = products.chat.config
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A logger of its own for each request would cost more than the routing; lines carry the request's id instead.
    childLoggerFactory: (logger) => logger,
    bodyLimit: limits.bodyBytes,
    // Whoever else names an address in a header may name any.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // An address that cannot even be read reaches no product, but its beginning tells whose it would be.
    frameworkErrors: (error, request, reply) => {
      answerByAddress(error, request as FastifyRequest, reply as FastifyReply)
    },
    clientErrorHandler: answerUnreadableRequest(limits, products.chat.uploads),
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
    // Polls that wait are answered before the server stops; idle connections need not be waited for.
    forceCloseConnections: 'idle',
    // What still comes over a connection that is kept open is answered, too, and told to come elsewhere next time.
    return503OnClosing: false,
  }) as unknown as FastifyInstance
  app.server.maxConnections = limits.connections
  boundConnections(app, limits, products.chat.uploads)
  app.setErrorHandler(answerByAddress)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    // Not to the reply: the sockets answer without it.
    if (products.isLeaving) reply.raw.setHeader('connection', 'close')
    done(complainOfSize(request, limits) ?? (products.isClosing ? complainOfClosing(request) : undefined))
  })
  // Otherwise closing would wait for them.
  app.addHook('preClose', async () => products.endReceivers())
  if (log.isLevelEnabled('debug')) app.addHook('onResponse', logAnswer)
  const sockets = createSockets(products.telephony, limits, createClientAddress(trustedProxies))
  addMetrics(app, products, sockets)
  addHealthRoute(app, products)
  addAvatarRoute(app)
  addUploadedFileRoutes(app, products.chat)
  addPublicPictureRoutes(app, products.chat)
  addDocsRoute(app, products.chat.config.publicUrl)
  addWebRoutes(app, { folder: web, development })
  if (development) addDevMailsRoute(app, products.chat.config.dataDir)
  app.register(createJoinPage(products.chat))
  app.register(createResetPage(products.chat))
  app.register(createEmailChangePage(products.chat))
  app.register(createChatPlugin(products.chat), { prefix: '/api/v1' })
  app.register(createTelephonyPlugin(products.telephony))
  mountSockets(app, sockets)
  addUnknownPathAnswer(app)
  return app
}

function logAnswer(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  // The route and not the address: that may carry an API key or a token.
  const path = request.routeOptions.url ?? 'unknown'
  const { method, id: requestId, log } = request
  log.debug({ requestId, method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'answered')
  done()
}
