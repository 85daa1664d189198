import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import { viewScheduledMessage } from './scheduled-message-view.ts'
import type { ScheduledMessagesTable } from './scheduled-messages-table.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    scheduled_messages:
      | { op: 'add'; scheduled_messages: readonly ScheduledMessageView[] }
      | { op: 'update'; scheduled_message: ScheduledMessageView }
      | { op: 'remove'; scheduled_message_id: number }
  }
}

type ScheduledMessageView = ReturnType<typeof viewScheduledMessage>

/** Sent only to the author. */
const scheduledMessagesChanged = (
  row: ScheduledMessagesTable,
  payload: ChatEventMap['scheduled_messages'],
): NewChatEvent<'scheduled_messages'> => ({
  type: 'scheduled_messages',
  audience: { users: [row.user_id] },
  payload,
})

export const messageScheduled = (row: ScheduledMessagesTable) =>
  scheduledMessagesChanged(row, { op: 'add', scheduled_messages: [viewScheduledMessage(row)] })

export const scheduledMessageUpdated = (row: ScheduledMessagesTable) =>
  scheduledMessagesChanged(row, { op: 'update', scheduled_message: viewScheduledMessage(row) })

export const scheduledMessageRemoved = (row: ScheduledMessagesTable) =>
  scheduledMessagesChanged(row, { op: 'remove', scheduled_message_id: row.id })
