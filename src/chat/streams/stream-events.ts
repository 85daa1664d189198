import { type Static, Type } from '@sinclair/typebox'
import type { Audience } from '../audience.ts'
import type { NewChatEvent } from '../chat-event-map.ts'
import type { Stream } from './stream.ts'

export const streamFields = {
  stream_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String({ description: 'The description as HTML.' }),
  invite_only: Type.Boolean({ description: 'Private: accessible only to invited people.' }),
  is_web_public: Type.Boolean(),
  is_announcement_only: Type.Boolean({ description: 'Only administrators can post.' }),
  stream_post_policy: Type.Integer({ description: '1: everybody can post; 2: only administrators.' }),
  history_public_to_subscribers: Type.Boolean({ description: 'New subscribers see older messages.' }),
  first_message_id: Type.Union([Type.Integer(), Type.Null()]),
  message_retention_days: Type.Union([Type.Integer(), Type.Null()], {
    description: "Days until messages are deleted; null: the organization's setting; -1: never.",
  }),
  stream_weekly_traffic: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Messages per week, counted once a day; null: the stream is too young to know.',
  }),
  is_old_stream: Type.Boolean({ description: 'Whether its traffic is known.' }),
  folder_id: Type.Union([Type.Integer(), Type.Null()], { description: 'Its channel folder; null: none.' }),
  date_created: Type.Integer({ description: 'When it was created, in seconds.' }),
}

export const StreamSchema = Type.Object(
  { ...streamFields, is_default: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

export type StreamView = Static<typeof StreamSchema>

/** is_announcement_only in the terms of newer clients. */
export const postPolicy = (stream: Stream) => (stream.announcement_only === 1 ? 2 : 1)

export function viewStream(stream: Stream): StreamView {
  return {
    stream_id: stream.id,
    name: stream.name,
    description: stream.description,
    rendered_description: stream.rendered_description,
    invite_only: stream.invite_only === 1,
    is_web_public: false,
    is_announcement_only: stream.announcement_only === 1,
    stream_post_policy: postPolicy(stream),
    history_public_to_subscribers: stream.history_public === 1,
    first_message_id: stream.first_message_id,
    message_retention_days: stream.message_retention_days,
    stream_weekly_traffic: stream.weekly_traffic,
    is_old_stream: stream.weekly_traffic !== null,
    folder_id: stream.folder_id,
    date_created: stream.created_at,
  }
}

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
