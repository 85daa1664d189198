import type { FastifyReply, FastifyRequest } from 'fastify'
import { ChatError } from '../chat/chat-error.ts'
import { answerError } from '../chat/identity/calls/answer-error.ts'
import { answerProblem } from '../telephony/http/answer-problem.ts'
import { Problem } from '../telephony/problem.ts'
import type { ServerLimits } from './server-limits.ts'

/** What went wrong outside of both products, in the form of the one whose address it would be. */
export function answerByAddress(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return (isChat(request) ? answerError : answerProblem)(error, request, reply)
}

/** The complaint about a request that is larger than requests are, before anybody looks at what it wants. */
export function complainOfSize(request: FastifyRequest, limits: ServerLimits): Error | undefined {
  const { url, rawHeaders } = request.raw
  if (url !== undefined && url.length > limits.addressCharacters) {
    return complaint(request, 414, `The address is too long (limit: ${limits.addressCharacters} characters)`)
  }
  // Names and values take turns.
  if (rawHeaders.length > limits.headerFields * 2) {
    return complaint(request, 431, `There are too many headers (limit: ${limits.headerFields})`)
  }
  return undefined
}

/** What only reads can be asked of another server, and a balancer does that by itself. */
export function complainOfClosing(request: FastifyRequest): Error | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  return complaint(request, 503, 'This server is stopping')
}

const isChat = ({ url }: FastifyRequest) => url.startsWith('/api/v1')

const goneForAMoment = { code: 'SERVICE_UNAVAILABLE', extra: { 'retry-after': 1 } }

function complaint(request: FastifyRequest, status: number, detail: string): Error {
  if (isChat(request)) return new ChatError(detail, { status, ...(status === 503 && goneForAMoment) })
  // Pages for people know neither product's errors, but what every HTTP library calls the status.
  return Object.assign(new Problem(status, detail), { statusCode: status })
}
