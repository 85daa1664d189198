import type { NewChatEvent } from '../../chat-event-map.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    invites_changed: Record<never, never>
  }
}

/** The invitations changed: clients that show them request the list again. */
export function invitesChanged(inviterId: number): NewChatEvent<'invites_changed'> {
  return {
    type: 'invites_changed',
    audience: { role: 'administrators', users: [inviterId] },
    payload: {},
  }
}
