import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { httpDate } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Observe } from '../answer-times.ts'
import type { Products } from '../open-products.ts'
import type { ServerLimits } from '../server-limits.ts'
import { frequentAnswers } from './frequent-answers.ts'
import { type ExpressLane, Line } from './line.ts'
import { Plug } from './plug.ts'

/** Who connects and says nothing, or not all of it, is watched by the usual server, which has its limits for that. */
const SILENT_MS = 1000
const LOOK_EVERY_MS = 1000

/**
 * Clients ask for few things again and again, above all for events, and most connections of a busy server wait for
 * those. Node's requests and answers are made for more than that: they take most of the memory of a client that waits,
 * and most of the time of what is asked for often. So frequent requests of clients that have proven who they are are read
 * and answered here, with the same checks and the same endpoints. Other ordinary requests of such a connection are passed
 * to the usual server. The first that is out of the ordinary hands the connection over to it, for good.
 */
export function addExpressLane(
  app: FastifyInstance,
  products: Products,
  log: Logger,
  limits: ServerLimits,
  observe: Observe,
): void {
  const { server } = app
  const { chat } = products
  const lines = new Set<Line>()
  const usual = server.listeners('connection') as ((socket: Socket) => void)[]
  const keepSeconds = Math.floor(limits.idleMs / 1000)
  const connection = () => ({ date: httpDate(chat.clock), keepSeconds, isLast: products.isLeaving })

  const lane: ExpressLane = {
    get isOpen() {
      return !products.isLeaving
    },

    find: frequentAnswers(chat, log, observe, connection),

    plugIn(plug): void {
      for (const listener of usual) listener.call(server, plug as unknown as Socket)
    },

    handOver(line, bytes): void {
      const { socket } = line
      lines.delete(line)
      line.letGo()
      socket.pause()
      if (bytes) socket.unshift(bytes)
      for (const listener of usual) listener.call(server, socket)
      socket.resume()
    },

    forget(line): void {
      lines.delete(line)
    },
  }

  server.prependListener('request', ({ socket }, response) => {
    if ((socket as unknown) instanceof Plug) response.once('close', (socket as unknown as Plug).answered)
  })
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => lines.add(new Line(socket, lane)))

  const look = () => {
    for (const line of lines) {
      const { unfinished } = line
      if ((line.isNew || unfinished) && line.idleMs > SILENT_MS) lane.handOver(line, unfinished)
      else if (line.idleMs > limits.idleMs) line.socket.end()
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  server.once('close', () => clearInterval(timer))

  // Whoever stops the server asks for this, and waits until no connection is left.
  const closeOthers = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    for (const line of lines) {
      const { unfinished } = line
      if (line.isNew || unfinished) lane.handOver(line, unfinished)
      else if (line.idleMs > 0) line.socket.end()
    }
    closeOthers()
  }
}
