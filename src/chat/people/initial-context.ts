import type { ChatPlatform, Db } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import type { Members } from './members.ts'

/** The context in which all initial data is read, from one snapshot. */
export interface InitialContext<District = ChatPlatform> {
  chat: District
  db: Db
  actor: Actor
  members: () => Promise<Members>
  clientAvatar: boolean
  includeSubscribers: boolean
  slimPresence: boolean
  /** see featureLevel */
  level: number
}

export type InitialPart<District = ChatPlatform> = (
  context: InitialContext<District>,
) => Promise<Record<string, unknown>>
