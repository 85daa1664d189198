import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { integer, json, otherwise } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { deliveryTime } from '../scheduled-messages/delivery-time.ts'
import { addReminder, deleteReminder, listOwnReminders } from './change-reminders.ts'
import { ReminderSchema } from './reminder-events.ts'

const endpoint = endpointOf<ChatPlatform>()

/** Long enough for the reason of a reminder. */
const NOTE_LIMIT = 500
const exact = { additionalProperties: false }

export const reminderRoutes = [
  endpoint({
    method: 'GET',
    path: '/reminders',
    summary: 'Get reminders',
    description: 'Your pending reminders, in the order in which they are due.',
    access: 'keep drafts, snippets, reminders and views',
    parameters: {},
    response: Type.Object({ reminders: Type.Array(ReminderSchema) }, exact),
    handle: async ({ chat, actor }) => ({ reminders: await listOwnReminders(chat.database.read, actor) }),
  }),
  endpoint({
    method: 'POST',
    path: '/reminders',
    summary: 'Create a reminder',
    description: 'When it is due, the notification bot sends you a link to the message and a quote of it.',
    access: 'keep drafts, snippets, reminders and views',
    parameters: {
      message_id: json('Id of the message.', Type.Integer()),
      scheduled_delivery_timestamp: deliveryTime,
      note: otherwise(
        textOrJson('What the reminder should say.', Type.String({ maxLength: NOTE_LIMIT })),
        '',
      ),
    },
    response: Type.Object({ reminder_id: Type.Integer() }, exact),
    handle: async ({ chat, actor, input }) => ({
      reminder_id: await addReminder(chat, actor, {
        messageId: input.message_id,
        note: input.note,
        deliverAt: input.scheduled_delivery_timestamp,
      }),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/reminders/:reminder_id',
    summary: 'Delete a reminder',
    access: 'keep drafts, snippets, reminders and views',
    parameters: { reminder_id: integer('Id of the reminder.') },
    response: Type.Object({}, exact),
    async handle({ chat, actor, input }) {
      await deleteReminder(chat, actor, input.reminder_id)
      return {}
    },
  }),
]
