import type { Audience } from '../../event-audience.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { TextingMessageView } from './texting-message-view.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'texting.message.new': TextingMessageView
    'texting.message.updated': TextingMessageView
    'texting.message.delete': { id: string; conversation_id: string }
    'texting.message.markAsRead': ReadMessages
  }
}

export const messageNew = (
  audience: Audience,
  message: TextingMessageView,
): NewTelephonyEvent<'texting.message.new'> => ({
  type: 'texting.message.new',
  audience,
  payload: message,
})

/** Its status has changed. */
export const messageUpdated = (
  audience: Audience,
  message: TextingMessageView,
): NewTelephonyEvent<'texting.message.updated'> => ({
  type: 'texting.message.updated',
  audience,
  payload: message,
})

export const messageDeleted = (
  audience: Audience,
  id: string,
  conversationId: string,
): NewTelephonyEvent<'texting.message.delete'> => ({
  type: 'texting.message.delete',
  audience,
  payload: { id, conversation_id: conversationId },
})

export interface ReadMessages {
  conversation_id: string
  messagesIds: string[]
  /** of the reader */
  timezone: string
}

export const messagesRead = (
  audience: Audience,
  read: ReadMessages,
): NewTelephonyEvent<'texting.message.markAsRead'> => ({
  type: 'texting.message.markAsRead',
  audience,
  payload: read,
})
