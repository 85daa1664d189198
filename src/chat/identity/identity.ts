import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/caches/cache.ts'
import { type Memoized, memoize } from '../../platform/caches/memoize.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { badRequest, unauthorized } from '../chat-error.ts'
import type { ChatFollower, ChatPlatform, Db } from '../chat-platform.ts'
import { type Realm, realmsTable } from './realms/realm.ts'
import { FactorCache } from './second-factor/required-factor.ts'
import type { Session } from './sessions/session.ts'
import { findSessionByHash } from './sessions/session-store.ts'
import type { User } from './users/user.ts'
import { usersTable } from './users/users-table.ts'

/** About 30 MB. */
const USERS = 50_000

/** Names that messages mention, many of them again and again. */
const NAMES = 20_000

const REALMS = 10_000

/** Window of the sign-in rate limits. */
const SIGN_IN_WINDOW_SECONDS = 1800

/** Who is calling, and for which organization. */
export interface Identity extends ChatPlatform {
  readonly realmsByHost: RealmsByHost
  readonly realmsById: RealmsById
  readonly usersById: UsersById
  readonly usersByName: UsersByName
  readonly usersByKeyHash: UsersByKeyHash
  readonly sessionsByHash: SessionCache
  readonly factors: FactorCache
  readonly credentials: CredentialsCache
  readonly rateLimiter: RateLimiter
  /** limits sign-in attempts, over a longer window */
  readonly signInLimiter: RateLimiter
  /**
   * limits mails that anybody can ask for, over the same window. Apart from sign-ins, since a request names any address
   * and costs little: many of them would evict the counters of failed sign-ins.
   */
  readonly mailLimiter: RateLimiter
}

export function createIdentity(
  platform: ChatPlatform,
  openLimiter: (name: string, windowSeconds?: number) => RateLimiter,
): Identity {
  const { database, follower, config, secrets } = platform
  return {
    ...platform,
    realmsByHost: createRealmsByHost(database.read, follower, config),
    realmsById: createRealmsById(database.read, follower, config),
    usersById: new UsersById(database.read, follower, config),
    usersByName: new UsersByName(database.read, follower, config),
    usersByKeyHash: createUsersByKeyHash(database.read, follower, config),
    sessionsByHash: createSessionCache(database.read, follower, config),
    factors: new FactorCache(database.read, follower, config),
    credentials: new CredentialsCache(secrets, config),
    rateLimiter: openLimiter('chat'),
    signInLimiter: openLimiter('sign-in', SIGN_IN_WINDOW_SECONDS),
    mailLimiter: openLimiter('mail', SIGN_IN_WINDOW_SECONDS),
  }
}

/** By the hash of the cookie's token. Unknown tokens are not cached: unauthenticated clients could fill the cache. */
type SessionCache = Cache<string, Session>

function createSessionCache(db: Db, follower: ChatFollower, limits: CacheLimits): SessionCache {
  const cache: SessionCache = new Cache({
    entries: entriesWithin(limits, 50_000),
    load: oneByOne((hash) => findSessionByHash(db, hash)),
    groupOf: (_hash, session) => session.realm_id,
  })
  follower.on('sessions_ended', ({ payload }) => {
    for (const hash of payload.token_hashes) cache.invalidate(hash)
  })
  // A session refers to its owner by the hash of the API key.
  follower.on('key_changed', ({ tenant }) => cache.invalidateGroup(tenant))
  follower.onSkip((realmId) => cache.invalidateGroup(realmId))
  return cache
}

/** null: no organization has this host. */
type RealmsByHost = Cache<string, Realm | null>

type RealmsById = Cache<number, Realm>

/** Unknown hosts are cached too: the creation of an organization is announced to all nodes (create-realm.ts). */
function createRealmsByHost(db: Db, follower: ChatFollower, limits: CacheLimits): RealmsByHost {
  const cache: RealmsByHost = new Cache({
    entries: entriesWithin(limits, REALMS),
    load: oneByOne(async (host) => (await realmsTable.findBy(db, { host })) ?? null),
  })
  // Unknown hosts belong to no organization yet.
  follower.on('realm_changed', () => cache.invalidateAll())
  follower.onSkip(() => cache.invalidateAll())
  return cache
}

function createRealmsById(db: Db, follower: ChatFollower, limits: CacheLimits): RealmsById {
  const cache: RealmsById = new Cache({
    entries: entriesWithin(limits, REALMS),
    load: oneByOne((id) => realmsTable.find(db, { id })),
  })
  follower.on('realm_changed', ({ tenant }) => cache.invalidate(tenant))
  follower.onSkip((realmId) => cache.invalidate(realmId))
  return cache
}

interface Credentials {
  emailKey: string
  keyHash: string
  /** They were valid when last used, so wrong guesses of others do not count against them. */
  proven: boolean
}

/** Caches parsed Basic headers. Parsing never changes; validity is checked each time. */
class CredentialsCache {
  readonly #credentials: Memoized<Credentials>

  constructor(secrets: Secrets, limits: CacheLimits) {
    this.#credentials = memoize({ entries: entriesWithin(limits, 50_000), longest: 500 }, (header) => {
      const { email, key } = parseHeader(header)
      return { emailKey: email.trim().toLowerCase(), keyHash: secrets.hash(key.trim()), proven: false }
    })
  }

  read(header: string): Credentials {
    return this.#credentials.read(header)
  }
}

function parseHeader(header: string): { email: string; key: string } {
  const [scheme, encoded, ...rest] = header.trim().split(/\s+/)
  if (encoded === undefined || rest.length > 0) {
    throw unauthorized('Invalid authorization header for basic auth')
  }
  if (scheme!.toLowerCase() !== 'basic') throw badRequest('This endpoint requires HTTP basic authentication.')
  const parts = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (parts.length !== 2) throw unauthorized('Invalid authorization header for basic auth')
  return { email: parts[0]!, key: parts[1]! }
}

/**
 * By the hash of their API key, for every request. Wrong keys are not cached: unauthenticated clients could fill the
 * cache.
 */
type UsersByKeyHash = Cache<string, User>

function createUsersByKeyHash(db: Db, follower: ChatFollower, limits: CacheLimits): UsersByKeyHash {
  const cache: UsersByKeyHash = new Cache({
    entries: entriesWithin(limits, USERS),
    load: oneByOne((hash) => usersTable.findBy(db, { api_key_hash: hash })),
    groupOf: (_hash, user) => user.realm_id,
  })
  invalidateChangedUsers(cache, follower)
  return cache
}

/** Accounts by id, for the senders of every page of messages. */
class UsersById {
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

/** Active people and bots by lower-case name, for mentions. A name may belong to several people, or to nobody. */
class UsersByName {
  readonly #cache: Cache<string, readonly User[]>

  constructor(db: Db, follower: ChatFollower, limits: CacheLimits) {
    this.#cache = new Cache({
      entries: entriesWithin(limits, NAMES),
      load: (keys) => loadUsersByName(db, keys),
      groupOf: (key) => Number.parseInt(key, 10),
    })
    invalidateChangedUsers(this.#cache, follower)
  }

  /** Ascending by id within each name. */
  async getMany(realmId: number, names: Iterable<string>): Promise<User[]> {
    const keys = Array.from(names, (name) => nameKey(realmId, name))
    return [...(await this.#cache.getMany(keys)).values()].flat()
  }
}

const nameKey = (realmId: number, name: string) => `${realmId}:${name}`

/** All keys are of one organization, as in `getMany`. */
async function loadUsersByName(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly User[]>> {
  const realmId = Number.parseInt(keys[0]!, 10)
  const names = keys.map((key) => key.slice(key.indexOf(':') + 1))
  const users = await usersTable.list(db, { realm_id: realmId, name_key: names, is_active: 1 })
  return new Map(
    names.map((name) => [nameKey(realmId, name), users.filter((user) => user.name_key === name)]),
  )
}

const userKey = (realmId: number, id: number) => `${realmId}:${id}`

/** All keys are of one organization, as in `getMany`. */
async function loadUsers(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, User>> {
  const pairs = keys.map((key) => key.split(':').map(Number) as [realmId: number, id: number])
  const [realmId] = pairs[0]!
  const users = await usersTable.list(db, { realm_id: realmId, id: pairs.map(([, id]) => id) })
  return new Map(users.map((user) => [userKey(realmId, user.id), user]))
}

function invalidateChangedUsers<Value>(cache: Cache<string, Value>, follower: ChatFollower): void {
  follower.on(['realm_user', 'realm_bot', 'key_changed', 'user_settings'], ({ tenant }) =>
    cache.invalidateGroup(tenant),
  )
  follower.onSkip((realmId) => cache.invalidateGroup(realmId))
}
