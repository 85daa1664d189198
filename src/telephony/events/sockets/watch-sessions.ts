import type { TelephonyEvent } from '../../telephony-event-map.ts'
import type { EventChannels } from '../event-channels.ts'
import { endExpired } from './end-expired.ts'
import type { SocketDelivery } from './socket-delivery.ts'
import type { Session, Sessions } from './socket-sessions.ts'
import { unsent } from './unsent-packets.ts'

const INTERVAL_MS = 1000
/** How much may be unsent for one client. */
const MAX_PACKETS = 5000
const MAX_BYTES = 5_000_000

export interface SessionWatch {
  /** Looks again whenever the person's account may have changed. Returns a function that ends this. */
  watchPerson(session: Session): () => void
  stop(): void
}

/** Ends sessions whose key or user has lost access, and those of clients that do not read. */
export function watchSessions(
  channels: EventChannels,
  sessions: Sessions,
  delivery: SocketDelivery,
  bringUp: (session: Session) => void,
): SessionWatch {
  const lookAgain = (session: Session, position: number) => {
    session.unchecked = true
    if (!session.live) return
    delivery.leave(session, position)
    bringUp(session)
  }
  channels.follower.on('changed', (event) => {
    for (const session of concerned(sessions, event)) lookAgain(session, event.position)
  })
  // Each session reads skipped events from the log, or is told that they are gone.
  channels.follower.onSkip((companyId, after) => {
    for (const session of [...sessions.ofCompany(companyId)]) lookAgain(session, after)
  })
  const timer = setInterval(() => {
    endExpired(sessions.all(), channels.clock.now())
    for (const session of [...sessions.all()]) look(session)
  }, INTERVAL_MS)
  // The timer must not keep a server running that failed to start.
  timer.unref()
  return {
    watchPerson(session) {
      const { credential, companyId } = session
      if (credential.kind === 'key') return () => {}
      return channels.personSessions.watch(credential.person, () =>
        lookAgain(session, channels.follower.seen(companyId)),
      )
    },
    stop: () => clearInterval(timer),
  }
}

function concerned(sessions: Sessions, { tenant, payload }: TelephonyEvent<'changed'>): Session[] {
  const { kind, id } = payload
  const all = [...sessions.ofCompany(tenant)]
  if (kind === 'api_key') {
    return all.filter(({ credential }) => credential.kind === 'key' && credential.id === id)
  }
  if (kind === 'contact') return all.filter((session) => isOf(session, id))
  return kind === 'company' ? all : []
}

/** Of the user, or of the owner who acts as another user. */
const isOf = ({ contactId, credential }: Session, id: string) =>
  contactId === id || (credential.kind === 'person' && credential.person.contactId === id)

function look(session: Session): void {
  // Twice in a row, so that a burst of events is not enough. A client that is cut off can reconnect and catch up.
  session.slowLooks = isSlow(session) ? session.slowLooks + 1 : 0
  if (session.slowLooks > 1) session.socket.conn.close(true)
}

function isSlow({ socket }: Session): boolean {
  const { packets, bytes } = unsent(socket)
  return packets > MAX_PACKETS || bytes > MAX_BYTES
}
