import type { Realm } from '../realms/realm.ts'
import type { UsersTable } from './users-table.ts'

export type User = UsersTable

/** The caller. Actions look up everything else through it. */
export interface Actor {
  readonly realm: Realm
  readonly user: User
}

export const isAdministrator = (user: User) => user.role === 'administrator'
export const isGuest = (user: User) => user.role === 'guest'
export const isBot = (user: User) => user.bot_type !== null

export const INCOMING_WEBHOOK_BOT = 2
