import type { Realm } from '../realms/realm.ts'
import type { UsersTable } from './users-table.ts'

export type User = UsersTable

/** The caller. Actions look up everything else through it. */
export interface Actor {
  readonly realm: Realm
  readonly user: User
}

/** The part of an actor that decides what they may read. */
export interface Reader {
  readonly realm: Pick<Realm, 'id'>
  readonly user: Pick<User, 'id' | 'role' | 'bot_type'>
}

export const isAdministrator = (user: Pick<User, 'role'>) => user.role === 'administrator'
export const isGuest = (user: Pick<User, 'role'>) => user.role === 'guest'
export const isBot = (user: Pick<User, 'bot_type'>) => user.bot_type !== null

export const INCOMING_WEBHOOK_BOT = 2
