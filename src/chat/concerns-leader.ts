import type { ChatEvent } from './chat-event-map.ts'
import { reminderSource } from './messages/reminders/send-reminder.ts'
import { scheduledMessageSource } from './messages/scheduled-messages/send-scheduled-message.ts'

/** What has to be done at a time, and messages that services of bots are told of. */
export function concernsLeader(event: ChatEvent): boolean {
  if (event.type === 'message') return (event.payload.told ?? []).length > 0
  return event.type === scheduledMessageSource.eventType || event.type === reminderSource.eventType
}
