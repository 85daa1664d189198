import { listOwnReminders } from '../reminders/change-reminders.ts'
import { listOwnScheduledMessages } from '../scheduled-messages/list-scheduled-messages.ts'
import type { InitialPart } from './initial-context.ts'

export const initialScheduledMessages: InitialPart = async ({ db, actor }) => ({
  scheduled_messages: await listOwnScheduledMessages(db, actor),
})

export const initialReminders: InitialPart = async ({ db, actor }) => ({
  reminders: await listOwnReminders(db, actor),
})
