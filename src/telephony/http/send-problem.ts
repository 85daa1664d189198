import type { FastifyReply, FastifyRequest } from 'fastify'
import { storageFailureOf } from '../../platform/storage-failure.ts'
import { Problem } from '../problem.ts'

/** Sends any error as problem+json. Internal errors are logged, and not shown to clients. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = error instanceof Problem ? error : translate(error)
  const isOurs = problem.status === 500 || (problem !== error && problem.status > 500)
  if (isOurs) request.log.error({ err: error, requestId: request.id }, 'request failed')
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'cache-control': 'no-store' })
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.body()))
}

/** Errors of the HTTP layer. */
function translate(error: unknown): Problem {
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  if (statusCode === 413) return new Problem(413, 'The request is too large')
  if (statusCode === 415) return new Problem(415, 'This content type is not supported here')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem(400, message ?? 'The request cannot be read')
  }
  const trouble = storageFailureOf(error)
  const headers = { 'retry-after': '1' }
  if (trouble === 'full') return new Problem(507, 'The server has no disk space left', { headers })
  if (trouble === 'away') return new Problem(503, 'The database is not available at the moment', { headers })
  if (trouble === 'files away') {
    return new Problem(503, 'The file store is not available at the moment', { headers })
  }
  return new Problem(500, 'The server failed; the x-request-id header helps its operator to find out why')
}
