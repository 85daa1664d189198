import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { parse } from 'fast-querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chatEndpoints } from '../chat/chat-endpoints.ts'
import { answerCall } from '../chat/http/answer-call.ts'
import { answerError } from '../chat/http/answer-error.ts'
import { createDispatch } from '../chat/http/create-dispatch.ts'
import { fieldsOfForm } from '../chat/http/form-fields.ts'
import { rememberAddresses } from '../chat/http/known-addresses.ts'
import type { Logger } from '../platform/log.ts'
import type { Observe } from './answer-times.ts'
import { isKnownCaller } from './is-known-caller.ts'
import { LightReply, LightRequest } from './light-reply.ts'
import type { Products } from './open-products.ts'
import { readForm } from './read-form.ts'
import type { ServerLimits } from './server-limits.ts'

const API = '/api/v1'
/** Longer ones go the usual way, which knows what to do with them. */
const LONGEST_FORM = 65_536
const isForm = /^application\/x-www-form-urlencoded *(?:;|$)/i

type Answer = (raw: IncomingMessage, id: string, reply: FastifyReply, text: string) => Promise<unknown>

interface Lane {
  route: string
  by: Answer
}

/** By the path as it is asked for. */
const lanesOf = (answers: Record<string, Answer>): ReadonlyMap<string, Lane> =>
  new Map(Object.entries(answers).map(([path, by]) => [`${API}${path}`, { route: `${API}${path}`, by }]))

/**
 * What clients ask for most takes less time than the framework takes for its own part: pages of messages, polls,
 * sending, marking as read, saying that one is there. So those requests of clients that have proven who they are do not
 * pass through it: the same checks and the same endpoints, without its router and hooks. Whatever is out of the
 * ordinary goes the usual way.
 */
export function addExpressLane(
  app: FastifyInstance,
  products: Products,
  log: Logger,
  limits: ServerLimits,
  observe: Observe,
): void {
  const { chat } = products
  const ofPath = (path: string) => chatEndpoints.filter((endpoint) => endpoint.path === path)
  const light = (...parts: ConstructorParameters<typeof LightRequest>) =>
    new LightRequest(...parts) as unknown as FastifyRequest

  /** With what stands behind the question mark as text. */
  const questions = lanesOf({ '/messages': answerPage(), '/events': answerPoll() })
  /** With the body as text. */
  const forms = lanesOf({
    '/messages': answerForm('/messages'),
    '/messages/flags': answerForm('/messages/flags'),
    '/users/me/presence': answerForm('/users/me/presence'),
  })

  /** Clients of one kind ask for the same pages. */
  function answerPage(): Answer {
    const endpoint = ofPath('/messages').find(({ method }) => method === 'GET')!
    const addresses = rememberAddresses(endpoint.parameters)
    return (raw, id, reply, text) => {
      const { given, known } = addresses.read(text)
      return answerCall(chat, endpoint, given, light(raw, id, log, {}), reply, known)
    }
  }

  function answerPoll(): Answer {
    const dispatch = createDispatch(chat, ofPath('/events'))
    return (raw, id, reply, text) => dispatch(light(raw, id, log, { query: parse(text) }), reply)
  }

  function answerForm(path: string): Answer {
    const dispatch = createDispatch(chat, ofPath(path))
    return async (raw, id, reply, text) =>
      dispatch(light(raw, id, log, { body: { text, fields: fieldsOfForm(text) } }), reply)
  }

  async function answer(
    raw: IncomingMessage,
    response: ServerResponse,
    { route, by }: Lane,
    text: string,
  ): Promise<void> {
    const began = performance.now()
    const id = randomUUID()
    const lightReply = new LightReply(response, { 'x-request-id': id, 'x-content-type-options': 'nosniff' })
    const reply = lightReply as unknown as FastifyReply
    try {
      await by(raw, id, reply, text)
    } catch (error) {
      answerError(error, light(raw, id, log, {}), reply)
    }
    observe(raw.method!, route, lightReply.statusCode, performance.now() - began)
  }

  /** Whether it was taken. */
  function take(raw: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = raw
    if (method === 'GET') {
      const end = url.indexOf('?')
      const lane = end < 0 ? undefined : questions.get(url.slice(0, end))
      if (!lane || headers['content-length'] !== undefined || !isOrdinary(raw)) return false
      void answer(raw, response, lane, url.slice(end + 1))
      return true
    }
    const lane = method === 'POST' ? forms.get(url) : undefined
    if (!lane || !isForm.test(headers['content-type'] ?? '') || !isOrdinary(raw)) return false
    if (!(Number(headers['content-length']) <= LONGEST_FORM)) return false
    readForm(raw, (text) => void answer(raw, response, lane, text))
    return true
  }

  function isOrdinary({ url, headers, rawHeaders }: IncomingMessage): boolean {
    return (
      url!.length <= limits.addressCharacters &&
      rawHeaders.length <= limits.headerFields * 2 &&
      isKnownCaller(chat, headers.authorization) &&
      headers['transfer-encoding'] === undefined &&
      headers['content-encoding'] === undefined &&
      !products.isLeaving
    )
  }

  const usual = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!take(request, response)) {
      for (const listener of usual) listener.call(app.server, request, response)
    }
  })
}
