import type { User } from '../users/user.ts'
import type { ClientPresence } from './presence.ts'
import { viewClient } from './presence-view.ts'

/** Somebody is there again: everybody in the organization may know. */
export function presenceChanged(user: User, client: string, news: ClientPresence, serverTime: number) {
  return {
    type: 'presence',
    audience: { role: 'everyone' as const },
    payload: {
      user_id: user.id,
      email: user.email,
      server_timestamp: serverTime,
      presence: { [client]: viewClient(client, news) },
    },
  }
}
