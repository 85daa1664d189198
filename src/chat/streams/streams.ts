import type { People } from '../people/people.ts'
import { createReceptionCache, type ReceptionCache } from './recipients/reception-cache.ts'
import {
  createStreamNames,
  createStreamsByName,
  type StreamNames,
  type StreamsByName,
} from './stream-cache.ts'

/** Streams, and who receives their messages. */
export interface Streams extends People {
  readonly streamsByName: StreamsByName
  readonly streamNames: StreamNames
  readonly receptions: ReceptionCache
}

export function createStreams(people: People): Streams {
  const { database, follower, config } = people
  return {
    ...people,
    streamsByName: createStreamsByName(database.read, follower, config),
    streamNames: createStreamNames(database.read, follower, config),
    receptions: createReceptionCache(database.read, follower, config),
  }
}
