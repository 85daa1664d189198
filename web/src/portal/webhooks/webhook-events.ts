import { p } from '../../texts/portal-texts.ts'

/** The events that a webhook can receive, as listed in docs/events.md. */
export const webhookEvents = [
  'texting.chat.new',
  'texting.chat.delete',
  'texting.message.new',
  'texting.message.updated',
  'texting.message.delete',
  'texting.message.markAsRead',
  'user_status_updated',
  'user.notice',
  'extension.subscriber.updated',
  'trunk.state.updated',
  'call.emergency',
  'call.limit_reached',
  'import.updated',
  'queue.updated',
  'conference.updated',
  'parking.updated',
  'call.recording.updated',
  'call.ended',
  'call.seen.updated',
  'voicemail.message.new',
  'voicemail.message.updated',
  'voicemail.message.delete',
  'fax.message.new',
  'fax.message.updated',
  'fax.message.delete',
] as const

/** Every event, also future ones. */
export const ALL_EVENTS = '*'

export function eventsText(events: readonly string[]): string {
  return events.includes(ALL_EVENTS) ? p.webhooks.allEvents : p.webhooks.eventCount(events.length)
}
