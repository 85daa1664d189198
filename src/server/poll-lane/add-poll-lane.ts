import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { parse } from 'fast-querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chatEndpoints } from '../../chat/chat-endpoints.ts'
import { eventsAnswer } from '../../chat/event-queues/get-events.ts'
import { pollAtOnce } from '../../chat/event-queues/poll-at-once.ts'
import { answerCall, type KnownInput, sendAnswer } from '../../chat/http/answer-call.ts'
import { answerError } from '../../chat/http/answer-error.ts'
import { tellBudget } from '../../chat/http/limit-rate.ts'
import { lastOfEach } from '../../chat/http/raw-arguments.ts'
import { type RawArguments, readParameters } from '../../chat/http/read-parameters.ts'
import { httpDate } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Observe } from '../answer-times.ts'
import { isKnownCaller } from '../is-known-caller.ts'
import { LightRequest } from '../light-reply.ts'
import type { Products } from '../open-products.ts'
import type { ServerLimits } from '../server-limits.ts'
import { Plug } from './plug.ts'
import { PollLine } from './poll-line.ts'
import { PollReply } from './poll-reply.ts'
import type { RequestHead } from './read-request.ts'

const ROUTE = '/api/v1/events'
/** Who connects and says nothing is watched by the usual server, which has its limits for that. */
const SILENT_MS = 1000
const LOOK_EVERY_MS = 1000

/** How nearly every poll asks. */
const usualQuery = /^queue_id=([\w:-]{1,100})&last_event_id=(-1|\d{1,15})$/

/**
 * Most connections of a busy server wait for events, one poll after the other. Node's requests and answers are made for
 * more than that: they take most of the memory of a client that waits, and most of the time of a delivery. So polls of
 * clients that have proven who they are are read and written here, with the same checks and the same endpoint. Other
 * ordinary requests of such a connection are passed to the usual server. The first that is out of the ordinary hands the
 * connection over to it, for good.
 */
export function addPollLane(
  app: FastifyInstance,
  products: Products,
  log: Logger,
  limits: ServerLimits,
  observe: Observe,
): void {
  const { server } = app
  const { chat } = products
  const endpoint = chatEndpoints.find(({ method, path }) => method === 'GET' && path === '/events')!
  const lines = new Set<PollLine>()
  const usual = server.listeners('connection') as ((socket: Socket) => void)[]
  const keepSeconds = Math.floor(limits.idleMs / 1000)
  const example = new Map([
    ['queue_id', 'x'],
    ['last_event_id', '0'],
  ])
  const otherwise = readParameters(endpoint.parameters, example)

  function readQuery(query: string): { given: RawArguments; known: KnownInput | undefined } {
    const [, queueId, last] = usualQuery.exec(query) ?? []
    if (queueId === undefined) {
      const fields = lastOfEach(parse(query) as Record<string, unknown>)
      return { given: new Map(Object.entries(fields) as [string, string][]), known: undefined }
    }
    const input = { ...otherwise, queue_id: queueId, last_event_id: Number(last) }
    return { given: nothing, known: { input, unknown: [] } }
  }

  const connection = () => ({
    date: httpDate(chat.clock),
    keepSeconds,
    isLast: products.isLeaving,
  })

  const replyTo = (line: PollLine, id: string) =>
    new PollReply(line.socket, { 'x-request-id': id, 'x-content-type-options': 'nosniff' }, connection)

  const lane = {
    get isOpen() {
      return !products.isLeaving
    },

    knows: ({ headers }: RequestHead) => isKnownCaller(chat, headers.authorization),

    answerAtOnce(line: PollLine, query: string, headers: IncomingHttpHeaders): boolean {
      const [, queueId, last] = usualQuery.exec(query) ?? []
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
          observe('GET', ROUTE, 200, performance.now() - began)
          line.goOn()
        },
      })
    },

    async answer(line: PollLine, query: string): Promise<void> {
      const began = performance.now()
      const id = randomUUID()
      const light = replyTo(line, id)
      const reply = light as unknown as FastifyReply
      const request = new LightRequest(line.request(`${ROUTE}?${query}`), id, log, {})
      const asked = request as unknown as FastifyRequest
      try {
        const { given, known } = readQuery(query)
        await answerCall(chat, endpoint, given, asked, reply, known)
      } catch (error) {
        answerError(error, asked, reply)
      }
      observe('GET', ROUTE, light.statusCode, performance.now() - began)
    },

    plugIn(plug: Plug): void {
      for (const listener of usual) listener.call(server, plug as unknown as Socket)
    },

    handOver(line: PollLine, bytes: Buffer | undefined): void {
      const { socket } = line
      lines.delete(line)
      line.letGo()
      socket.pause()
      if (bytes) socket.unshift(bytes)
      for (const listener of usual) listener.call(server, socket)
      socket.resume()
    },

    forget(line: PollLine): void {
      lines.delete(line)
    },
  }

  server.prependListener('request', ({ socket }, response) => {
    if ((socket as unknown) instanceof Plug) response.once('close', (socket as unknown as Plug).answered)
  })
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => lines.add(new PollLine(socket, lane)))

  const look = () => {
    for (const line of lines) {
      if (line.isNew && line.idleMs > SILENT_MS) lane.handOver(line, undefined)
      else if (line.idleMs > limits.idleMs) line.socket.end()
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  server.once('close', () => clearInterval(timer))

  // Whoever stops the server asks for this, and waits until no connection is left.
  const closeOthers = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    for (const line of lines) {
      if (line.isNew) lane.handOver(line, undefined)
      else if (line.idleMs > 0) line.socket.end()
    }
    closeOthers()
  }
}

const nothing: RawArguments = new Map()
