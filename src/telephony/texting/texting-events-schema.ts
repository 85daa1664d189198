import { Type } from '@sinclair/typebox'
import type { EventDeclaration } from '../event-declaration.ts'
import { ConversationSchema } from './conversations/texting-conversation-events.ts'
import { ReadMessagesSchema } from './messages/mark-messages-as-read.ts'
import { TextingMessageSchema } from './messages/texting-message-events.ts'

const strict = { additionalProperties: false }
const audience = 'For the primary user and the users of the number.'

/** The texting events, for the catalogue. */
export const textingEvents: readonly EventDeclaration[] = [
  {
    name: 'texting.chat.new',
    description: `A conversation was created. Sent before its first message. ${audience}`,
    payload: ConversationSchema,
  },
  {
    name: 'texting.chat.delete',
    description: `A conversation was deleted, with its messages. ${audience}`,
    payload: Type.Object({ id: Type.String({ description: 'Of the conversation.' }) }, strict),
  },
  {
    name: 'texting.message.new',
    description: `A message was received or sent. ${audience}`,
    payload: TextingMessageSchema,
  },
  {
    name: 'texting.message.updated',
    description: `The status of an outbound message changed. ${audience}`,
    payload: TextingMessageSchema,
  },
  {
    name: 'texting.message.delete',
    description: `A message was deleted. ${audience}`,
    payload: Type.Object(
      { id: Type.String({ description: 'Of the message.' }), conversation_id: Type.String() },
      strict,
    ),
  },
  {
    name: 'texting.message.markAsRead',
    description: `Unread messages were marked as read. ${audience}`,
    payload: ReadMessagesSchema,
  },
]
