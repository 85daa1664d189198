import type { Role } from '../../../identity/users/users-table.ts'
import type { ForeignTarget } from './foreign-target.ts'

/** An export of another system, in our terms: what the three readers produce and one writer takes. */
export interface ForeignExport {
  /** Zulip, Slack, Mattermost */
  system: string
  name: string
  description: string
  people: readonly ForeignPerson[]
  streams: readonly ForeignStream[]
  emoji: readonly ForeignEmoji[]
  /** In the order of their ids or, where they have none, of time. Some at a time: there may be millions. */
  messages(target: ForeignTarget): AsyncIterable<readonly ForeignMessage[]>
  /** Reactions that are not listed with their messages. */
  reactions?(target: ForeignTarget): AsyncIterable<readonly (ForeignReaction & { messageId: number })[]>
}

/** Ids are ours. Readers choose them: those of the other system if they are numbers, or 1, 2, 3. */
export interface ForeignPerson {
  id: number
  email: string
  fullName: string
  role: Role
  isActive: boolean
  isBot: boolean
  /** seconds since the epoch; 0: unknown */
  joinedAt: number
  timezone: string
  /** path of a picture */
  avatar: string | undefined
}

export interface ForeignStream {
  id: number
  name: string
  description: string
  isPrivate: boolean
  /** whether subscribers of a private stream see messages from before they joined */
  isHistoryPublic: boolean
  isAnnouncementOnly: boolean
  isArchived: boolean
  isDefault: boolean
  createdAt: number
  subscribers: readonly ForeignSubscription[]
}

export interface ForeignSubscription {
  userId: number
  color?: string
  isMuted?: boolean
  isPinned?: boolean
}

export interface ForeignEmoji {
  id: number
  name: string
  authorId: number
  isDeactivated: boolean
  /** path of a picture */
  picture: string
}

export interface ForeignMessage {
  /** undefined: the next one */
  id?: number
  senderId: number
  /** a stream and a topic, or people, who include the sender */
  to: { streamId: number; topic: string } | { userIds: readonly number[] }
  /** in our Markdown */
  content: string
  sentAt: number
  editedAt: number | null
  client: string
  reactions: readonly ForeignReaction[]
  /** ids of people */
  starredBy: readonly number[]
}

export interface ForeignReaction {
  userId: number
  /** as our own emoji are named; the reader has resolved it */
  emojiName: string
  emojiCode: string
  type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'
}
