import type { FastifyReply, FastifyRequest } from 'fastify'
import { storageFailureOf } from '../../../platform/storage-failure.ts'
import { ChatError } from '../../chat-error.ts'
import { errorBody } from '../../http/envelope.ts'
import { SESSION_COOKIE } from '../sessions/session-cookie.ts'

/** Sends any error in the envelope. Internal errors are logged, and their details are not sent. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = error instanceof ChatError ? error : translate(error)
  // What says itself that something else is away is no failure of ours, and where it is thrown is of no interest.
  const isOurs = answer.status >= 500 && !(answer === error && answer.status === 503)
  if (isOurs) request.log.error({ err: error, requestId: request.id }, 'request failed')
  if (answer.status === 401) reply.header('www-authenticate', `${challenge(request)} realm="switchboard"`)
  // Otherwise the rest of this request would be parsed as the next one.
  if (answer.status === 408) reply.header('connection', 'close')
  if (answer.extra['retry-after'] !== undefined) reply.header('retry-after', answer.extra['retry-after'])
  return reply
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'max-age=0, no-cache, no-store, must-revalidate, private')
    .send(errorBody(answer))
}

/** Browsers prompt for a password on `Basic`. Callers with a cookie have a sign-in page instead. */
function challenge({ headers, url }: FastifyRequest): string {
  const usesSession = headers.cookie?.includes(SESSION_COOKIE) || /^\/api\/v1\/sessions\b/.test(url)
  return headers.authorization === undefined && usesSession ? 'Session' : 'Basic'
}

/** Translates errors of the HTTP layer. */
function translate(error: unknown): ChatError {
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  if (statusCode === 413) {
    return new ChatError('The request is too large', { status: 413, code: 'PAYLOAD_TOO_LARGE' })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ChatError(message ?? 'Bad request', { status: 400 })
  }
  return (
    storageError(error) ?? new ChatError('Internal server error', { status: 500, code: 'INTERNAL_ERROR' })
  )
}

/** Temporary failures: the client may retry. After a full disk, nothing was stored. */
function storageError(error: unknown): ChatError | undefined {
  const trouble = storageFailureOf(error)
  if (trouble === undefined) return undefined
  const extra = { 'retry-after': 1 }
  return trouble === 'full'
    ? new ChatError('The server has no disk space left', {
        status: 507,
        code: 'INSUFFICIENT_STORAGE',
        extra,
      })
    : new ChatError(`The ${trouble === 'away' ? 'database' : 'file store'} is not available at the moment`, {
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        extra,
      })
}
