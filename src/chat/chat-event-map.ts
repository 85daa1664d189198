import type { EventsOf, NewEventsOf } from '../platform/events/event-log.ts'
import type { Audience } from './audience.ts'

/**
 * Every chat event and its payload as logged; delivery may shape it for each queue. A feature declares its events
 * next to their constructors (`*-events.ts`) by declaration merging, so a new event touches one file.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface ChatEventMap {}

export type ChatEventType = keyof ChatEventMap & string

/** Logged events, discriminated by `type`; `ChatEvent<'message'>` is one type. */
export type ChatEvent<Type extends ChatEventType = ChatEventType> = EventsOf<
  Pick<ChatEventMap, Type>,
  Audience
>

/** The argument of `announce`. */
export type NewChatEvent<Type extends ChatEventType = ChatEventType> = NewEventsOf<
  Pick<ChatEventMap, Type>,
  Audience
>
