import { readHead } from '../../../platform/database/log-head-store.ts'
import { readEventsAfter } from '../../../platform/events/event-store.ts'
import { reachOf } from '../../identity/permissions.ts'
import type { TelephonyEvent } from '../../telephony-event-map.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { TelephonyTables } from '../../telephony-tables.ts'
import type { EventChannels } from '../event-channels.ts'
import { payloadOf, receives } from './pushed-events.ts'
import { refuse } from './refuse-socket.ts'
import type { SocketDelivery } from './socket-delivery.ts'
import { currentActor } from './socket-identity.ts'
import type { Session } from './socket-sessions.ts'
import { unsent } from './unsent-packets.ts'

const READ_AT_ONCE = 500
/** How much may be unsent before more is read from the log. */
const MAX_PACKETS = 200
const MAX_BYTES = 500_000
const LOOK_AGAIN_MS = 20
/** The follower lags at most a second behind a log that another process writes. */
const FOLLOWER_PATIENCE_MS = 5000

/**
 * Sends the events that the session has missed since its position, then makes it live: each event once, in order. The
 * switch from the log to the rooms is synchronous, so no event is lost in between. Events that the follower has yet to
 * deliver are not sent here, so none is sent twice.
 */
export async function catchUp(
  channels: EventChannels,
  delivery: SocketDelivery,
  session: Session,
): Promise<void> {
  const { follower, database } = channels
  const { socket, companyId } = session
  const from = session.position
  let toldOfGap = false
  const tellOfGap = (oldest: number | null) => {
    if (!toldOfGap) socket.emit('events.missed', { last_event_id: from, oldest_event_id: oldest })
    toldOfGap = true
  }
  if (!(await isReached(channels, companyId, from))) {
    // A position in the future: the client has seen another log, so its state is worthless.
    tellOfGap(null)
    session.position = follower.seen(companyId)
  }
  while (await hasRoom(session)) {
    if (session.unchecked && !(await isStillWelcome(channels, session))) {
      refuse(socket, 'The API key or the account is not valid any more')
      return
    }
    const held = delivery.hold(companyId)
    try {
      const events = await readEventsAfter<TelephonyTables, TelephonyEvent>(
        database.read,
        companyId,
        session.position,
        READ_AT_ONCE,
      )
      if (session.unchecked) continue
      const isWhole = events.length < READ_AT_ONCE
      const seen = follower.seen(companyId)
      for (const event of isWhole ? [...events, ...held.events] : events) {
        if (event.position <= session.position || event.position > seen) continue
        if (event.position !== session.position + 1) tellOfGap(event.position)
        session.position = event.position
        if (receives(session, event)) {
          socket.emit(event.type, payloadOf(event), { event_id: event.position })
        }
      }
      if (!isWhole && session.position < seen) continue
      if (session.position < seen) tellOfGap(null)
      if (socket.connected) delivery.join(session)
      return
    } finally {
      held.release()
    }
  }
}

async function isStillWelcome(channels: EventChannels, session: Session): Promise<boolean> {
  session.unchecked = false
  const actor = await currentActor(channels, session)
  if (actor?.caller.kind === 'key') session.keyExpiresAt = actor.caller.apiKey.expires_at
  session.manages = actor !== undefined && reachOf(actor, 'change the company') === 'yes'
  return actor !== undefined
}

/** Whether the log, and the follower with it, has reached the client's position. */
async function isReached({ follower, database }: TelephonyPlatform, companyId: number, position: number) {
  if (position <= follower.seen(companyId)) return true
  await follower.catchUp(companyId)
  if (position > (await readHead(database.read, companyId))) return false
  for (let waited = 0; waited < FOLLOWER_PATIENCE_MS; waited += LOOK_AGAIN_MS) {
    if (position <= follower.seen(companyId)) return true
    await pause()
  }
  return false
}

/** Waits until the client has received most of what was sent. False if it has disconnected. */
async function hasRoom({ socket }: Session): Promise<boolean> {
  for (;;) {
    const { packets, bytes } = unsent(socket)
    if (!socket.connected || (packets < MAX_PACKETS && bytes < MAX_BYTES)) return socket.connected
    await pause()
  }
}

const pause = () => new Promise((next) => setTimeout(next, LOOK_AGAIN_MS))
