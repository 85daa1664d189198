import type { ChatEvent } from './chat-event-map.ts'
import { reminderSource } from './messages/reminders/send-reminder.ts'
import { scheduledMessageSource } from './messages/scheduled-messages/send-scheduled-message.ts'

/** Whether the leader must act on the event: scheduled messages, reminders, and messages for outgoing webhooks. */
export function concernsLeader(event: ChatEvent): boolean {
  if (event.type === 'message') return (event.payload.told ?? []).length > 0
  return event.type === scheduledMessageSource.eventType || event.type === reminderSource.eventType
}
