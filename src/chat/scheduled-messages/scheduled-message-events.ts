import { viewScheduledMessage } from './scheduled-message-view.ts'
import type { ScheduledMessagesTable } from './scheduled-messages-table.ts'

/** All of them are only for the author. */
const told = (row: ScheduledMessagesTable, payload: object) => ({
  type: 'scheduled_messages',
  audience: { users: [row.user_id] },
  payload,
})

export const messageScheduled = (row: ScheduledMessagesTable) =>
  told(row, { op: 'add', scheduled_messages: [viewScheduledMessage(row)] })

export const scheduledMessageUpdated = (row: ScheduledMessagesTable) =>
  told(row, { op: 'update', scheduled_message: viewScheduledMessage(row) })

export const scheduledMessageRemoved = (row: ScheduledMessagesTable) =>
  told(row, { op: 'remove', scheduled_message_id: row.id })
