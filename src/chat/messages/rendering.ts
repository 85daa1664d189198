import type { Streams } from '../streams/streams.ts'
import type { VocabularyCache } from './sending/vocabulary-cache.ts'

/** What it takes to render and describe messages. */
export interface Rendering extends Streams {
  /** names of people, groups, streams, emoji and linkifiers, by organization */
  readonly vocabularies: VocabularyCache
}
