import type { Chat, Db } from '../chat.ts'
import type { Actor } from '../identity/users/user.ts'
import type { Members } from './members.ts'

/** What the parts of the initial data are read with: all of one single moment. */
export interface InitialContext {
  chat: Chat
  db: Db
  actor: Actor
  members: () => Promise<Members>
  clientAvatar: boolean
  includeSubscribers: boolean
  slimPresence: boolean
}

export type InitialPart = (context: InitialContext) => Promise<Record<string, unknown>>
