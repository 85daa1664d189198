import { WebSocket } from 'ws'
import type { Logger } from '../../../../../platform/logging/log.ts'
import { type Ari, AriRefusal } from './ari.ts'

const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 5000
const PING_EVERY_MS = 5000
const MAX_CLOSE_MS = 1000
const MAX_WAITING = 10_000

/** An event of Asterisk. Which fields it has follows from its type. */
export interface AriEvent {
  readonly type: string
  readonly [field: string]: unknown
}

export interface AriEventsUse {
  /** The connection is open, and events before it may have been missed. Events wait until this resolves. */
  onBegin(): Promise<void>
  onEvent(event: AriEvent): void
  /** The connection is lost. */
  onLost(): void
}

/** Follows the events of an Asterisk until stopped, and reconnects when the connection breaks. */
export function createAriEvents(ari: Ari, app: string, use: AriEventsUse, log: Logger) {
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = MIN_PAUSE_MS
  let stopped = true

  function open(): void {
    const mine = new WebSocket(ari.events.url(app), {
      auth: ari.events.auth,
      handshakeTimeout: MAX_PAUSE_MS,
      perMessageDeflate: false,
    })
    socket = mine
    let waiting: AriEvent[] | undefined = []
    let reason: Error | undefined
    let isAlive = true
    const fail = (error: Error) => {
      reason ??= error
      mine.terminate()
    }
    /**
     * An Asterisk that was frozen also accepts connections that we have given up. When these end, it removes the
     * application, although this connection is alive.
     */
    const checkIsOurs = () =>
      ari.call('GET', `applications/${app}`).catch((error) => {
        if (error instanceof AriRefusal && error.status === 404) fail(error)
      })
    const pings = setInterval(() => {
      if (!isAlive) return fail(new Error('Asterisk does not respond to pings'))
      isAlive = false
      if (mine.readyState !== WebSocket.OPEN) return
      mine.ping()
      void checkIsOurs()
    }, PING_EVERY_MS)
    mine.on('pong', () => {
      isAlive = true
    })
    mine.on('error', (error) => {
      reason ??= error
    })
    mine.on('message', (data) => {
      try {
        const event = JSON.parse(String(data)) as AriEvent
        if (!waiting) use.onEvent(event)
        else if (waiting.push(event) > MAX_WAITING) fail(new Error('Too many events are waiting'))
      } catch (error) {
        fail(error as Error)
      }
    })
    mine.on('open', () => {
      use.onBegin().then(() => {
        if (mine.readyState !== WebSocket.OPEN) return
        const missed = waiting ?? []
        waiting = undefined
        pauseMs = MIN_PAUSE_MS
        log.info('following the events of Asterisk')
        for (const event of missed) use.onEvent(event)
      }, fail)
    })
    mine.on('close', () => {
      clearInterval(pings)
      if (stopped || socket !== mine) return
      // Log it once, not at each attempt.
      const level = pauseMs === MIN_PAUSE_MS ? 'warn' : 'debug'
      log[level]({ err: reason }, 'no events come from Asterisk; trying again')
      use.onLost()
      timer = setTimeout(open, pauseMs)
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    })
  }

  return {
    start(): void {
      if (!stopped) return
      stopped = false
      open()
    },
    /** Restarts, because our state may be wrong. */
    restart(reason: Error): void {
      log.debug({ err: reason }, 'connecting to Asterisk again')
      socket?.terminate()
    },
    /** Resolves when Asterisk has ended the connection: a new one before that could be ended in its place. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      const mine = socket
      if (!mine || mine.readyState === WebSocket.CLOSED) return
      const patience = setTimeout(() => mine.terminate(), MAX_CLOSE_MS)
      const closed = new Promise((done) => mine.once('close', done))
      mine.close()
      await closed
      clearTimeout(patience)
    },
  }
}
