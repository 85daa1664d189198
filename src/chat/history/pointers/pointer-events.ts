import type { NewChatEvent } from '../../chat-event-map.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    pointer: { pointer: number }
  }
}

/** To all clients of the one whose pointer it is. */
export function pointerMoved(userId: number, pointer: number): NewChatEvent<'pointer'> {
  return { type: 'pointer', audience: { users: [userId] }, payload: { pointer } }
}
