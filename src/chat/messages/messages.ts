import type { Streams } from '../streams/streams.ts'
import { MessageTexts } from './message-texts.ts'
import type { Rendering } from './rendering.ts'
import { createVocabularyCache } from './sending/vocabulary-cache.ts'
import { createOutgoingBotCache, type OutgoingBotCache } from './webhook-posts/outgoing-bot-cache.ts'

/** Messages: sending, changing and describing them. */
export interface Messages extends Rendering {
  readonly outgoingBots: OutgoingBotCache
  readonly messageTexts: MessageTexts
}

export function createMessages(streams: Streams): Messages {
  const { database, follower, config } = streams
  const rendering = { ...streams, vocabularies: createVocabularyCache(database.read, follower, config) }
  return {
    ...rendering,
    outgoingBots: createOutgoingBotCache(database.read, follower, config),
    messageTexts: new MessageTexts(rendering),
  }
}
