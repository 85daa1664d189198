import type { Audience } from '../event-audience.ts'
import type { ConversationView } from './texting-conversation-view.ts'

export const chatNew = (audience: Audience, conversation: ConversationView) => ({
  type: 'texting.chat.new',
  audience,
  payload: conversation,
})

export const chatDeleted = (audience: Audience, id: string) => ({
  type: 'texting.chat.delete',
  audience,
  payload: { id },
})
