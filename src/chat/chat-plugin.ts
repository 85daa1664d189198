import type { FastifyInstance } from 'fastify'
import type { Chat } from './chat.ts'
import { ChatError } from './chat-error.ts'
import { addBodyParsers } from './http/body-parsers.ts'
import { answerError } from './identity/calls/answer-error.ts'
import type { Endpoint } from './identity/calls/endpoint.ts'
import { mountEndpoints } from './identity/calls/mount-endpoints.ts'
import { addAuditExportRoute } from './organization/audit-log-routes.ts'
import { addExportDownloadRoute } from './organization/export/export-download-route.ts'

/** Everything under /api/v1, with its own body parsers and error handler. */
export function createChatPlugin<Whole extends Chat>(chat: Whole, endpoints: readonly Endpoint<Whole>[]) {
  return async (app: FastifyInstance): Promise<void> => {
    addBodyParsers(app)
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
    app.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?', 1)[0]
      return answerError(
        new ChatError(`Unknown path ${path}`, { status: 404, code: 'NOT_FOUND' }),
        request,
        reply,
      )
    })
    mountEndpoints(app, chat, endpoints)
    addExportDownloadRoute(app, chat)
    addAuditExportRoute(app, chat)
  }
}
