import { clientEvent } from '../http/client-event.ts'
import { MarkAsReadCommand, markMessagesAsRead } from './messages/mark-messages-as-read.ts'
import type { Texting } from './texting.ts'

/** Marks messages as read by socket. */
export const markAsReadEvent = clientEvent({
  name: 'texting.message.markAsRead',
  description: 'Mark the given messages as read.',
  scope: 'write',
  payload: MarkAsReadCommand,
  async handle(texting: Texting, actor, payload, socketTimezone) {
    const timezone = payload.timezone || socketTimezone
    await markMessagesAsRead(texting, actor, { ...payload, ...(timezone !== '' && { timezone }) })
  },
})
