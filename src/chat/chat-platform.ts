import type { Readable } from 'node:stream'
import type { AuditDestination, AuditForwarding } from '../platform/audit/forward-audit.ts'
import type { CacheLimits } from '../platform/caches/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Contents } from '../platform/contents/contents.ts'
import type { Database, Handle } from '../platform/database/database.ts'
import type { Bus } from '../platform/events/bus.ts'
import type { Transaction } from '../platform/events/event-log.ts'
import type { LogFollower } from '../platform/events/follow-log.ts'
import type { Logger } from '../platform/logging/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Leadership } from '../platform/nodes/leadership.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import type { BigBlueButtonSettings } from '../platform/outgoing/bigbluebutton.ts'
import type { OpenIdProvider } from '../platform/outgoing/openid-provider.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import type { UploadSlots } from '../platform/uploads/upload-slots.ts'
import type { ChatEvent, NewChatEvent } from './chat-event-map.ts'
import type { ChatTables } from './chat-tables.ts'

export type Db = Handle<ChatTables>
export type ChatTransaction = Transaction<ChatTables, NewChatEvent> & AuditContext
export type ChatFollower = LogFollower<ChatEvent>

/** On whose behalf a transaction changes something: see identity/audit. */
export interface Author {
  /** null: nobody has signed in */
  readonly userId: number | null
  /** the credentials of the request; null: it had none, or there was no request */
  readonly through: 'session' | 'api_key' | 'scim' | null
  /** IP address and program of the request; null: the server itself, or its operator */
  readonly address: string | null
  readonly client: string | null
}

export interface AuditContext {
  readonly author: Author
  /** epoch milliseconds */
  readonly now: number
  readonly auditTo: readonly AuditDestination[]
}

export interface ChatConfig extends CacheLimits {
  readonly development: boolean
  readonly publicUrl: string
  readonly host: string
  /** for mail to streams; undefined: none is accepted */
  readonly streamMailPort: number | undefined
  readonly eventQueueIdleSeconds: number
  readonly heartbeatSeconds: number
  readonly rateLimitPerMinute: number
  readonly trustedProxies: readonly string[]
  readonly dataDir: string
  /** undefined: SQLite in dataDir */
  readonly databaseUrl: string | undefined
  /** undefined: mails become files in dataDir */
  readonly smtpUrl: string | undefined
  /** with which other applications sign tokens for people of an organization, by its host */
  readonly jwtKeys: ReadonlyMap<string, string>
  /** a server for video calls; undefined: there is none */
  readonly bigBlueButton: BigBlueButtonSettings | undefined
  readonly webhooksToPrivateNetworks: boolean
  readonly uploadMegabytes: number
  /** 0: no limit */
  readonly uploadQuotaMegabytes: number
  readonly historyCacheMegabytes: number
  /** how long entries of the audit log are kept; 0: for ever */
  readonly auditLogDays: number
  readonly audit: AuditForwarding
}

/**
 * What every district of the chat may use. The object of a district extends the objects of the districts below it,
 * and a function takes the lowest object that has what it needs. The compiler then rejects dependencies on higher
 * districts.
 */
/**
 * Why an administrator may not get a link into the account of somebody else; undefined: they may. The chat does not know
 * what else an account opens, such as phones.
 */
export type RefuseLink = (
  realmId: number,
  actorId: number | null,
  userId: number,
) => Promise<string | undefined>

/** A part of an export of a person's data: rows, or a file with its content. */
export type PersonExportPart =
  | { name: string; rows: AsyncIterable<readonly object[]> }
  | { name: string; content: { size: number; stream: Readable } }

/** How much is stored of one kind. */
export interface StoredKind {
  kind: string
  count: number
  /** null: not counted */
  bytes: number | null
  /** epoch seconds */
  oldest_timestamp: number | null
  /** null: for ever */
  retention_days: number | null
  /** when all that was too old had last been deleted, in epoch seconds; null: not yet */
  retention_applied_timestamp: number | null
}

/** What else there is about people, such as their phones, which the chat does not know. */
export interface BeyondChat {
  /** Why the person cannot be erased; undefined: they can. */
  refuseErasure(realmId: number, userId: number): Promise<string | undefined>
  exportPerson(realmId: number, userId: number): AsyncIterable<PersonExportPart>
  listStored(realmId: number): Promise<StoredKind[]>
  /** Does some of the erasure. Returns whether nothing is left. Can be repeated. */
  erase(realmId: number, userId: number): Promise<boolean>
}

export interface ChatPlatform {
  readonly config: ChatConfig
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: Secrets
  readonly mailer: Mailer
  readonly refuseLink: RefuseLink
  readonly beyondChat: BeyondChat
  /** undefined: people sign in with passwords only */
  readonly openid: OpenIdProvider | undefined
  /** bytes of uploads, pictures and exports */
  readonly contents: Contents
  /** receives request bodies and writes them to disk */
  readonly uploads: UploadSlots
  readonly database: Database<ChatTables>
  readonly transact: <T>(realmId: number, work: (transaction: ChatTransaction) => Promise<T>) => Promise<T>
  readonly follower: ChatFollower
  readonly outbox: Outbox
  readonly bus: Bus<ChatEvent>
  /** whether this server runs the jobs that only one of several may run */
  readonly leadership: Leadership
}
