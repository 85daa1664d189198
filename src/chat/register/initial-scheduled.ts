import { listOwnReminders } from '../messages/reminders/change-reminders.ts'
import { listOwnScheduledMessages } from '../messages/scheduled-messages/list-scheduled-messages.ts'
import type { InitialPart } from '../people/initial-context.ts'

export const initialScheduledMessages: InitialPart = async ({ db, actor }) => ({
  scheduled_messages: await listOwnScheduledMessages(db, actor),
})

export const initialReminders: InitialPart = async ({ db, actor }) => ({
  reminders: await listOwnReminders(db, actor),
})
