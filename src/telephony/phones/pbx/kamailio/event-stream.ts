import { connect, type Socket } from 'node:net'
import type { Logger } from '../../../../platform/log.ts'
import { createNetstringReader } from './netstring-reader.ts'

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
const WELCOME_PATIENCE_MS = 5000
const MOST_WAITING = 10_000

export interface KamailioMessage {
  readonly event: string
  readonly [field: string]: unknown
}

export interface EventStreamUse {
  /** The stream has started, and events before it may have been missed. Messages wait until this resolves. */
  onBegin(): Promise<void>
  onMessage(message: KamailioMessage): void
}

/** Follows the events of a Kamailio until closed, and reconnects when the connection breaks. */
export function createEventStream(address: string, use: EventStreamUse, log: Logger) {
  const { hostname, port } = new URL(`tcp://${address}`)
  let socket: Socket | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = SHORTEST_PAUSE_MS
  let stopped = true

  function open(): void {
    const mine = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true })
    socket = mine
    mine.setKeepAlive(true, 10_000)
    mine.setTimeout(WELCOME_PATIENCE_MS, () => mine.destroy(new Error('Kamailio did not say welcome')))
    const receive = createReceiver(mine, use, () => {
      pauseMs = SHORTEST_PAUSE_MS
      log.info('following the events of Kamailio')
    })
    mine.on('data', (piece: Buffer) => {
      try {
        receive(piece)
      } catch (error) {
        mine.destroy(error as Error)
      }
    })
    let reason: Error | undefined
    mine.once('error', (error) => {
      reason = error
    })
    mine.once('close', () => {
      if (stopped) return
      // Log it once, not at each attempt.
      const level = pauseMs === SHORTEST_PAUSE_MS ? 'warn' : 'debug'
      log[level]({ err: reason }, 'no events come from Kamailio; trying again')
      timer = setTimeout(open, pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    })
  }

  return {
    start(): void {
      if (!stopped) return
      stopped = false
      open()
    },
    /** Restarts, because our state may be wrong. */
    restart: (reason: Error) => void socket?.destroy(reason),
    stop(): void {
      stopped = true
      clearTimeout(timer)
      socket?.destroy()
    },
  }
}

function createReceiver(socket: Socket, use: EventStreamUse, onReady: () => void): (piece: Buffer) => void {
  let waiting: KamailioMessage[] | undefined
  let hasBegun = false
  async function begin(): Promise<void> {
    waiting = []
    socket.setTimeout(0)
    try {
      await use.onBegin()
    } catch (error) {
      socket.destroy(error as Error)
      return
    }
    if (socket.destroyed) return
    const missed = waiting
    waiting = undefined
    onReady()
    for (const message of missed) use.onMessage(message)
  }
  return createNetstringReader((text) => {
    const message = JSON.parse(text) as KamailioMessage
    if (message.event === 'welcome') {
      // Kamailio sends it to all clients whenever one connects.
      if (!hasBegun) void begin()
      hasBegun = true
      return
    }
    if (!hasBegun) return
    if (!waiting) use.onMessage(message)
    else if (waiting.push(message) > MOST_WAITING) throw new Error('Too many events are waiting')
  })
}
