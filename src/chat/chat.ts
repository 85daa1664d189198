import type { CacheLimits } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Contents } from '../platform/contents/contents.ts'
import type { Database, Handle } from '../platform/database/database.ts'
import type { Bus } from '../platform/events/bus.ts'
import type { Transaction } from '../platform/events/event-log.ts'
import type { LogFollower } from '../platform/events/follow-log.ts'
import type { Transact } from '../platform/events/transact.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Leadership } from '../platform/nodes/leadership.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { UploadDoor } from '../platform/uploads/upload-door.ts'
import type { ChatEvent, NewChatEvent } from './chat-event-map.ts'
import type { ChatTables } from './chat-tables.ts'
import type { EventQueues } from './events/event-queues/event-queues.ts'
import type { FoundMessages } from './history/found-messages.ts'
import type { NewestMessages } from './history/newest-messages.ts'
import type { ReaderStates } from './history/read-state/reader-state.ts'
import type { CredentialsCache } from './identity/calls/credentials-cache.ts'
import type { RealmsByHost, RealmsById } from './identity/realms/realm-cache.ts'
import type { SessionCache } from './identity/sessions/session-cache.ts'
import type { UsersById, UsersByKeyHash } from './identity/users/user-cache.ts'
import type { MessageTexts } from './messages/message-texts.ts'
import type { VocabularyCache } from './messages/sending/vocabulary-cache.ts'
import type { OutgoingBotCache } from './messages/webhook-posts/outgoing-bot-cache.ts'
import type { AlertMatchers } from './people/alert-words/alert-matchers.ts'
import type { MemberCache } from './people/member-cache.ts'
import type { MutingCache } from './people/muted-users/muting-cache.ts'
import type { KnownPresences } from './people/presence/known-presences.ts'
import type { ReceptionCache } from './streams/recipients/reception-cache.ts'
import type { StreamNames, StreamsByName } from './streams/stream-cache.ts'

export type Db = Handle<ChatTables>
export type ChatTransaction = Transaction<ChatTables, NewChatEvent>
export type ChatFollower = LogFollower<ChatEvent>

export interface ChatConfig extends CacheLimits {
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
  /** bodies that go to the disk while they come */
  readonly uploads: UploadDoor
  readonly database: Database<ChatTables>
  readonly transact: Transact<ChatTables, NewChatEvent>
  readonly follower: ChatFollower
  readonly bus: Bus<ChatEvent>
  /** what one of several servers does for all */
  readonly leadership: Leadership
  readonly realmsByHost: RealmsByHost
  readonly realmsById: RealmsById
  readonly credentials: CredentialsCache
  readonly members: MemberCache
  readonly usersById: UsersById
  readonly usersByKeyHash: UsersByKeyHash
  readonly sessionsByHash: SessionCache
  readonly streamsByName: StreamsByName
  readonly streamNames: StreamNames
  readonly outgoingBots: OutgoingBotCache
  readonly vocabularies: VocabularyCache
  readonly receptions: ReceptionCache
  readonly alertMatchers: AlertMatchers
  readonly mutings: MutingCache
  readonly presences: KnownPresences
  readonly messageTexts: MessageTexts
  readonly newestMessages: NewestMessages
  readonly foundMessages: FoundMessages
  readonly readerStates: ReaderStates
  readonly queues: EventQueues
  readonly rateLimiter: RateLimiter
  /** with the longer window of attempts to sign in */
  readonly signInLimiter: RateLimiter
}
