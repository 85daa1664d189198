import { hash } from 'node:crypto'
import type { Clock } from '../../../../platform/clock.ts'

/**
 * Names for inbound texts, where SMPP has none: a `deliver_sm` carries no id, and its sequence number is a new
 * one when it is sent again. What stays the same over a repetition is sender, receiver, text and the sender's
 * reference; but a second "ok" has all of these too. So a text like one before is taken as its repetition only
 * if the SMSC has a reason to repeat it:
 *   - we refused the one before, or its connection ended before we answered;
 *   - we have not answered it for longer than an SMSC waits;
 *   - its connection ended so soon after our answer that the answer may not have arrived.
 * Otherwise it gets a new name. A crash forgets all this; therefore a name is made from the text, the minute and
 * a count from zero: what is sent again to the restarted server within the same minute has the same name. The
 * price: the same text really written twice within one minute, with a crash between, arrives once; and a
 * repetition in a later minute after a crash arrives twice. To lose a text would be worse than to show it twice.
 */
export interface InboundNames {
  name(fingerprint: string, connection: object): InboundName
  connectionEnded(connection: object): void
}

export interface InboundName {
  readonly id: string
  /** The SMSC has our response: stored, or send again. */
  answered(stored: boolean): void
}

interface Sighting {
  readonly id: string
  readonly minute: number
  connection: object
  state: 'open' | 'refused' | 'stored'
  /** when the state last changed */
  at: number
  /** when its connection ended */
  endedAt: number | undefined
}

const SMSC_WAITS_MS = 5000
const ANSWER_TRAVELS_MS = 10_000
const REPEATS_WITHIN_MS = 10 * 60_000
const MAX_TEXTS = 10_000

export function createInboundNames(clock: Clock): InboundNames {
  const sightings = new Map<string, Sighting[]>()

  function recent(fingerprint: string): Sighting[] {
    const now = clock.now()
    const kept = (sightings.get(fingerprint) ?? []).filter(({ at }) => now - at < REPEATS_WITHIN_MS)
    // Inserted again, so that the map stays in order of last use.
    sightings.delete(fingerprint)
    sightings.set(fingerprint, kept)
    if (sightings.size > MAX_TEXTS) sightings.delete(sightings.keys().next().value!)
    return kept
  }

  return {
    name(fingerprint, connection) {
      const like = recent(fingerprint)
      const now = clock.now()
      let sighting = like.find((one) => mayBeRepeated(one, now))
      if (sighting) {
        Object.assign(sighting, { connection, state: 'open', at: now, endedAt: undefined })
      } else {
        const minute = Math.floor(now / 60_000)
        const count = like.filter((one) => one.minute === minute).length
        const id = hash('sha256', `${fingerprint} ${minute} ${count}`, 'base64url')
        sighting = { id, minute, connection, state: 'open', at: now, endedAt: undefined }
        like.push(sighting)
      }
      const named = sighting
      return {
        id: named.id,
        answered: (stored) => Object.assign(named, { state: stored ? 'stored' : 'refused', at: clock.now() }),
      }
    },
    connectionEnded(connection) {
      for (const sighting of [...sightings.values()].flat())
        if (sighting.connection === connection && sighting.endedAt === undefined)
          sighting.endedAt = clock.now()
    },
  }
}

function mayBeRepeated(sighting: Sighting, now: number): boolean {
  if (sighting.state === 'refused') return true
  if (sighting.state === 'open') return sighting.endedAt !== undefined || now - sighting.at > SMSC_WAITS_MS
  return sighting.endedAt !== undefined && sighting.endedAt - sighting.at < ANSWER_TRAVELS_MS
}
