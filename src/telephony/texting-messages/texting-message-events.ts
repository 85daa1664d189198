import type { Audience } from '../event-audience.ts'
import type { TextingMessageView } from './texting-message-view.ts'

export const messageNew = (audience: Audience, message: TextingMessageView) => ({
  type: 'texting.message.new',
  audience,
  payload: message,
})

/** Its status has changed. */
export const messageUpdated = (audience: Audience, message: TextingMessageView) => ({
  type: 'texting.message.updated',
  audience,
  payload: message,
})

export const messageDeleted = (audience: Audience, id: string, conversationId: string) => ({
  type: 'texting.message.delete',
  audience,
  payload: { id, conversation_id: conversationId },
})

export interface ReadMessages {
  conversation_id: string
  messagesIds: string[]
  /** of whoever has read them */
  timezone: string
}

export const messagesRead = (audience: Audience, read: ReadMessages) => ({
  type: 'texting.message.markAsRead',
  audience,
  payload: read,
})
