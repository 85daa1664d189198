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

/** Everybody who may know of the stream. Guests know only the streams that they are subscribed to. */
export function audienceOfStream(stream: Stream): Audience {
  return { role: stream.invite_only ? 'administrators' : 'members', subscribersOf: stream.id }
}

export function streamCreated(
  stream: Stream,
  audience: Audience = audienceOfStream(stream),
): NewChatEvent<'stream'> {
  return { type: 'stream', audience, payload: { op: 'create', streams: [viewStream(stream)] } }
}

export function streamDeleted(
  stream: Stream,
  audience: Audience = audienceOfStream(stream),
): NewChatEvent<'stream'> {
  return { type: 'stream', audience, payload: { op: 'delete', streams: [viewStream(stream)] } }
}

/** `was`: the stream before the change. Older clients find it by that name. */
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

/** The first user subscribed: the stream is listed. */
export function streamOccupied(stream: Stream): NewChatEvent<'stream'> {
  return {
    type: 'stream',
    audience: audienceOfStream(stream),
    payload: { op: 'occupy', streams: [viewStream(stream)] },
  }
}

/** The last subscriber left: the stream is no longer listed. */
export function streamVacated(stream: Stream): NewChatEvent<'stream'> {
  return {
    type: 'stream',
    audience: audienceOfStream(stream),
    payload: { op: 'vacate', streams: [viewStream(stream)] },
  }
}
