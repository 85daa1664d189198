import { clientEvent } from '../http/client-event.ts'
import { MarkAsReadCommand, markMessagesAsRead } from './messages/mark-messages-as-read.ts'

/** The socket's way to mark messages as read. */
export const markAsReadEvent = clientEvent({
  name: 'texting.message.markAsRead',
  description: 'Mark the given messages as read.',
  scope: 'write',
  payload: MarkAsReadCommand,
  async handle(telephony, actor, payload, socketTimezone) {
    const timezone = payload.timezone || socketTimezone
    await markMessagesAsRead(telephony, actor, { ...payload, ...(timezone !== '' && { timezone }) })
  },
})
