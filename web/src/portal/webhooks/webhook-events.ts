import { p } from '../../texts/portal-texts.ts'

/** What a webhook can be told of, as docs/events.md lists it. */
export const webhookEvents = [
  'texting.chat.new',
  'texting.chat.delete',
  'texting.message.new',
  'texting.message.updated',
  'texting.message.delete',
  'texting.message.markAsRead',
  'user_status_updated',
  'extension.subscriber.updated',
  'fax.message.new',
  'fax.message.updated',
  'fax.message.delete',
] as const

/** Every event, also future ones. */
export const ALL_EVENTS = '*'

export function eventsText(events: readonly string[]): string {
  return events.includes(ALL_EVENTS) ? p.webhooks.allEvents : p.webhooks.eventCount(events.length)
}
