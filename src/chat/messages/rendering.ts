import type { Streams } from '../streams/streams.ts'
import type { VocabularyCache } from './sending/vocabulary-cache.ts'

/** What rendering and describing messages needs. */
export interface Rendering extends Streams {
  /** names of people, groups, streams, emoji and linkifiers, by organization */
  readonly vocabularies: VocabularyCache
}
