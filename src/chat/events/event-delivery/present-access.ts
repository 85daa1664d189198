import type { ChatEvent } from '../../chat-event-map.ts'
import type { Db } from '../../chat-platform.ts'
import { findReach } from '../../messages/message-reach.ts'
import { listMessagePlaces } from '../../messages/message-store.ts'
import { findStreamSights, type StreamSight } from '../../streams/stream-access.ts'
import type { Viewer } from './viewer.ts'

/** What an event shows: messages, or a stream. */
type Content =
  | { readonly messages: readonly number[] }
  | { readonly stream: number /** administrators may also know it */; readonly isForReaders: boolean }

/**
 * What its recipient must be able to see at the time of delivery. undefined: nothing. Such an event goes to everyone
 * whom it was for: it only removes something, or changes the state of something that the client already has.
 */
export function contentOf({ type, payload }: ChatEvent): Content | undefined {
  switch (type) {
    case 'message':
      return { messages: [payload.message.view.id] }
    case 'update_message':
      return { messages: payload.message_ids }
    case 'reaction':
    case 'submessage':
    case 'typing_edit_message':
      return { messages: [payload.message_id] }
    case 'typing':
      return payload.message_type === 'stream' ? { stream: payload.stream_id, isForReaders: true } : undefined
    case 'stream':
      if (payload.op === 'delete' || payload.op === 'vacate') return undefined
      return { stream: streamOf(payload), isForReaders: false }
    default:
      return undefined
  }
}

export const streamOf = (payload: ChatEvent<'stream'>['payload']) =>
  payload.op === 'update' ? payload.stream_id : payload.streams[0]!.stream_id

/** What the owner of a queue may see now, of the content of some events. */
export class PresentAccess {
  readonly #events: ReadonlySet<ChatEvent>
  readonly #messages: ReadonlyMap<number, unknown>
  readonly #streams: ReadonlyMap<number, StreamSight>

  private constructor(
    events: ReadonlySet<ChatEvent>,
    messages: ReadonlyMap<number, unknown>,
    streams: ReadonlyMap<number, StreamSight>,
  ) {
    this.#events = events
    this.#messages = messages
    this.#streams = streams
  }

  /** The same few queries for any number of events. */
  static async find(
    db: Db,
    { realmId, userId, role, botType }: Viewer,
    events: readonly ChatEvent[],
  ): Promise<PresentAccess> {
    const reader = { realm: { id: realmId }, user: { id: userId, role, bot_type: botType } }
    const messageIds = new Set<number>()
    const streamIds = new Set<number>()
    for (const event of events) {
      const content = contentOf(event)!
      if ('stream' in content) streamIds.add(content.stream)
      else for (const id of content.messages) messageIds.add(id)
    }
    const places = await listMessagePlaces(db, realmId, [...messageIds])
    const { reach } = await findReach(db, reader, places)
    return new PresentAccess(new Set(events), reach, await findStreamSights(db, reader, [...streamIds]))
  }

  /** The event as it can be delivered now; undefined: it is withheld. Events that need no check stay as they are. */
  filter(event: ChatEvent): ChatEvent | undefined {
    if (!this.#events.has(event)) return event
    const content = contentOf(event)!
    if ('stream' in content) {
      const sight = this.#streams.get(content.stream)
      return sight && (sight.canRead || !content.isForReaders) ? event : undefined
    }
    if (!content.messages.some((id) => this.#messages.has(id))) return undefined
    if (event.type !== 'update_message' || this.#messages.has(event.payload.message_id)) return event
    return { ...event, payload: withoutText(event.payload) }
  }
}

/** Messages moved along with one whose text was edited too, and which the reader can no longer read. */
function withoutText(update: ChatEvent<'update_message'>['payload']): typeof update {
  const {
    content: _content,
    rendered_content: _rendered,
    orig_content: _original,
    orig_rendered_content: _originalRendered,
    prev_rendered_content_version: _version,
    is_me_message: _isMe,
    ...rest
  } = update
  return rest
}
