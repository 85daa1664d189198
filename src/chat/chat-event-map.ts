import type { EventsOf, NewEventsOf } from '../platform/events/event-log.ts'
import type { Audience } from './audience.ts'

/**
 * Every event of the chat and its payload, as it is logged; delivery may shape it for each queue. A feature adds its own
 * events next to the functions that make them (`*-events.ts`), by declaration merging: an event touches one file.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface ChatEventMap {}

export type ChatEventType = keyof ChatEventMap & string

/** Logged events, told apart by their `type`; `ChatEvent<'message'>` is one kind. */
export type ChatEvent<Type extends ChatEventType = ChatEventType> = EventsOf<
  Pick<ChatEventMap, Type>,
  Audience
>

/** For `announce`. */
export type NewChatEvent<Type extends ChatEventType = ChatEventType> = NewEventsOf<
  Pick<ChatEventMap, Type>,
  Audience
>
