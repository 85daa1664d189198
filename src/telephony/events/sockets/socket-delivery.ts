import type { Server } from 'socket.io'
import type { TelephonyEvent } from '../../telephony-event-map.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { endExpired } from './end-expired.ts'
import { companyRoom, payloadOf, roomsOf, roomsOfSession } from './pushed-events.ts'
import type { Session, Sessions } from './socket-sessions.ts'

export interface SocketDelivery {
  /** The session receives its events from the next one on. */
  join(session: Session): void
  /** The session has received everything up to this position. */
  leave(session: Session, position: number): void
  /** Records every event of the company until released. */
  hold(companyId: number): HeldEvents
}

export interface HeldEvents {
  readonly events: readonly TelephonyEvent[]
  release(): void
}

/** Each event is serialized once, however many sockets are in the rooms of its audience. */
export function createSocketDelivery(
  platform: TelephonyPlatform,
  io: Server,
  sessions: Sessions,
): SocketDelivery {
  const holding = new Map<number, Set<TelephonyEvent[]>>()
  const { rooms: occupied } = io.sockets.adapter

  platform.follower.listen((event) => {
    for (const list of holding.get(event.tenant) ?? []) list.push(event)
    if (!occupied.has(companyRoom(event.tenant))) return
    endExpired(sessions.ofCompany(event.tenant), platform.clock.now())
    const rooms = roomsOf(event)
    if (rooms.length > 0) io.to(rooms).emit(event.type, payloadOf(event), { event_id: event.position })
  })

  return {
    join(session) {
      void session.socket.join(roomsOfSession(session))
      session.live = true
    },
    leave(session, position) {
      for (const room of roomsOfSession(session)) void session.socket.leave(room)
      session.live = false
      session.position = position
    },
    hold(companyId) {
      const events: TelephonyEvent[] = []
      const lists = holding.get(companyId) ?? new Set()
      holding.set(companyId, lists.add(events))
      return {
        events,
        release() {
          lists.delete(events)
          if (lists.size === 0) holding.delete(companyId)
        },
      }
    },
  }
}
