import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../platform/caches/cache.ts'
import { type Memoized, memoize } from '../../platform/caches/memoize.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { TelephonyDb, TelephonyFollower, TelephonyPlatform } from '../telephony-platform.ts'
import { type ApiKey, apiKeysTable } from './api-key.ts'
import { type Company, companiesTable } from './company.ts'
import { type Contact, contactKey, contactsTable } from './contact.ts'
import type { PersonPresences } from './person-presences.ts'
import type { PersonSessions } from './person-sessions.ts'

/** Who calls: companies, users and API keys. */
export interface Identity extends TelephonyPlatform {
  readonly companies: CompanyCache
  readonly contacts: ContactCache
  readonly apiKeys: ApiKeyCache
  readonly keyUse: KeyUse
  /** hashes of API keys, by the authorization header that carries the key */
  readonly keyHashes: Memoized<string | undefined>
  readonly rateLimiter: RateLimiter
  readonly personSessions: PersonSessions
  readonly personPresences: PersonPresences
}

export function createIdentity(
  platform: TelephonyPlatform,
  rateLimiter: RateLimiter,
  personSessions: PersonSessions,
  personPresences: PersonPresences,
): Identity {
  const { clock, config, database, follower, secrets, transact } = platform
  return {
    ...platform,
    companies: createCompanyCache(database.read, follower, config),
    contacts: createContactCache(database.read, follower, config),
    apiKeys: createApiKeyCache(database.read, follower, config),
    keyUse: createKeyUse(transact, clock),
    keyHashes: createKeyHashes(secrets, config),
    rateLimiter,
    personSessions,
    personPresences,
  }
}

/** The hash that identifies the API key in a Bearer authorization header; undefined if it has none. */
const createKeyHashes = (secrets: Secrets, limits: CacheLimits): Memoized<string | undefined> =>
  memoize({ entries: entriesWithin(limits, 10_000), longest: 300 }, (header) => {
    const token = /^Bearer +(\S+) *$/i.exec(header)?.[1]
    return token === undefined ? undefined : secrets.hash(token)
  })

type CompanyCache = Cache<number, Company>

function createCompanyCache(db: TelephonyDb, follower: TelephonyFollower, limits: CacheLimits): CompanyCache {
  const cache: CompanyCache = new Cache({
    entries: entriesWithin(limits, 10_000),
    load: oneByOne((id) => companiesTable.find(db, { id })),
  })
  follower.on('changed', ({ tenant, payload }) => {
    if (payload.kind === 'company') cache.invalidate(tenant)
  })
  follower.onSkip((companyId) => cache.invalidate(companyId))
  return cache
}

/** By the hash of the key. Unknown keys are not cached, since anybody could fill the cache with them. */
type ApiKeyCache = Cache<string, ApiKey>

function createApiKeyCache(db: TelephonyDb, follower: TelephonyFollower, limits: CacheLimits): ApiKeyCache {
  const cache: ApiKeyCache = new Cache({
    entries: entriesWithin(limits, 10_000),
    load: oneByOne((hash) => apiKeysTable.findBy(db, { key_hash: hash })),
    groupOf: (_hash, key) => key.company_id,
  })
  follower.on('changed', ({ tenant, payload }) => {
    if (payload.kind === 'api_key') cache.invalidateGroup(tenant)
  })
  follower.onSkip((companyId) => cache.invalidateGroup(companyId))
  return cache
}

/** By `contactKey`. */
type ContactCache = Cache<string, Contact>

function createContactCache(db: TelephonyDb, follower: TelephonyFollower, limits: CacheLimits): ContactCache {
  const cache: ContactCache = new Cache({
    entries: entriesWithin(limits, 50_000),
    load: oneByOne((key) => {
      const colon = key.indexOf(':')
      return contactsTable.find(db, { company_id: Number(key.slice(0, colon)), id: key.slice(colon + 1) })
    }),
    groupOf: (_key, contact) => contact.company_id,
  })
  follower.on('changed', ({ tenant, payload }) => {
    if (payload.kind === 'contact') cache.invalidate(contactKey(tenant, payload.id))
  })
  follower.onSkip((companyId) => cache.invalidateGroup(companyId))
  return cache
}

/**
 * When each key was last used. It is recorded in memory at every request and flushed periodically, from when on other
 * servers see it.
 */
interface KeyUse {
  note(key: ApiKey): void
  /** epoch milliseconds, including what is not flushed yet */
  lastUse(key: ApiKey): number | null
  flush(): Promise<void>
}

function createKeyUse(transact: TelephonyPlatform['transact'], clock: Clock): KeyUse {
  const noted = new Map<string, { companyId: number; at: number }>()
  return {
    note({ id, company_id: companyId }) {
      noted.set(id, { companyId, at: clock.now() })
    },
    lastUse(key) {
      const here = noted.get(key.id)?.at
      return here === undefined ? key.last_used_at : Math.max(here, key.last_used_at ?? 0)
    },
    async flush() {
      const uses = [...noted]
      for (const [id, { companyId, at }] of uses) {
        // Several servers update the same key. A transaction locks the company first, which prevents deadlocks.
        await transact(companyId, ({ db }) => noteKeyUse(db, companyId, id, at))
        if (noted.get(id)?.at === at) noted.delete(id)
      }
    },
  }
}

/** Unless another server has stored a later use. */
async function noteKeyUse(db: TelephonyDb, companyId: number, id: string, at: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', at)]))
    .execute()
}
