import type { NewChatEvent } from '../../chat/chat-event-map.ts'

declare module '../../chat/chat-event-map.ts' {
  interface ChatEventMap {
    account_link_changed: { user_id: number }
  }
}

/** Not for clients: tells every process that the account has another telephony user, or none. */
export function accountLinkChanged(userId: number): NewChatEvent<'account_link_changed'> {
  return { type: 'account_link_changed', audience: { users: [] }, payload: { user_id: userId } }
}
