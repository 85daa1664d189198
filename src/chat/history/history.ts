import { setTimeout as sleep } from 'node:timers/promises'
import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/caches/cache.ts'
import type { Database } from '../../platform/database/database.ts'
import { readHead } from '../../platform/database/log-head-store.ts'
import { readSequence } from '../../platform/database/sequence-store.ts'
import type { ChatFollower } from '../chat-platform.ts'
import type { ChatTables } from '../chat-tables.ts'
import { findNewestOf } from '../messages/message-store.ts'
import type { Messages } from '../messages/messages.ts'
import { readHistory } from '../messages/read-history.ts'
import { createFoundMessages, type FoundMessages } from './found-messages.ts'
import { createReaderStates, type ReaderStates } from './read-state/reader-states.ts'

const REALMS = 10_000

const RECIPIENTS = 100_000

/** How long to wait before looking again whether the events of committed messages have arrived. */
const EVENT_DELAY_MS = 2

/** Pages of messages, and what each reader has read. */
export interface History extends Messages {
  readonly newestMessages: NewestMessages
  readonly recipientEnds: RecipientEnds
  readonly foundMessages: FoundMessages
  readonly readerStates: ReaderStates
}

export function createHistory(messages: Messages): History {
  const { database, follower, config } = messages
  const recipientEnds: RecipientEnds = createRecipientEnds(messages)
  const readerStates = createReaderStates(database.read, follower, config, (realmId, recipientId) =>
    recipientEnds.peek(recipientKey(realmId, recipientId)),
  )
  // Not before the reader states have been told: they ask for the message before a new one.
  keepRecipientEnds(recipientEnds, follower)
  return {
    ...messages,
    newestMessages: createNewestMessages(database, follower, config),
    foundMessages: createFoundMessages(follower, config),
    recipientEnds,
    readerStates,
  }
}

/**
 * By organization: its newest message whose event this server has seen; 0: none. Pages end there. So caches and queries
 * agree on what exists, although the database may show a message just before its event arrives. And a page never has a
 * message without all earlier ones.
 */
type NewestMessages = Cache<number, number>

function createNewestMessages(
  { read }: Database<ChatTables>,
  follower: ChatFollower,
  limits: CacheLimits,
): NewestMessages {
  const cache: NewestMessages = new Cache({
    entries: entriesWithin(limits, REALMS),
    load: oneByOne(async (realmId) => {
      const newest = await readSequence(read, realmId, 'messages')
      // Read second: the events up to here include those of all messages up to `newest`.
      const head = await readHead(read, realmId)
      await follower.catchUp(realmId)
      while (follower.seen(realmId) < head) await sleep(EVENT_DELAY_MS)
      return newest
    }),
  })
  follower.on('message', ({ tenant, payload }) => cache.set(tenant, payload.message.view.id))
  follower.onSkip((tenant) => cache.invalidate(tenant))
  return cache
}

/**
 * By `recipientKey`: a stream or conversation has no message above this id; 0: none at all. It may be above the newest
 * message, which may have been deleted.
 */
type RecipientEnds = Cache<RecipientKey, number>

type RecipientKey = `${number}:${number}`

export const recipientKey = (realmId: number, recipientId: number): RecipientKey =>
  `${realmId}:${recipientId}`

function createRecipientEnds(chat: Messages): RecipientEnds {
  return new Cache({
    entries: entriesWithin(chat.config, RECIPIENTS),
    groupOf: (key) => Number.parseInt(key, 10),
    load: oneByOne((key) => {
      const [realmId, recipientId] = key.split(':').map(Number) as [number, number]
      return readHistory(chat, realmId, (db) => findNewestOf(db, realmId, recipientId))
    }),
  })
}

function keepRecipientEnds(ends: RecipientEnds, follower: ChatFollower): void {
  follower.on('message', ({ tenant, payload }) => {
    const { id, recipient_id: recipientId } = payload.message.view
    ends.set(recipientKey(tenant, recipientId), id)
  })
  // Messages that were moved to a stream may be newer than all others there.
  follower.on('update_message', ({ tenant, payload }) => {
    if (payload.new_stream_id !== undefined) ends.invalidateGroup(tenant)
  })
  follower.onSkip((tenant) => ends.invalidateGroup(tenant))
}
