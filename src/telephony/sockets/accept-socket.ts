import type { Socket } from 'socket.io'
import { conflict, Problem } from '../problem.ts'
import type { Telephony } from '../telephony.ts'
import { answerClientEvent, tellProblem } from './answer-client-event.ts'
import { refuse } from './refuse-socket.ts'
import { identify } from './socket-identity.ts'
import type { Session, Sessions } from './socket-sessions.ts'

const AUTHENTICATE_WITHIN_MS = 5000

export interface SocketRoom {
  readonly sessions: Sessions
  readonly socketsPerKey: number
  /** Sends what the session missed, and from then on what happens. */
  bringUp(session: Session): void
  /** Waited for when the server stops. */
  track(work: Promise<void>): void
}

/** A new connection: it may say who it is, once and soon. Until then nothing is sent and all else is ignored. */
export function acceptSocket(telephony: Telephony, socket: Socket, room: SocketRoom): void {
  let session: Session | undefined
  let attempted = false
  const timer = setTimeout(
    () => refuse(socket, `Nobody has authenticated within ${AUTHENTICATE_WITHIN_MS / 1000} seconds`),
    AUTHENTICATE_WITHIN_MS,
  )
  socket.on('disconnect', () => {
    clearTimeout(timer)
    if (session) room.sessions.remove(session)
  })
  socket.onAny((name: string, ...args: unknown[]) => {
    if (name !== 'authenticate') {
      if (session) room.track(answerClientEvent(telephony, session, name, args))
      return
    }
    if (attempted) {
      if (session) tellProblem(session, args, conflict('This socket is authenticated already'))
      return
    }
    attempted = true
    const answered = authenticate(telephony, socket, args[0], room).then((known) => {
      clearTimeout(timer)
      session = known
      if (session) room.bringUp(session)
    })
    room.track(answered)
  })
}

async function authenticate(
  telephony: Telephony,
  socket: Socket,
  payload: unknown,
  { sessions, socketsPerKey }: SocketRoom,
): Promise<Session | undefined> {
  try {
    const { identity, credentials } = await identify(telephony, payload)
    if (!socket.connected) return undefined
    if (sessions.ofKey(identity.keyId) >= socketsPerKey) {
      throw new Problem(429, `This API key has ${socketsPerKey} sockets open already`)
    }
    const session: Session = {
      ...identity,
      socket,
      timezone: credentials.timezone ?? '',
      keyExpiresAt: null,
      live: false,
      position: credentials.last_event_id ?? telephony.follower.seen(identity.companyId),
      unchecked: true,
      underWay: 0,
      slowLooks: 0,
    }
    sessions.add(session)
    socket.emit('authenticated', {
      company_id: session.companyPublicId,
      user_id: session.contactId,
      last_event_id: session.position,
    })
    return session
  } catch (error) {
    if (error instanceof Problem) refuse(socket, error.message)
    else {
      telephony.log.error({ err: error }, 'a socket could not be authenticated')
      // Without a word: its token may be good, so the client is to come back, not to give up.
      socket.conn.close(true)
    }
    return undefined
  }
}
