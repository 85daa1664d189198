import type { Clock } from '../platform/clock.ts'
import { openContents } from '../platform/contents/open-contents.ts'
import type { Database } from '../platform/database/database.ts'
import type { Bus } from '../platform/events/bus.ts'
import { followLog } from '../platform/events/follow-log.ts'
import { createTransact } from '../platform/events/transact.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Leadership } from '../platform/nodes/leadership.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { UploadDoor } from '../platform/uploads/upload-door.ts'
import type { Chat, ChatConfig } from './chat.ts'
import { chatContentKinds } from './chat-content-kinds.ts'
import type { ChatEvent } from './chat-event-map.ts'
import type { ChatTables } from './chat-tables.ts'
import { EventQueues } from './events/event-queues/event-queues.ts'
import { createFoundMessages } from './history/found-messages.ts'
import { createNewestMessages } from './history/newest-messages.ts'
import { createReaderStates } from './history/read-state/reader-state.ts'
import { CredentialsCache } from './identity/calls/credentials-cache.ts'
import { createRealmsByHost, createRealmsById } from './identity/realms/realm-cache.ts'
import { createSessionCache } from './identity/sessions/session-cache.ts'
import { SIGN_IN_WINDOW_SECONDS } from './identity/sessions/sign-in-limits.ts'
import { createUsersByKeyHash, UsersById } from './identity/users/user-cache.ts'
import { MessageTexts } from './messages/message-texts.ts'
import { createVocabularyCache } from './messages/sending/vocabulary-cache.ts'
import { createOutgoingBotCache } from './messages/webhook-posts/outgoing-bot-cache.ts'
import { createAlertMatchers } from './people/alert-words/alert-matchers.ts'
import { createMemberCache } from './people/member-cache.ts'
import { createMutingCache } from './people/muted-users/muting-cache.ts'
import { KnownPresences } from './people/presence/known-presences.ts'
import type { PresencesTable } from './people/presence/presences-table.ts'
import { createReceptionCache } from './streams/recipients/reception-cache.ts'
import { createStreamNames, createStreamsByName } from './streams/stream-cache.ts'

export interface ChatParts {
  config: ChatConfig
  clock: Clock
  log: Logger
  secrets: Secrets
  mailer: Mailer
  uploads: UploadDoor
  database: Database<ChatTables>
  bus: Bus<ChatEvent>
  leadership: Leadership
  openLimiter(name: string, windowSeconds?: number): RateLimiter
}

/** Puts the product together. Caches register before the event queues, so a client that reacts to an event reads the new state. */
export async function createChat(parts: ChatParts): Promise<Chat> {
  const { config, clock, log, secrets, mailer, uploads, database, bus, leadership } = parts
  const { read } = database
  const follower = await followLog(database, bus, log)
  const chat: Chat = {
    config,
    clock,
    log,
    secrets,
    mailer,
    uploads,
    contents: await openContents(database, clock, {
      product: 'chat',
      dataDir: config.dataDir,
      kinds: chatContentKinds,
    }),
    database,
    transact: createTransact(database, bus, clock),
    follower,
    bus,
    leadership,
    realmsByHost: createRealmsByHost(read, follower, config),
    realmsById: createRealmsById(read, follower, config),
    credentials: new CredentialsCache(secrets, config),
    members: createMemberCache(read, follower, config),
    usersById: new UsersById(read, follower, config),
    usersByKeyHash: createUsersByKeyHash(read, follower, config),
    sessionsByHash: createSessionCache(read, follower, config),
    streamsByName: createStreamsByName(read, follower, config),
    streamNames: createStreamNames(read, follower, config),
    outgoingBots: createOutgoingBotCache(read, follower, config),
    vocabularies: createVocabularyCache(read, follower, config),
    alertMatchers: createAlertMatchers(read, follower, config),
    mutings: createMutingCache(read, follower, config),
    presences: new KnownPresences(read, follower),
    receptions: createReceptionCache(read, follower, config),
    readerStates: createReaderStates(read, follower, config),
    newestMessages: createNewestMessages(database, follower, config),
    foundMessages: createFoundMessages(follower, config),
    messageTexts: new MessageTexts(() => chat, follower, config),
    queues: new EventQueues({ database, follower, bus, secrets, clock }),
    rateLimiter: parts.openLimiter('chat'),
    signInLimiter: parts.openLimiter('sign-in', SIGN_IN_WINDOW_SECONDS),
  }
  follower.onSkip((realmId) => chat.queues.forgetRealm(realmId))
  bus.onNews((realmId, news) => chat.presences.hear(realmId, news as { presence?: PresencesTable }))
  return chat
}
