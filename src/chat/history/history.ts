import type { Messages } from '../messages/messages.ts'
import { createFoundMessages, type FoundMessages } from './found-messages.ts'
import { createNewestMessages, type NewestMessages } from './newest-messages.ts'
import { createReaderStates, type ReaderStates } from './read-state/reader-state.ts'

/** Pages of messages, and what each reader has read. */
export interface History extends Messages {
  readonly newestMessages: NewestMessages
  readonly foundMessages: FoundMessages
  readonly readerStates: ReaderStates
}

export function createHistory(messages: Messages): History {
  const { database, follower, config } = messages
  return {
    ...messages,
    newestMessages: createNewestMessages(database, follower, config),
    foundMessages: createFoundMessages(follower, config),
    readerStates: createReaderStates(database.read, follower, config),
  }
}
