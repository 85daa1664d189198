import type { Audience } from '../audience.ts'
import type { Stream } from './stream.ts'
import { viewStream } from './stream-view.ts'

/** Everybody who may know that the stream is there. Guests know only what they are subscribed to. */
export function thoseWhoKnow(stream: Stream): Audience {
  return { role: stream.invite_only ? 'administrators' : 'members', subscribersOf: stream.id }
}

export function streamCreated(stream: Stream, audience: Audience = thoseWhoKnow(stream)) {
  return { type: 'stream', audience, payload: { op: 'create', streams: [viewStream(stream)] } }
}

export function streamDeleted(stream: Stream, audience: Audience = thoseWhoKnow(stream)) {
  return { type: 'stream', audience, payload: { op: 'delete', streams: [viewStream(stream)] } }
}

/** `was`: the stream as its readers know it until now; older clients find it by that name. */
export function streamUpdated(was: Stream, audience: Audience, property: string, value: unknown, more = {}) {
  return {
    type: 'stream',
    audience,
    payload: { op: 'update', property, value, name: was.name, stream_id: was.id, ...more },
  }
}

/** The first subscriber came: the stream is listed. */
export function streamOccupied(stream: Stream) {
  return {
    type: 'stream',
    audience: thoseWhoKnow(stream),
    payload: { op: 'occupy', streams: [viewStream(stream)] },
  }
}

/** The last subscriber left: the stream is no longer listed. */
export function streamVacated(stream: Stream) {
  return {
    type: 'stream',
    audience: thoseWhoKnow(stream),
    payload: { op: 'vacate', streams: [viewStream(stream)] },
  }
}
