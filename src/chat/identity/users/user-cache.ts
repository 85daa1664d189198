import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import type { User } from './user.ts'
import { findUserByKeyHash, findUsers } from './user-store.ts'

/** About 30 MB. */
const USERS = 50_000

/**
 * By the hash of their API key, for every request. Wrong keys are not cached: unauthenticated clients could fill the
 * cache.
 */
export type UsersByKeyHash = Cache<string, User>

export function createUsersByKeyHash(db: Db, follower: ChatFollower, limits: CacheLimits): UsersByKeyHash {
  const cache: UsersByKeyHash = new Cache({
    entries: entriesWithin(limits, USERS),
    load: oneByOne((hash) => findUserByKeyHash(db, hash)),
    groupOf: (_hash, user) => user.realm_id,
  })
  invalidateChangedUsers(cache, follower)
  return cache
}

/** Accounts by id, for the senders of every page of messages. */
export class UsersById {
  readonly #cache: Cache<string, User>

  constructor(db: Db, follower: ChatFollower, limits: CacheLimits) {
    this.#cache = new Cache({
      entries: entriesWithin(limits, USERS),
      load: (keys) => loadUsers(db, keys),
      groupOf: (_key, user) => user.realm_id,
    })
    invalidateChangedUsers(this.#cache, follower)
  }

  /** Ids without an account are left out. */
  async getMany(realmId: number, ids: Iterable<number>): Promise<ReadonlyMap<number, User>> {
    const keys = Array.from(ids, (id) => userKey(realmId, id))
    const users = await this.#cache.getMany(keys)
    return new Map(Array.from(users.values(), (user) => [user.id, user]))
  }
}

const userKey = (realmId: number, id: number) => `${realmId}:${id}`

/** All keys are of one organization, as in `getMany`. */
async function loadUsers(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, User>> {
  const pairs = keys.map((key) => key.split(':').map(Number) as [realmId: number, id: number])
  const [realmId] = pairs[0]!
  const users = await findUsers(
    db,
    realmId,
    pairs.map(([, id]) => id),
  )
  return new Map(users.map((user) => [userKey(realmId, user.id), user]))
}

function invalidateChangedUsers(cache: Cache<string, User>, follower: ChatFollower): void {
  follower.on(['realm_user', 'realm_bot', 'key_changed', 'user_settings'], ({ tenant }) =>
    cache.invalidateGroup(tenant),
  )
  follower.onSkip((realmId) => cache.invalidateGroup(realmId))
}
