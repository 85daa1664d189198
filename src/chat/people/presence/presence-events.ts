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
      /** with times of 0: presence was turned off */
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

/** A user turned presence off: all their clients are gone at once. */
export function presenceWithdrawn(
  user: User,
  clients: readonly string[],
  serverTime: number,
): NewChatEvent<'presence'> {
  const gone: ClientPresence = { status: 'idle', timestamp: 0 }
  return {
    type: 'presence',
    audience: { role: 'everyone' },
    payload: {
      user_id: user.id,
      email: user.email,
      server_timestamp: serverTime,
      presence: Object.fromEntries(clients.map((client) => [client, viewClient(client, gone)])),
    },
  }
}
