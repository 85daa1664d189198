import { Cache, type CacheLimits, entriesWithin, oneByOne } from '../../../platform/caches/cache.ts'
import { ChatError } from '../../chat-error.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { ChatFollower, Db } from '../../chat-platform.ts'
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

/** Not for clients: tells every process that an account has got or lost its second factor. */
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

/**
 * Whether the organization requires a second factor of the account. It protects the password, so bots and people without
 * a password need none: an identity provider asks for its own.
 */
export const isFactorRequired = ({ two_factor_required_for: policy }: RealmSettings, user: User): boolean =>
  !isBot(user) && user.password_hash !== null && rolesOfPolicy[policy].includes(user.role)

/** Whether the account may only set up its second factor before anything else. */
export async function lacksFactor(
  factors: { has(user: User): Promise<boolean> },
  { settings }: Realm,
  user: User,
  session: Pick<SessionsTable, 'issuer'> | undefined,
): Promise<boolean> {
  if (!isFactorRequired(settings, user) || session?.issuer != null) return false
  return !(await factors.has(user))
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

/** Which accounts have a second factor. Asked for people of whom it is required. */
export class FactorCache {
  readonly #cache: Cache<string, boolean>

  constructor(db: Db, follower: ChatFollower, limits: CacheLimits) {
    this.#cache = new Cache<string, boolean>({
      entries: entriesWithin(limits, 50_000),
      load: oneByOne((key) => {
        const [realmId, id] = key.split(':').map(Number)
        return hasFactor(db, { realm_id: realmId!, id: id! })
      }),
      groupOf: (key) => Number.parseInt(key, 10),
    })
    follower.on('two_factor_changed', ({ tenant, payload }) =>
      this.#cache.invalidate(`${tenant}:${payload.user_id}`),
    )
    follower.onSkip((realmId) => this.#cache.invalidateGroup(realmId))
  }

  async has({ realm_id, id }: User): Promise<boolean> {
    return (await this.#cache.get(`${realm_id}:${id}`)) === true
  }
}
