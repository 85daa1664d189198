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
