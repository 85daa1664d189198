import type { FastifyReply, FastifyRequest } from 'fastify'
import { ChatError } from '../chat-error.ts'
import { errorBody } from './envelope.ts'

/** Whatever went wrong, in the envelope. What is our own fault is logged, and not explained to strangers. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = error instanceof ChatError ? error : translate(error)
  if (answer.status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')
  if (answer.status === 401) reply.header('www-authenticate', 'Basic realm="switchboard"')
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'max-age=0, no-cache, no-store, must-revalidate, private')
    .send(errorBody(answer))
}

/** Errors of the HTTP layer below us. */
function translate(error: unknown): ChatError {
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  if (statusCode === 413) {
    return new ChatError('The request is too large', { status: 413, code: 'PAYLOAD_TOO_LARGE' })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ChatError(message ?? 'Bad request', { status: 400 })
  }
  return new ChatError('Internal server error', { status: 500, code: 'INTERNAL_ERROR' })
}
