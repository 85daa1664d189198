import type { Identity } from '../identity/identity.ts'
import { type AlertMatchers, createAlertMatchers } from './alert-words/alert-matchers.ts'
import { createMemberCache, type MemberCache } from './member-cache.ts'
import { createMutingCache, type MutingCache } from './muted-users/muting-cache.ts'
import { KnownPresences } from './presence/known-presences.ts'
import type { PresencesTable } from './presence/presences-table.ts'

/** The members of an organization, and what they say about themselves. */
export interface People extends Identity {
  readonly members: MemberCache
  readonly mutings: MutingCache
  readonly presences: KnownPresences
  readonly alertMatchers: AlertMatchers
}

export function createPeople(identity: Identity): People {
  const { database, follower, config, bus } = identity
  const presences = new KnownPresences(database.read, follower)
  bus.onNotice((realmId, news) => presences.hear(realmId, news as { presence?: PresencesTable }))
  return {
    ...identity,
    members: createMemberCache(database.read, follower, config),
    mutings: createMutingCache(database.read, follower, config),
    presences,
    alertMatchers: createAlertMatchers(database.read, follower, config),
  }
}
