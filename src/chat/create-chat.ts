import type { Clock } from '../platform/clock.ts'
import { openContents } from '../platform/contents/open-contents.ts'
import type { Database } from '../platform/database/database.ts'
import type { Bus } from '../platform/events/bus.ts'
import { followLog } from '../platform/events/follow-log.ts'
import { createTransact } from '../platform/events/transact.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Duty } from '../platform/nodes/duty.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import { remember } from '../platform/remembered.ts'
import type { Secrets } from '../platform/secrets.ts'
import { createAlertMatchers } from './alert-words/alert-matchers.ts'
import type { Chat, ChatConfig } from './chat.ts'
import { chatContentKinds } from './chat-content-kinds.ts'
import type { ChatEvent } from './chat-event-map.ts'
import type { ChatTables } from './chat-tables.ts'
import { EventQueues } from './event-queues/event-queues.ts'
import { KnownCredentials } from './http/known-credentials.ts'
import { NewestMessages } from './message-fetching/newest-messages.ts'
import { MessageTexts } from './messages/message-texts.ts'
import { loadMutings } from './muted-users/muted-user-store.ts'
import { loadOutgoingBots } from './outgoing-webhooks/webhook-post-store.ts'
import { KnownPresences } from './presence/known-presences.ts'
import type { PresencesTable } from './presence/presences-table.ts'
import { createReaderStates } from './read-state/reader-state.ts'
import { findRealm, findRealmByHost } from './realms/realm-store.ts'
import { createReceptionCache } from './recipients/reception-cache.ts'
import { loadVocabulary } from './sending/vocabulary.ts'
import { findSessionByHash } from './sessions/session-store.ts'
import { SIGN_IN_WINDOW_SECONDS } from './sign-in/sign-in-limits.ts'
import { findStreamByKey, findStreamName, streamKey } from './streams/stream-store.ts'
import { KnownUsers } from './users/known-users.ts'
import { loadMembers } from './users/members.ts'
import { findUserByKeyHash } from './users/user-store.ts'

export interface ChatParts {
  config: ChatConfig
  clock: Clock
  log: Logger
  secrets: Secrets
  mailer: Mailer
  database: Database<ChatTables>
  bus: Bus<ChatEvent>
  duty: Duty
  openLimiter(name: string, windowSeconds?: number): RateLimiter
}

/** Puts the product together. What it remembers is kept right by the events that tell of changes. */
export async function createChat(parts: ChatParts): Promise<Chat> {
  const { config, clock, log, secrets, mailer, database, bus, duty } = parts
  const follower = await followLog(database, bus, log)
  const chat: Chat = {
    config,
    clock,
    log,
    secrets,
    mailer,
    contents: await openContents(database, clock, {
      product: 'chat',
      dataDir: config.dataDir,
      kinds: chatContentKinds,
    }),
    database,
    transact: createTransact(database, bus, clock),
    follower,
    bus,
    duty,
    realmsByHost: remember(10_000, (host) => findRealmByHost(database.read, host)),
    realmsById: remember(10_000, (id) => findRealm(database.read, id)),
    credentials: new KnownCredentials(secrets),
    members: remember(100, (realmId) => loadMembers(database.read, realmId)),
    knownUsers: new KnownUsers(),
    usersByKeyHash: remember(50_000, (hash) => findUserByKeyHash(database.read, hash)),
    sessionsByHash: remember(50_000, (hash) => findSessionByHash(database.read, hash)),
    streamsByName: remember(50_000, (key) => findStreamByKey(database.read, key)),
    streamNames: remember(50_000, (key) => findStreamName(database.read, key)),
    outgoingBots: remember(1_000, (realmId) => loadOutgoingBots(database.read, realmId)),
    vocabularies: remember(1_000, (realmId) => loadVocabulary(database.read, realmId)),
    receptions: createReceptionCache(database.read, follower, config.cacheEntries),
    alertMatchers: createAlertMatchers(database.read),
    mutings: remember(1_000, (realmId) => loadMutings(database.read, realmId)),
    presences: new KnownPresences(database.read),
    messageTexts: new MessageTexts(() => chat, follower, {
      bytes: config.historyCacheMegabytes * 1024 * 1024,
      entries: config.cacheEntries,
    }),
    newestMessages: new NewestMessages(database, follower, config.cacheEntries),
    readerStates: createReaderStates(database.read, follower, config.cacheEntries),
    queues: new EventQueues({ database, follower, bus, secrets, clock }),
    rateLimiter: parts.openLimiter('chat'),
    signInLimiter: parts.openLimiter('sign-in', SIGN_IN_WINDOW_SECONDS),
  }
  follower.listen((event) => forgetWhatChanged(chat, event))
  follower.onSkip((realmId) => forgetRealm(chat, realmId))
  bus.onNews((realmId, news) => chat.presences.hear(realmId, news as { presence?: PresencesTable }))
  return chat
}

function forgetWhatChanged(chat: Chat, event: ChatEvent): void {
  if (event.type === 'presence') chat.presences.apply(event)
  switch (event.type) {
    case 'realm_changed':
      chat.realmsByHost.forgetAll()
      chat.realmsById.forget(event.tenant)
      break
    case 'realm_user':
    case 'realm_bot':
    case 'key_changed':
      chat.usersByKeyHash.forgetAll()
      chat.knownUsers.forget(event.tenant)
      // Sessions find their owner by the hash of the key.
      if (event.type === 'key_changed') chat.sessionsByHash.forgetAll()
      chat.members.forget(event.tenant)
      chat.outgoingBots.forget(event.tenant)
      break
    case 'sessions_ended': {
      const ended = event.payload
      for (const hash of ended.token_hashes) chat.sessionsByHash.forget(hash)
      break
    }
    case 'custom_profile_fields':
      // A field that is gone takes with it what people had filled in.
      chat.members.forget(event.tenant)
      break
    case 'stream':
      chat.streamsByName.forgetAll()
      chat.streamNames.forgetAll()
      break
    case 'message':
      forgetStreamWithoutMessages(chat, event)
      break
    case 'realm_linkifiers':
    case 'realm_emoji':
    case 'user_group':
      chat.vocabularies.forget(event.tenant)
      break
    case 'muted_users':
      chat.mutings.forget(event.tenant)
      break
    case 'user_settings':
      // Settings are a part of the account.
      chat.usersByKeyHash.forgetAll()
      chat.knownUsers.forget(event.tenant)
      break
    case 'alert_words':
      chat.alertMatchers.forget(event.tenant)
      break
  }
}

/** What happened there was not heard of here. */
function forgetRealm(chat: Chat, realmId: number): void {
  for (const known of [chat.realmsByHost, chat.usersByKeyHash, chat.sessionsByHash]) known.forgetAll()
  for (const known of [chat.streamsByName, chat.streamNames]) known.forgetAll()
  for (const known of [chat.realmsById, chat.members, chat.outgoingBots, chat.vocabularies]) {
    known.forget(realmId)
  }
  chat.knownUsers.forget(realmId)
  chat.alertMatchers.forget(realmId)
  chat.mutings.forget(realmId)
  chat.presences.forget(realmId)
  chat.queues.forgetRealm(realmId)
}

/** The first message of a stream changes the stream, which no event of its own tells. */
function forgetStreamWithoutMessages(chat: Chat, event: ChatEvent<'message'>): void {
  const { view } = event.payload.message
  if (typeof view.display_recipient !== 'string') return
  const key = streamKey(event.tenant, view.display_recipient)
  if (chat.streamsByName.peek(key)?.first_message_id === null) chat.streamsByName.forget(key)
}
