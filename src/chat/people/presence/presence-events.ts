import type { NewChatEvent } from '../../chat-event-map.ts'
import type { User } from '../../identity/users/user.ts'
import type { ClientPresence } from './presence.ts'
import { viewClient } from './presence-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    presence: {
      user_id: number
      email: string
      server_timestamp: number
      presence: Readonly<Record<string, ReturnType<typeof viewClient>>>
    }
  }
}

/** A user came online; sent to everyone in the organization. */
export function presenceChanged(
  user: User,
  client: string,
  news: ClientPresence,
  serverTime: number,
): NewChatEvent<'presence'> {
  return {
    type: 'presence',
    audience: { role: 'everyone' },
    payload: {
      user_id: user.id,
      email: user.email,
      server_timestamp: serverTime,
      presence: { [client]: viewClient(client, news) },
    },
  }
}
