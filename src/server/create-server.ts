import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { createChatPlugin } from '../chat/chat-plugin.ts'
import { createEmailChangePage } from '../chat/email-changes/email-change-page.ts'
import { answerError } from '../chat/http/answer-error.ts'
import { createJoinPage } from '../chat/invitations/join-page.ts'
import { createResetPage } from '../chat/password-resets/reset-page.ts'
import { addPublicPictureRoutes } from '../chat/uploads/public-picture-route.ts'
import { addUploadedFileRoutes } from '../chat/uploads/uploaded-file-route.ts'
import { addAvatarRoute } from '../chat/users/avatar-route.ts'
import type { Logger } from '../platform/log.ts'
import { answerProblem } from '../telephony/http/answer-problem.ts'
import { createSockets } from '../telephony/sockets/create-sockets.ts'
import { mountSockets } from '../telephony/sockets/mount-sockets.ts'
import { addUnknownPathAnswer, createTelephonyPlugin } from '../telephony/telephony-plugin.ts'
import { addDevMailsRoute } from './dev-mails-route.ts'
import { addDocsRoute } from './docs-route.ts'
import { addHealthRoute } from './health-route.ts'
import { addMetrics } from './metrics.ts'
import type { Products } from './open-products.ts'
import { webFolder } from './web-files.ts'
import { addWebRoutes } from './web-routes.ts'

/** A form with a few thousand people to subscribe fits; a file does not, and has its own endpoint. */
const BODY_LIMIT = 1_048_576

/** The app, ready to be listened with or to be injected into. It stops only what it made: the sockets. */
export function createServer(products: Products, log: Logger, web = webFolder): FastifyInstance {
  const { trustedProxies, development } = products.chat.config
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A logger of its own for each request would cost more than the routing; lines carry the request's id instead.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    // Whoever else names an address in a header may name any.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // An address that cannot even be read reaches no product, but its beginning tells whose it would be.
    frameworkErrors: (error, request, reply) => {
      const answer = request.url.startsWith('/api/v1') ? answerError : answerProblem
      answer(error, request as FastifyRequest, reply as FastifyReply)
    },
    routerOptions: { maxParamLength: 500 },
    // A client that sends its headers or body byte by byte must not hold a connection for ever.
    requestTimeout: 60_000,
    // Polls that wait are answered before the server stops; idle connections need not be waited for.
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  if (log.isLevelEnabled('debug')) app.addHook('onResponse', logAnswer)
  const sockets = createSockets(products.telephony)
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
