import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/caches/cache.ts'
import { ChatError } from '../../chat-error.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
import { findPasswordLink, hasPassword } from '../directories/has-password.ts'
import type { Realm } from '../realms/realm.ts'
import type { FactorPolicy, RealmSettings } from '../realms/realm-settings.ts'
import type { SessionsTable } from '../sessions/sessions-table.ts'
import { isBot, type User } from '../users/user.ts'
import type { Role } from '../users/users-table.ts'
import { twoFactorsTable } from './two-factor-tables.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    two_factor_changed: { user_id: number }
  }
}

/** Not for clients: tells every process that an account has got or lost its second factor, or a password to protect. */
export const twoFactorChanged = ({ id }: Pick<User, 'id'>): NewChatEvent<'two_factor_changed'> => ({
  type: 'two_factor_changed',
  audience: { users: [] },
  payload: { user_id: id },
})

export const rolesOfPolicy: Readonly<Record<FactorPolicy, readonly Role[]>> = {
  nobody: [],
  administrators: ['administrator'],
  members: ['administrator', 'member'],
  everyone: ['administrator', 'member', 'guest'],
}

const isInPolicy = ({ two_factor_required_for: policy }: RealmSettings, user: User): boolean =>
  !isBot(user) && rolesOfPolicy[policy].includes(user.role)

/**
 * Whether the organization requires a second factor of the account. It protects the password, here or in the directory.
 * So bots and people without a password need none: an identity provider asks for its own.
 */
export const isFactorRequired = async (db: Db, settings: RealmSettings, user: User): Promise<boolean> =>
  isInPolicy(settings, user) && (await hasPassword(db, user))

/** Whether the account may only set up its second factor before anything else. */
export async function lacksFactor(
  factors: Pick<FactorCache, 'lacks'>,
  { settings }: Realm,
  user: User,
  session: Pick<SessionsTable, 'issuer'> | undefined,
): Promise<boolean> {
  if (!isInPolicy(settings, user) || session?.issuer != null) return false
  return factors.lacks(user)
}

export async function hasFactor(db: Db, { realm_id, id }: Pick<User, 'realm_id' | 'id'>): Promise<boolean> {
  const factor = await twoFactorsTable.find(db, { realm_id, user_id: id })
  return factor?.confirmed_at != null
}

export const factorMissing = () =>
  new ChatError(
    'Your organization requires two-factor authentication. Set it up before you do anything else: sign in to the web app, or POST /users/me/two_factor.',
    { status: 403, code: 'TWO_FACTOR_SETUP_REQUIRED', extra: { reason: 'two factor setup required' } },
  )

/** What protects an account besides what its row says. */
interface Protection {
  hasFactor: boolean
  hasDirectoryPassword: boolean
}

async function readProtection(db: Db, user: Pick<User, 'realm_id' | 'id'>): Promise<Protection> {
  return {
    hasFactor: await hasFactor(db, user),
    hasDirectoryPassword: (await findPasswordLink(db, user)) !== undefined,
  }
}

const isUnprotected = ({ password_hash: hash }: User, { hasFactor, hasDirectoryPassword }: Protection) =>
  !hasFactor && (hash !== null || hasDirectoryPassword)

/** Inside a transaction, where no cache is asked. */
export const factorsIn = (db: Db): Pick<FactorCache, 'lacks'> => ({
  lacks: async (user) => isUnprotected(user, await readProtection(db, user)),
})

/** Which accounts have a password without a second factor. Asked for people of whom it is required. */
export class FactorCache {
  readonly #cache: Cache<string, Protection>

  constructor(db: Db, follower: ChatFollower, limits: CacheLimits) {
    this.#cache = new Cache<string, Protection>({
      entries: entriesWithin(limits, 50_000),
      load: oneByOne((key) => {
        const [realmId, id] = key.split(':').map(Number)
        return readProtection(db, { realm_id: realmId!, id: id! })
      }),
      groupOf: (key) => Number.parseInt(key, 10),
    })
    follower.on('two_factor_changed', ({ tenant, payload }) =>
      this.#cache.invalidate(`${tenant}:${payload.user_id}`),
    )
    // The directory was connected, changed or removed.
    follower.on('realm_changed', ({ tenant }) => this.#cache.invalidateGroup(tenant))
    follower.onSkip((realmId) => this.#cache.invalidateGroup(realmId))
  }

  async lacks(user: User): Promise<boolean> {
    const protection = await this.#cache.get(`${user.realm_id}:${user.id}`)
    return protection !== undefined && isUnprotected(user, protection)
  }
}
