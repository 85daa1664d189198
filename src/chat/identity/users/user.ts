import type { Realm } from '../realms/realm.ts'
import type { UsersTable } from './users-table.ts'

export type User = UsersTable

/** Who asks. Everything that an action may touch is found through it. */
export interface Actor {
  readonly realm: Realm
  readonly user: User
}

export const isAdministrator = (user: User) => user.role === 'administrator'
export const isGuest = (user: User) => user.role === 'guest'
export const isBot = (user: User) => user.bot_type !== null

export const INCOMING_WEBHOOK_BOT = 2
