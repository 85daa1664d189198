import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'socket.io'
import { checkBody } from '../../http/check-body.ts'
import { limitCallRate } from '../../identity/authenticate-caller.ts'
import { requireScope } from '../../identity/permissions.ts'
import { conflict, notFound, Problem } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { EventChannels } from '../event-channels.ts'
import { clientEvents } from './client-events.ts'
import { refuse, refuseSilent, sendAway } from './refuse-socket.ts'
import { currentActor, identify } from './socket-identity.ts'
import type { Session, Sessions } from './socket-sessions.ts'
import type { Stranger, Strangers } from './strangers.ts'
import type { SessionWatch } from './watch-sessions.ts'

/** How many requests of a client may be in flight. */
const MAX_IN_FLIGHT = 20

const byName = new Map(clientEvents.map((event) => [event.name, event]))

const AUTHENTICATE_WITHIN_MS = 5000
/** How long the database may take to find a key. */
const IDENTIFY_WITHIN_MS = 15_000

export interface SocketRoom {
  readonly sessions: Sessions
  readonly strangers: Strangers
  readonly socketsPerKey: number
  addressOf(request: IncomingMessage): string
  watchPerson: SessionWatch['watchPerson']
  /** Sends the events that the session has missed, then live ones. */
  bringUp(session: Session): void
  /** The server waits for this work when it stops. */
  track(work: Promise<void>): void
}

/**
 * Handles a new connection. It must authenticate soon, and only once. Until then nothing is sent, and other events are
 * ignored.
 */
export function acceptSocket(
  channels: EventChannels,
  socket: Socket,
  stranger: Stranger | undefined,
  room: SocketRoom,
): void {
  let session: Session | undefined
  let attempted = false
  let unwatch = () => {}
  const giveUp = () => {
    if (attempted) return
    refuseSilent(socket, `Nobody has authenticated within ${AUTHENTICATE_WITHIN_MS / 1000} seconds`)
  }
  // Packets that arrived while this process was busy are read first.
  const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), AUTHENTICATE_WITHIN_MS)
  socket.on('disconnect', () => {
    clearTimeout(timer)
    if (!session) return
    unwatch()
    room.sessions.remove(session)
    channels.openSockets.release(session.holder)
  })
  socket.onAny((name: string, ...args: unknown[]) => {
    if (name !== 'authenticate') {
      if (session) room.track(answerClientEvent(channels, session, name, args))
      return
    }
    if (attempted) {
      if (session) tellProblem(session, args, conflict('This socket is authenticated already'))
      return
    }
    attempted = true
    clearTimeout(timer)
    if (stranger) stranger.isBusy = true
    const answered = authenticate(channels, socket, args[0], room).then((known) => {
      if (stranger) room.strangers.remove(stranger)
      session = known
      if (!session) return
      unwatch = room.watchPerson(session)
      room.bringUp(session)
    })
    room.track(answered)
  })
}

async function authenticate(
  channels: EventChannels,
  socket: Socket,
  payload: unknown,
  { sessions, socketsPerKey, addressOf }: SocketRoom,
): Promise<Session | undefined> {
  try {
    const { identity, credentials } = await inTime(
      identify(channels, payload, {
        headers: socket.request.headers,
        method: 'GET',
        ip: addressOf(socket.request),
      }),
    )
    if (!socket.connected) return undefined
    if (!(await channels.openSockets.take(identity.holder, socketsPerKey))) {
      const who = identity.credential.kind === 'key' ? 'This API key has' : 'You have'
      throw new Problem(429, `${who} ${socketsPerKey} sockets open already`)
    }
    if (!socket.connected) {
      channels.openSockets.release(identity.holder)
      return undefined
    }
    const session: Session = {
      ...identity,
      socket,
      timezone: credentials.timezone ?? '',
      wantsChanges: credentials.changes === true,
      manages: false,
      keyExpiresAt: null,
      live: false,
      position: credentials.last_event_id ?? channels.follower.seen(identity.companyId),
      unchecked: true,
      inFlight: 0,
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
    turnAway(channels, socket, error)
    return undefined
  }
}

/** Only invalid credentials are refused for good. When the server is full or slow, the client should retry. */
function turnAway({ log }: TelephonyPlatform, socket: Socket, error: unknown): void {
  if (!(error instanceof Problem)) {
    log.error({ err: error }, 'a socket could not be authenticated')
    sendAway(socket, new Problem(503, 'The server cannot check credentials at the moment; try again'))
  } else if (error.status === 429 || error.status >= 500) sendAway(socket, error)
  else refuse(socket, error.message)
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const late = pause(IDENTIFY_WITHIN_MS, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Problem(503, 'The server took too long to check the credentials; try again')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    ended.abort()
    late.catch(() => {})
  }
}

/**
 * Handles an event of a client. The result goes to its acknowledgement; without one, only problems are sent, as
 * `exception`.
 */
async function answerClientEvent(
  channels: EventChannels,
  session: Session,
  name: string,
  args: readonly unknown[],
): Promise<void> {
  session.inFlight += 1
  try {
    await carryOut(channels, session, name, args[0])
    acknowledge(args, {})
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(500, 'The server failed')
    if (problem.status === 500) channels.log.error({ err: error, event: name }, 'a client event failed')
    tellProblem(session, args, problem)
  } finally {
    session.inFlight -= 1
  }
}

async function carryOut(channels: EventChannels, session: Session, name: string, payload: unknown) {
  if (session.inFlight > MAX_IN_FLIGHT) {
    throw new Problem(429, `More than ${MAX_IN_FLIGHT} events at once; wait for their acknowledgements`)
  }
  const event = byName.get(name)
  if (!event) throw notFound('There is no event of this name')
  await channels.follower.catchUp(session.companyId)
  const actor = await currentActor(channels, session)
  if (!actor) throw new Problem(401, 'The API key or the account is not valid any more')
  await limitCallRate(channels, actor)
  requireScope(actor, event.scope)
  await event.handle(channels, actor, checkBody(event.payload, payload), session.timezone)
}

/** Sends a problem to the acknowledgement if there is one, else as an event. */
function tellProblem({ socket }: Pick<Session, 'socket'>, args: readonly unknown[], problem: Problem): void {
  if (!acknowledge(args, { error: problem.body() })) socket.emit('exception', problem.body())
}

function acknowledge(args: readonly unknown[], answer: object): boolean {
  const ack = args.at(-1)
  if (typeof ack === 'function') ack(answer)
  return typeof ack === 'function'
}
