import type { NewChatEvent } from '../../chat/chat-event-map.ts'

declare module '../../chat/chat-event-map.ts' {
  interface ChatEventMap {
    numbers_changed: Record<never, never>
  }
}

/** A stream got a texting number or lost it: clients that show numbers request the list again. */
export const numbersChanged = (): NewChatEvent<'numbers_changed'> => ({
  type: 'numbers_changed',
  audience: { role: 'members' },
  payload: {},
})
