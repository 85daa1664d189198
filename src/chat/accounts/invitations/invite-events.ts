import type { NewChatEvent } from '../../chat-event-map.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    invites_changed: Record<never, never>
  }
}

/** Something about the invitations is new: whoever shows them asks for the list again. */
export function invitesChanged(inviterId: number): NewChatEvent<'invites_changed'> {
  return {
    type: 'invites_changed',
    audience: { role: 'administrators', users: [inviterId] },
    payload: {},
  }
}
