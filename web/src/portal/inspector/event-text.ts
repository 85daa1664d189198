import type { LoggedEvent } from './use-event-log.ts'

/** An event as text, to be copied. */
export function eventText({ name, eventId, at, payload }: LoggedEvent): string {
  const event = { at: new Date(at).toISOString(), name, event_id: eventId ?? null, payload }
  return JSON.stringify(event, null, 2)
}
