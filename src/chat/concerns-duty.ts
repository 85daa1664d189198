import type { LoggedEvent } from '../platform/events/event-log.ts'
import type { MessageEventPayload } from './messages/message-events.ts'
import { reminderSource } from './reminders/send-reminder.ts'
import { scheduledMessageSource } from './scheduled-messages/send-scheduled-message.ts'

/** What has to be done at a time, and messages that services of bots are told of. */
export function concernsDuty({ type, payload }: LoggedEvent): boolean {
  if (type === 'message') return ((payload as MessageEventPayload).told ?? []).length > 0
  return type === scheduledMessageSource.eventType || type === reminderSource.eventType
}
