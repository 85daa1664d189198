import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chatEndpoints } from '../chat/chat-endpoints.ts'
import { answerCall } from '../chat/http/answer-call.ts'
import { answerError } from '../chat/http/answer-error.ts'
import { rememberAddresses } from '../chat/http/known-addresses.ts'
import type { Logger } from '../platform/log.ts'
import type { Observe } from './answer-times.ts'
import { LightReply, LightRequest } from './light-reply.ts'
import type { Products } from './open-products.ts'
import type { ServerLimits } from './server-limits.ts'

const ROUTE = '/api/v1/messages'
const START = `${ROUTE}?`

/**
 * Pages of messages are asked for most and put together in less time than the framework takes for its own part.
 * So those of clients that have proven who they are do not pass through it: the same checks and the same endpoint,
 * without its router and hooks. Whatever is out of the ordinary goes the usual way.
 */
export function addExpressLane(
  app: FastifyInstance,
  products: Products,
  log: Logger,
  limits: ServerLimits,
  observe: Observe,
): void {
  const { chat } = products
  const endpoint = chatEndpoints.find(({ method, path }) => method === 'GET' && path === '/messages')!
  const argumentsOf = rememberAddresses(endpoint.parameters)

  function isOrdinary({ method, url = '', headers, rawHeaders }: IncomingMessage): boolean {
    return (
      method === 'GET' &&
      url.startsWith(START) &&
      url.length <= limits.addressCharacters &&
      rawHeaders.length <= limits.headerFields * 2 &&
      headers.authorization !== undefined &&
      isKnown(headers.authorization) &&
      headers['content-length'] === undefined &&
      headers['transfer-encoding'] === undefined &&
      !products.isLeaving
    )
  }

  /** Whose key has changed goes the usual way, which counts wrong keys by the address that proxies tell. */
  function isKnown(authorization: string): boolean {
    const key = chat.credentials.provenKey(authorization)
    return key !== undefined && chat.usersByKeyHash.peek(key) !== undefined
  }

  async function answer(raw: IncomingMessage, response: ServerResponse): Promise<void> {
    const began = performance.now()
    const id = randomUUID()
    const { given, known } = argumentsOf(raw.url!.slice(START.length))
    const light = new LightReply(response, { 'x-request-id': id, 'x-content-type-options': 'nosniff' })
    const request = new LightRequest(raw, id, log) as unknown as FastifyRequest
    const reply = light as unknown as FastifyReply
    try {
      await answerCall(chat, endpoint, given, request, reply, known)
    } catch (error) {
      answerError(error, request, reply)
    }
    observe('GET', ROUTE, light.statusCode, performance.now() - began)
  }

  const usual = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (isOrdinary(request)) void answer(request, response)
    else for (const listener of usual) listener.call(app.server, request, response)
  })
}
