import type { Chat, Db } from '../chat.ts'
import type { Members } from '../users/members.ts'
import type { Actor } from '../users/user.ts'

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
