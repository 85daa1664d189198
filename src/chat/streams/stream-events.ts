import type { Audience } from '../audience.ts'
import type { NewChatEvent } from '../chat-event-map.ts'
import type { Stream } from './stream.ts'
import { type StreamView, viewStream } from './stream-view.ts'

declare module '../chat-event-map.ts' {
  interface ChatEventMap {
    stream:
      | { op: 'create' | 'delete' | 'occupy' | 'vacate'; streams: readonly StreamView[] }
      | { op: 'update'; property: string; value: unknown; name: string; stream_id: number }
  }
}

/** Everybody who may know that the stream is there. Guests know only what they are subscribed to. */
export function thoseWhoKnow(stream: Stream): Audience {
  return { role: stream.invite_only ? 'administrators' : 'members', subscribersOf: stream.id }
}

export function streamCreated(
  stream: Stream,
  audience: Audience = thoseWhoKnow(stream),
): NewChatEvent<'stream'> {
  return { type: 'stream', audience, payload: { op: 'create', streams: [viewStream(stream)] } }
}

export function streamDeleted(
  stream: Stream,
  audience: Audience = thoseWhoKnow(stream),
): NewChatEvent<'stream'> {
  return { type: 'stream', audience, payload: { op: 'delete', streams: [viewStream(stream)] } }
}

/** `was`: the stream as its readers know it until now; older clients find it by that name. */
export function streamUpdated(
  was: Stream,
  audience: Audience,
  property: string,
  value: unknown,
  more = {},
): NewChatEvent<'stream'> {
  return {
    type: 'stream',
    audience,
    payload: { op: 'update', property, value, name: was.name, stream_id: was.id, ...more },
  }
}

/** The first subscriber came: the stream is listed. */
export function streamOccupied(stream: Stream): NewChatEvent<'stream'> {
  return {
    type: 'stream',
    audience: thoseWhoKnow(stream),
    payload: { op: 'occupy', streams: [viewStream(stream)] },
  }
}

/** The last subscriber left: the stream is no longer listed. */
export function streamVacated(stream: Stream): NewChatEvent<'stream'> {
  return {
    type: 'stream',
    audience: thoseWhoKnow(stream),
    payload: { op: 'vacate', streams: [viewStream(stream)] },
  }
}
