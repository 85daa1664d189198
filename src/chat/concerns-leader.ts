import type { ChatEvent } from './chat-event-map.ts'
import { reminderSource } from './messages/reminders/send-reminder.ts'
import { scheduledMessageSource } from './messages/scheduled-messages/send-scheduled-message.ts'
import { statusClearingSource } from './people/user-status/clear-person-status.ts'

/** Whether the leader must act on the event: scheduled messages, reminders, and statuses to be cleared. */
export const concernsLeader = ({ type }: ChatEvent): boolean =>
  [scheduledMessageSource, reminderSource, statusClearingSource].some(({ eventType }) => eventType === type)
