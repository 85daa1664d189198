import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/cache.ts'
import type { ChatFollower, Db } from '../../chat.ts'
import type { User } from './user.ts'
import { findUserByKeyHash, findUsers } from './user-store.ts'

/** About 30 MB. */
const USERS = 50_000

/** By the hash of their API key: every request asks for one. Wrong keys are not cached: strangers could fill it with them. */
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

/** Accounts by id: every page of messages names its senders. */
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

  /** Those that exist. */
  async getMany(realmId: number, ids: Iterable<number>): Promise<ReadonlyMap<number, User>> {
    const keys = Array.from(ids, (id) => userKey(realmId, id))
    const users = await this.#cache.getMany(keys)
    return new Map(Array.from(users.values(), (user) => [user.id, user]))
  }
}

const userKey = (realmId: number, id: number) => `${realmId}:${id}`

/** All of one organization, as `getMany` asks for them. */
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

/** Settings are a part of the account. */
function invalidateChangedUsers(cache: Cache<string, User>, follower: ChatFollower): void {
  follower.on(['realm_user', 'realm_bot', 'key_changed', 'user_settings'], ({ tenant }) =>
    cache.invalidateGroup(tenant),
  )
  follower.onSkip((realmId) => cache.invalidateGroup(realmId))
}
