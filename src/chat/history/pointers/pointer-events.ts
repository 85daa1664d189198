import type { NewChatEvent } from '../../chat-event-map.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    pointer: { pointer: number }
  }
}

/** Sent to all clients of its owner. */
export function pointerMoved(userId: number, pointer: number): NewChatEvent<'pointer'> {
  return { type: 'pointer', audience: { users: [userId] }, payload: { pointer } }
}
