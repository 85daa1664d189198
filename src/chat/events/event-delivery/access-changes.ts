import type { ChatEvent } from '../../chat-event-map.ts'
import { contentOf, streamOf } from './present-access.ts'
import type { Viewer } from './viewer.ts'

/** Private conversations count as one place: all that can happen to their messages is that they are deleted. */
const CONVERSATIONS = 0

/**
 * Where in the log readers last lost access in an organization, by stream. Most events are delivered before anything
 * like that happens, and need no check of present access.
 */
export class AccessChanges {
  /** Nothing is known about changes up to this position. */
  readonly #since: number
  #last: number
  readonly #lastIn = new Map<number, number>()

  constructor(since: number) {
    this.#since = since
    this.#last = since
  }

  add(event: ChatEvent): void {
    for (const place of placesClosedBy(event)) {
      this.#last = event.position
      this.#lastIn.set(place, event.position)
    }
  }

  /** Events among these whose content the viewer may no longer see. */
  uncertain(viewer: Viewer, events: readonly ChatEvent[]): ChatEvent[] {
    const first = events[0]?.position
    if (first === undefined || (first > this.#last && first > viewer.lastLoss)) return []
    return events.filter((event) => contentOf(event) !== undefined && !this.#isSettled(viewer, event))
  }

  /** Has the viewer kept the access that they had when the event happened? */
  #isSettled(viewer: Viewer, event: ChatEvent): boolean {
    const { position, audience } = event
    const place =
      event.type === 'stream' ? streamOf(event.payload) : (audience.subscribersOf ?? CONVERSATIONS)
    if (position <= this.#since || position < (this.#lastIn.get(place) ?? 0)) return false
    return !viewer.hasLostSince(place, position)
  }
}

/** Streams of which somebody may lose messages, other than by leaving. */
function placesClosedBy({ type, payload }: ChatEvent): readonly number[] {
  switch (type) {
    case 'stream':
      if (payload.op === 'delete') return payload.streams.map((stream) => stream.stream_id)
      return payload.op === 'update' && payload.property === 'invite_only' ? [payload.stream_id] : []
    case 'update_message':
      return payload.new_stream_id === undefined ? [] : [payload.stream_id!]
    case 'delete_message':
      return [payload.message_type === 'stream' ? payload.stream_id : CONVERSATIONS]
    default:
      return []
  }
}
