import type { EventsOf, NewEventsOf } from '../platform/events/event-log.ts'
import type { Audience } from './event-audience.ts'

/** Every event of the telephony and its payload. Features add theirs by declaration merging, where they make them. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface TelephonyEventMap {}

export type TelephonyEventType = keyof TelephonyEventMap & string

/** Logged events, distinguished by `type`. */
export type TelephonyEvent<Type extends TelephonyEventType = TelephonyEventType> = EventsOf<
  Pick<TelephonyEventMap, Type>,
  Audience
>

/** For `announce`. */
export type NewTelephonyEvent<Type extends TelephonyEventType = TelephonyEventType> = NewEventsOf<
  Pick<TelephonyEventMap, Type>,
  Audience
>
