import type { Clock } from '../platform/clock.ts'
import type { Contents } from '../platform/contents/contents.ts'
import type { Database, Handle } from '../platform/database/database.ts'
import type { Bus } from '../platform/events/bus.ts'
import type { Transaction } from '../platform/events/event-log.ts'
import type { LogFollower } from '../platform/events/follow-log.ts'
import type { Transact } from '../platform/events/transact.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Duty } from '../platform/nodes/duty.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import type { Remembered } from '../platform/remembered.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { AlertMatchers } from './alert-words/alert-matchers.ts'
import type { ChatEvent, NewChatEvent } from './chat-event-map.ts'
import type { ChatTables } from './chat-tables.ts'
import type { EventQueues } from './event-queues/event-queues.ts'
import type { KnownCredentials } from './http/known-credentials.ts'
import type { NewestMessages } from './message-fetching/newest-messages.ts'
import type { MessageTexts } from './messages/message-texts.ts'
import type { OutgoingBots } from './outgoing-webhooks/webhook-post-store.ts'
import type { KnownPresences } from './presence/known-presences.ts'
import type { ReaderStates } from './read-state/reader-state.ts'
import type { Realm } from './realms/realm.ts'
import type { ReceptionCache } from './recipients/reception-cache.ts'
import type { Vocabulary } from './sending/vocabulary.ts'
import type { Session } from './sessions/session.ts'
import type { Stream } from './streams/stream.ts'
import type { KnownUsers } from './users/known-users.ts'
import type { Members } from './users/members.ts'
import type { User } from './users/user.ts'

export type Db = Handle<ChatTables>
export type ChatTransaction = Transaction<ChatTables, NewChatEvent>
export type ChatFollower = LogFollower<ChatEvent>

export interface ChatConfig {
  readonly development: boolean
  readonly publicUrl: string
  readonly eventQueueIdleSeconds: number
  readonly heartbeatSeconds: number
  readonly rateLimitPerMinute: number
  readonly trustedProxies: readonly string[]
  readonly dataDir: string
  readonly webhooksToPrivateNetworks: boolean
  readonly uploadMegabytes: number
  /** 0: no limit */
  readonly uploadQuotaMegabytes: number
  readonly historyCacheMegabytes: number
  /** the most entries that any cache keeps; undefined: each has its own limit */
  readonly cacheEntries?: number | undefined
}

/** The product: what its actions and routes work with. Made once, by create-chat.ts. */
export interface Chat {
  readonly config: ChatConfig
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: Secrets
  readonly mailer: Mailer
  /** bytes of uploads, pictures and exports */
  readonly contents: Contents
  readonly database: Database<ChatTables>
  readonly transact: Transact<ChatTables, NewChatEvent>
  readonly follower: ChatFollower
  readonly bus: Bus<ChatEvent>
  /** what one of several servers does for all */
  readonly duty: Duty
  readonly realmsByHost: Remembered<string, Realm | undefined>
  readonly realmsById: Remembered<number, Realm | undefined>
  readonly credentials: KnownCredentials
  readonly members: Remembered<number, Members>
  /** for what messages show of them */
  readonly knownUsers: KnownUsers
  /** by the hash of their API key */
  readonly usersByKeyHash: Remembered<string, User | undefined>
  /** by the hash of what their cookie holds */
  readonly sessionsByHash: Remembered<string, Session | undefined>
  /** by organization and lower-case name: every message to a stream asks for it */
  readonly streamsByName: Remembered<string, Stream | undefined>
  /** by organization and id: every page of messages shows them */
  readonly streamNames: Remembered<string, string | undefined>
  /** whose services are told of messages */
  readonly outgoingBots: Remembered<number, OutgoingBots>
  readonly vocabularies: Remembered<number, Vocabulary>
  readonly receptions: ReceptionCache
  readonly alertMatchers: AlertMatchers
  /** per organization: who is muted, and by whom */
  readonly mutings: Remembered<number, ReadonlyMap<number, readonly number[]>>
  readonly presences: KnownPresences
  readonly messageTexts: MessageTexts
  readonly newestMessages: NewestMessages
  readonly readerStates: ReaderStates
  readonly queues: EventQueues
  readonly rateLimiter: RateLimiter
  /** with the longer window of attempts to sign in */
  readonly signInLimiter: RateLimiter
}
