import type { ChatEvent } from './chat-event-map.ts'
import { reminderSource } from './messages/reminders/send-reminder.ts'
import { scheduledMessageSource } from './messages/scheduled-messages/send-scheduled-message.ts'

/** Whether the leader must act on the event: scheduled messages and reminders. */
export const concernsLeader = ({ type }: ChatEvent): boolean =>
  type === scheduledMessageSource.eventType || type === reminderSource.eventType
