import { createServer, type IncomingMessage } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { networkOf } from '../../../platform/limits/network-of.ts'
import type { EventChannels } from '../event-channels.ts'
import { acceptSocket } from './accept-socket.ts'
import { catchUp } from './catch-up.ts'
import { createPresencePush } from './push-presences.ts'
import { createSocketDelivery } from './socket-delivery.ts'
import { createSessions, type Session } from './socket-sessions.ts'
import { createStrangers, type Stranger } from './strangers.ts'
import { watchSessions } from './watch-sessions.ts'

export const SOCKET_PATH = '/ws/'
const STOP_PATIENCE_MS = 1000
const LOOK_AGAIN_MS = 10

type EngineConnection = Socket['conn']

/** The WebSocket half of the telephony. */
export interface Sockets {
  /** authenticated sockets */
  readonly count: number
  /** an HTTP server that does not listen: the one that does passes on its `request` and `upgrade` events */
  readonly door: ReturnType<typeof createServer>
  /** Closes all connections so that clients reconnect, and waits for requests in flight. */
  close(): Promise<void>
}

export interface SocketLimits {
  readonly socketsPerKey: number
  /** connections that have not authenticated */
  readonly strangers: number
  readonly strangersPerNetwork: number
}

export function createSockets(
  channels: EventChannels,
  { socketsPerKey, strangers: all, strangersPerNetwork: perNetwork }: SocketLimits,
  addressOf: (request: IncomingMessage) => string,
): Sockets {
  const door = createServer()
  const strangers = createStrangers({ all, perNetwork }, channels.openStrangers)
  const byConnection = new WeakMap<object, Stranger>()
  const tracked = new Set<Promise<void>>()
  let closing = false
  const io = new Server(door, {
    path: SOCKET_PATH,
    serveClient: false,
    transports: ['polling', 'websocket'],
    // Sets no cookie. A page of another origin has no token for a person's session, and gets no CORS headers.
    cookie: false,
    maxHttpBufferSize: 65_536,
    perMessageDeflate: false,
    // Clients of version 2 speak the older protocol.
    allowEIO3: true,
    connectTimeout: 5000,
    allowRequest: async (request, answer) => {
      const isAdmitted = !closing && (await strangers.admit(networkOf(addressOf(request))))
      answer(isAdmitted ? null : 'Too many connections; try again', isAdmitted)
    },
  })
  const sessions = createSessions(channels.follower, createPresencePush(channels.personPresences, io))
  io.engine.on('connection', (connection: EngineConnection) => {
    const network = networkOf(addressOf(connection.request))
    const stranger: Stranger = { network, isBusy: false, hangUp: () => connection.close(true) }
    strangers.add(stranger)
    byConnection.set(connection, stranger)
    connection.once('close', () => strangers.remove(stranger))
  })
  const delivery = createSocketDelivery(channels, io, sessions)
  const track = (work: Promise<void>) => {
    const done = work
      .catch((error) => channels.log.error({ err: error }, 'a socket could not be served'))
      .finally(() => tracked.delete(done))
    tracked.add(done)
  }
  const bringUp = (session: Session) =>
    track(
      catchUp(channels, delivery, session).catch((error) => {
        // The client reconnects and catches up.
        session.socket.conn.close(true)
        throw error
      }),
    )
  // Another node may still receive their events, and lets them catch up.
  channels.database.link?.onLost(() => {
    for (const { socket } of [...sessions.all()]) socket.conn.close(true)
  })
  const watch = watchSessions(channels, sessions, delivery, bringUp)
  io.on('connection', (socket) =>
    acceptSocket(channels, socket, byConnection.get(socket.conn), {
      sessions,
      strangers,
      bringUp,
      track,
      socketsPerKey,
      addressOf,
      watchPerson: watch.watchPerson,
    }),
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
