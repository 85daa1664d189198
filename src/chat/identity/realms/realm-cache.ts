import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import type { Realm } from './realm.ts'
import { findRealm, findRealmByHost } from './realm-store.ts'

/** null: no organization has this host. */
export type RealmsByHost = Cache<string, Realm | null>
export type RealmsById = Cache<number, Realm>

const REALMS = 10_000

/** Unknown hosts are cached too: the creation of an organization is announced to all nodes (create-realm.ts). */
export function createRealmsByHost(db: Db, follower: ChatFollower, limits: CacheLimits): RealmsByHost {
  const cache: RealmsByHost = new Cache({
    entries: entriesWithin(limits, REALMS),
    load: oneByOne(async (host) => (await findRealmByHost(db, host)) ?? null),
  })
  // Unknown hosts belong to no organization yet.
  follower.on('realm_changed', () => cache.invalidateAll())
  follower.onSkip(() => cache.invalidateAll())
  return cache
}

export function createRealmsById(db: Db, follower: ChatFollower, limits: CacheLimits): RealmsById {
  const cache: RealmsById = new Cache({
    entries: entriesWithin(limits, REALMS),
    load: oneByOne((id) => findRealm(db, id)),
  })
  follower.on('realm_changed', ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}
