import type { Audience } from '../../event-audience.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import type { ConversationView } from './texting-conversation-view.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'texting.chat.new': ConversationView
    'texting.chat.delete': { id: string }
  }
}

export const chatNew = (
  audience: Audience,
  conversation: ConversationView,
): NewTelephonyEvent<'texting.chat.new'> => ({
  type: 'texting.chat.new',
  audience,
  payload: conversation,
})

export const chatDeleted = (audience: Audience, id: string): NewTelephonyEvent<'texting.chat.delete'> => ({
  type: 'texting.chat.delete',
  audience,
  payload: { id },
})
