import { createServer } from 'node:http'
import { Server } from 'socket.io'
import type { Telephony } from '../telephony.ts'
import { acceptSocket } from './accept-socket.ts'
import { catchUp } from './catch-up.ts'
import { createSocketDelivery } from './socket-delivery.ts'
import { createSessions, type Session } from './socket-sessions.ts'
import { watchSessions } from './watch-sessions.ts'

export const SOCKET_PATH = '/ws/'
/** Connections that have not said who they are, in this process. */
const MOST_STRANGERS = 5000
const STOP_PATIENCE_MS = 1000
const LOOK_AGAIN_MS = 10

/** The WebSocket half of the telephony. */
export interface Sockets {
  /** authenticated ones */
  readonly count: number
  /** an HTTP server that never listens: whoever does hands over its `request` and `upgrade` events */
  readonly door: ReturnType<typeof createServer>
  /** Hangs up in a way that lets clients come back, and waits for what is being answered. */
  close(): Promise<void>
}

export function createSockets(telephony: Telephony, socketsPerKey: number): Sockets {
  const door = createServer()
  const sessions = createSessions(telephony.follower)
  const tracked = new Set<Promise<void>>()
  let closing = false
  const io = new Server(door, {
    path: SOCKET_PATH,
    serveClient: false,
    transports: ['polling', 'websocket'],
    // No cookies are used, so pages of other origins can do nothing in anybody's name; they get no CORS headers.
    cookie: false,
    maxHttpBufferSize: 65_536,
    perMessageDeflate: false,
    connectTimeout: 5000,
    allowRequest: (_request, answer) =>
      answer(null, !closing && io.engine.clientsCount - sessions.size < MOST_STRANGERS),
  })
  const delivery = createSocketDelivery(telephony, io, sessions)
  const track = (work: Promise<void>) => {
    const done = work
      .catch((error) => telephony.log.error({ err: error }, 'a socket could not be served'))
      .finally(() => tracked.delete(done))
    tracked.add(done)
  }
  const bringUp = (session: Session) =>
    track(
      catchUp(telephony, delivery, session).catch((error) => {
        // The client comes back and is caught up then.
        session.socket.conn.close(true)
        throw error
      }),
    )
  const watch = watchSessions(telephony, sessions, delivery, bringUp)
  io.on('connection', (socket) =>
    acceptSocket(telephony, socket, { sessions, bringUp, track, socketsPerKey }),
  )
  return {
    get count() {
      return sessions.size
    },
    door,
    async close() {
      closing = true
      watch.stop()
      io.engine.close()
      for (let waited = 0; io.engine.clientsCount > 0 && waited < STOP_PATIENCE_MS; waited += LOOK_AGAIN_MS) {
        await new Promise((next) => setTimeout(next, LOOK_AGAIN_MS))
      }
      await Promise.all(tracked)
    },
  }
}
