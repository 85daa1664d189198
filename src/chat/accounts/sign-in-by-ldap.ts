import { secondsOf } from '../../platform/clock.ts'
import { LdapFailure, withLdap } from '../../platform/outgoing/ldap-client.ts'
import { normalizeDn } from '../../platform/outgoing/normalize-dn.ts'
import { ChatError } from '../chat-error.ts'
import { findPasswordLink } from '../identity/directories/has-password.ts'
import type { Identity } from '../identity/identity.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { type Attempt, tryEntry } from '../identity/sessions/sign-in-limits.ts'
import type { User } from '../identity/users/user.ts'
import type { Messages } from '../messages/messages.ts'
import { AddressTaken } from './directories/provision-person.ts'
import { findLdap, type StoredLdap } from './ldap/ldap-settings.ts'
import { ClosedByAdministrator, linkLdapPerson } from './ldap/link-ldap-person.ts'
import {
  filterOfLogin,
  findLdapGroupsOf,
  type LdapPerson,
  peopleSearch,
  readLdapPerson,
} from './ldap/read-ldap-person.ts'
import { ProtectedAccount } from './refuse-takeover.ts'

/** Longer ones would only burden the directory. */
const MAX_TYPED = 255
const MAX_PASSWORD = 1024

export const directoryUnavailable = () =>
  new ChatError('The directory of your company does not respond. Try again later.', {
    status: 503,
    code: 'DIRECTORY_UNAVAILABLE',
    extra: { 'retry-after': 60 },
  })

/**
 * The account of the person who has this password in the organization's LDAP directory; undefined: nobody has. The
 * account may be closed.
 */
export async function signInByLdap(
  chat: Messages,
  realm: Realm,
  attempt: Attempt,
  password: string,
): Promise<User | undefined> {
  const { account: typed } = attempt
  if (!isUsable(password) || typed.trim() === '' || typed.length > MAX_TYPED) return undefined
  const ldap = await findLdap(chat, chat.database.read, realm.id)
  if (!ldap?.settings.sign_in) return undefined
  const person = await findPerson(chat, ldap, attempt, password)
  if (!person?.isActive) return undefined
  try {
    return await chat.transact(realm.id, (transaction) => linkLdapPerson(chat, transaction, realm, person))
  } catch (error) {
    const isRefusal =
      error instanceof AddressTaken ||
      error instanceof ClosedByAdministrator ||
      error instanceof ProtectedAccount
    if (!isRefusal) throw error
    chat.log.warn({ realmId: realm.id, reason: error.message }, 'sign-in with LDAP refused')
    return undefined
  }
}

/** An empty password would be a bind as nobody, which succeeds (RFC 4513, section 5.1.2). */
const isUsable = (password: string) => password !== '' && password.length <= MAX_PASSWORD

/** Whether a signed-in person has this password in the directory that has their account. */
export async function isDirectoryPassword(
  chat: Identity,
  user: User,
  attempt: Attempt,
  password: string,
): Promise<boolean> {
  const { read } = chat.database
  const link = await findPasswordLink(read, user)
  const ldap = link && (await findLdap(chat, read, user.realm_id))
  if (!ldap || !isUsable(password)) return false
  try {
    const person = await findPerson(chat, ldap, attempt, password)
    return person?.isActive === true && person.externalId === link.external_id
  } catch (error) {
    throw error instanceof LdapFailure ? directoryUnavailable() : error
  }
}

/** Exactly one entry must match: of two, either could be meant. */
async function findPerson(
  chat: Identity,
  { settings, connection }: StoredLdap,
  attempt: Attempt,
  password: string,
): Promise<LdapPerson | undefined> {
  return withLdap(connection, async (client) => {
    const found = await client
      .search(peopleSearch(settings, filterOfLogin(settings, attempt.account), 1))
      .catch((error) => {
        if (error instanceof LdapFailure && error.fault === 'limit') return []
        throw error
      })
    const entry = found.length === 1 ? found[0] : undefined
    if (!entry) return undefined
    const name = chat.secrets.hash(normalizeDn(entry.dn))
    if (!(await tryEntry(chat, attempt, name, () => client.isPassword(entry.dn, password)))) return undefined
    const groups = await findLdapGroupsOf(client, settings, entry)
    return readLdapPerson(settings, entry, groups, secondsOf(chat.clock))
  })
}
