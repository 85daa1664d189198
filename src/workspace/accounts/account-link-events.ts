import type { NewChatEvent } from '../../chat/chat-event-map.ts'

declare module '../../chat/chat-event-map.ts' {
  interface ChatEventMap {
    account_link_changed: { user_id: number }
  }
}

/** The account has a telephony user, another one, or none: its clients request GET /workspace again. */
export function accountLinkChanged(userId: number): NewChatEvent<'account_link_changed'> {
  return { type: 'account_link_changed', audience: { users: [userId] }, payload: { user_id: userId } }
}
