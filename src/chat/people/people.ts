import type { Identity } from '../identity/identity.ts'
import { type AlertMatchers, createAlertMatchers } from './alert-words/alert-matchers.ts'
import { createMemberCache, type MemberCache } from './member-cache.ts'
import { createMutingCache, type MutingCache } from './muted-users/muting-cache.ts'
import { LivePresences } from './presence/live-presences.ts'
import type { PresencesTable } from './presence/presences-table.ts'

/** The members of an organization and their profiles, presence and mutes. */
export interface People extends Identity {
  readonly members: MemberCache
  readonly mutings: MutingCache
  readonly presences: LivePresences
  readonly alertMatchers: AlertMatchers
}

export function createPeople(identity: Identity): People {
  const { database, follower, config, bus } = identity
  const presences = new LivePresences(database.read, follower)
  bus.onNotice((realmId, news) => presences.receive(realmId, news as { presence?: PresencesTable }))
  return {
    ...identity,
    members: createMemberCache(database.read, follower, config),
    mutings: createMutingCache(database.read, follower, config),
    presences,
    alertMatchers: createAlertMatchers(database.read, follower, config),
  }
}
