import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ChatError } from '../chat/chat-error.ts'
import { answerError } from '../chat/identity/calls/answer-error.ts'
import { hasTwoHosts } from '../platform/has-two-hosts.ts'
import { answerProblem } from '../telephony/http/answer-problem.ts'
import { notFound, Problem } from '../telephony/problem.ts'
import type { ServerLimits } from './server-limits.ts'
import { type WebPage, wantsPage } from './web-page.ts'

/** Responds to errors of files and pages, and to unknown paths: with a page for people, with JSON for programs. */
export function addErrorResponses(app: FastifyInstance, page: WebPage | undefined): void {
  app.setErrorHandler((error, request, reply) =>
    page && wantsPage(request) ? page.sendError(error, request, reply) : respondByPath(error, request, reply),
  )
  app.setNotFoundHandler((request, reply) => {
    if (page && wantsPage(request)) return page.send(request, reply, 404)
    return answerProblem(notFound(`There is nothing at ${request.url.split('?', 1)[0]}`), request, reply)
  })
}

/** Responds to an error outside both products, in the format of the product that the path belongs to. */
export function respondByPath(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return (isChat(request) ? answerError : answerProblem)(error, request, reply)
}

/** Returns an error for a request whose URL or headers are too large or ambiguous, before anything else looks at it. */
export function checkRequestHead(request: FastifyRequest, limits: ServerLimits): Error | undefined {
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

/** Another server can handle a read, and a load balancer retries it there by itself. */
export function checkNotClosing(request: FastifyRequest): Error | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  return errorFor(request, 503, 'This server is stopping')
}

const isChat = ({ url }: FastifyRequest) => /^\/(?:api\/v1|user_uploads|user_avatars|avatar\/)/.test(url)

const retrySoon = { code: 'SERVICE_UNAVAILABLE', extra: { 'retry-after': 1 } }

function errorFor(request: FastifyRequest, status: number, detail: string): Error {
  if (isChat(request)) return new ChatError(detail, { status, ...(status === 503 && retrySoon) })
  // Pages know neither product's errors, but `statusCode` is what every HTTP library uses.
  return Object.assign(new Problem(status, detail), { statusCode: status })
}
