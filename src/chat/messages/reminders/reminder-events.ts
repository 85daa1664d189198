import { type Static, Type } from '@sinclair/typebox'
import type { ChatEventMap, NewChatEvent } from '../../chat-event-map.ts'
import type { RemindersTable } from './reminders-table.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    reminders:
      | { op: 'add'; reminders: readonly Static<typeof ReminderSchema>[] }
      | { op: 'remove'; reminder_id: number }
  }
}

export const ReminderSchema = Type.Object(
  {
    reminder_id: Type.Integer(),
    reminder_target_message_id: Type.Integer({ description: 'The message to be reminded of.' }),
    note: Type.String(),
    scheduled_delivery_timestamp: Type.Integer(),
  },
  { additionalProperties: false },
)

export const viewReminder = (row: RemindersTable): Static<typeof ReminderSchema> => ({
  reminder_id: row.id,
  reminder_target_message_id: row.message_id,
  note: row.note,
  scheduled_delivery_timestamp: row.deliver_at,
})

/** Sent only to the owner of the reminder. */
const remindersChanged = (
  row: RemindersTable,
  payload: ChatEventMap['reminders'],
): NewChatEvent<'reminders'> => ({
  type: 'reminders',
  audience: { users: [row.user_id] },
  payload,
})

export const reminderAdded = (row: RemindersTable) =>
  remindersChanged(row, { op: 'add', reminders: [viewReminder(row)] })

export const reminderRemoved = (row: RemindersTable) =>
  remindersChanged(row, { op: 'remove', reminder_id: row.id })
