import { randomUUID } from 'node:crypto'
import { parse } from 'fast-querystring'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Chat } from '../../chat/chat.ts'
import { chatEndpoints } from '../../chat/chat-endpoints.ts'
import { eventsAnswer } from '../../chat/event-queues/get-events.ts'
import { pollAtOnce } from '../../chat/event-queues/poll-at-once.ts'
import { answerCall, sendAnswer } from '../../chat/http/answer-call.ts'
import { answerError } from '../../chat/http/answer-error.ts'
import { createDispatch } from '../../chat/http/create-dispatch.ts'
import { fieldsOfForm } from '../../chat/http/form-fields.ts'
import { rememberAddresses } from '../../chat/http/known-addresses.ts'
import { tellBudget } from '../../chat/http/limit-rate.ts'
import type { Logger } from '../../platform/log.ts'
import type { Observe } from '../answer-times.ts'
import { isKnownCaller } from './is-known-caller.ts'
import { type Arguments, LightRequest } from './light-request.ts'
import type { Answer, Line } from './line.ts'
import { type Connection, LineReply } from './line-reply.ts'
import type { OrdinaryRequest } from './read-request.ts'

const API = '/api/v1'
const isForm = /^application\/x-www-form-urlencoded *(?:;|$)/i
/** How nearly every poll asks. */
const usualPoll = /^queue_id=([\w:-]{1,100})&last_event_id=(-1|\d{1,15})$/

/** `text` is what stands behind the question mark, or the body. */
type Handle = (
  light: (given: Arguments) => FastifyRequest,
  reply: FastifyReply,
  text: string,
) => Promise<unknown>

/**
 * What clients ask for most: pages of messages, polls, sending, marking as read, saying that one is there. The same
 * checks and the same endpoints as for everything else, without the framework. Finds who answers a request; undefined:
 * the usual server does.
 */
export function frequentAnswers(
  chat: Chat,
  log: Logger,
  observe: Observe,
  connection: () => Connection,
): (request: OrdinaryRequest) => Answer | undefined {
  const ofPath = (path: string) => chatEndpoints.filter((endpoint) => endpoint.path === path)
  const replyTo = ({ socket }: Line, id: string) =>
    new LineReply(socket, { 'x-request-id': id, 'x-content-type-options': 'nosniff' }, connection)

  /** Errors are answers, too. */
  const answerBy = (method: string, path: string, handle: Handle): Answer => {
    const route = `${API}${path}`
    return async (line, { head: { headers }, query }, body) => {
      const began = performance.now()
      const id = randomUUID()
      const lineReply = replyTo(line, id)
      const reply = lineReply as unknown as FastifyReply
      const url = query === undefined ? route : `${route}?${query}`
      const light = (given: Arguments) =>
        new LightRequest(line, id, log, { method, url, headers, ...given }) as unknown as FastifyRequest
      try {
        await handle(light, reply, query ?? body)
      } catch (error) {
        answerError(error, light({}), reply)
      }
      observe(method, route, lineReply.statusCode, performance.now() - began)
      line.goOn()
    }
  }

  /** Clients of one kind ask for the same pages. */
  function answerPage(): Answer {
    const endpoint = ofPath('/messages').find(({ method }) => method === 'GET')!
    const addresses = rememberAddresses(endpoint.parameters)
    return answerBy('GET', '/messages', (light, reply, query) => {
      const { given, known } = addresses.read(query)
      return answerCall(chat, endpoint, given, light({}), reply, known)
    })
  }

  function answerForm(path: string): Answer {
    const dispatch = createDispatch(chat, ofPath(path))
    return answerBy('POST', path, async (light, reply, text) =>
      dispatch(light({ body: { text, fields: fieldsOfForm(text) } }), reply),
    )
  }

  /** If nothing but events has to be waited for, no request waits with them. */
  function answerPoll(): Answer {
    const dispatch = createDispatch(chat, ofPath('/events'))
    const byWaiting = answerBy('GET', '/events', (light, reply, query) =>
      dispatch(light({ query: parse(query) }), reply),
    )
    return (line, request, body) => {
      if (!answerAtOnce(line, request)) byWaiting(line, request, body)
    }
  }

  function answerAtOnce(line: Line, { head: { headers }, query }: OrdinaryRequest): boolean {
    const [, queueId, last] = usualPoll.exec(query!) ?? []
    if (queueId === undefined) return false
    const began = performance.now()
    return pollAtOnce(chat, {
      headers,
      queueId,
      lastEventId: Number(last),
      left: (call) => line.whenLeft(call),
      answer(events, budget) {
        const reply = replyTo(line, randomUUID()) as unknown as FastifyReply
        if (budget) tellBudget(reply, budget)
        sendAnswer(reply, eventsAnswer(queueId, events), [])
        observe('GET', `${API}/events`, 200, performance.now() - began)
        line.goOn()
      },
    })
  }

  const questions = new Map([
    [`${API}/messages`, answerPage()],
    [`${API}/events`, answerPoll()],
  ])
  const forms = new Map(
    ['/messages', '/messages/flags', '/users/me/presence'].map((path) => [`${API}${path}`, answerForm(path)]),
  )

  return ({ method, path, query, head: { headers, bodyLength } }) => {
    let answer: Answer | undefined
    if (method === 'GET' && query !== undefined && bodyLength === 0) answer = questions.get(path)
    else if (method === 'POST' && query === undefined && isForm.test(headers['content-type'] ?? '')) {
      answer = forms.get(path)
    }
    return answer && isKnownCaller(chat, headers.authorization) ? answer : undefined
  }
}
