import { secondsOf } from '../../../platform/clock.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import { type DirectoryLinksTable, directoryLinksTable } from '../../identity/directories/directory-tables.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { twoFactorChanged } from '../../identity/second-factor/required-factor.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { AddressTaken, adoptAccount, provisionPerson } from '../directories/provision-person.ts'
import { mustStayAdministrator } from '../last-administrator.ts'
import type { LdapPerson } from './read-ldap-person.ts'

/** An administrator of the organization has closed the account, and only they open it again. */
export class ClosedByAdministrator extends Error {}

export const ldapLinkKey = (realmId: number, userId: number) =>
  ({ realm_id: realmId, directory: 'ldap', kind: 'user', object_id: userId }) as const

/**
 * The account of a person in the directory, made as the directory says: the one they had before, else the one with their
 * address, else a new one. The last administrator, and the last one with a password, keep the role.
 */
export async function linkLdapPerson(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  person: LdapPerson,
): Promise<User> {
  const { db } = transaction
  const [link] = await directoryLinksTable.list(db, {
    realm_id: realm.id,
    directory: 'ldap',
    kind: 'user',
    external_id: person.externalId,
  })
  const known = link
    ? await usersTable.find(db, { realm_id: realm.id, id: link.object_id })
    : await findUnlinked(chat, transaction, realm, person.email)
  if (known && !known.is_active && link?.removed_at == null) {
    throw new ClosedByAdministrator(`An administrator has closed the account ${known.email}`)
  }
  const keepsRole = known && person.role !== undefined && (await mustStayAdministrator(db, known))
  const user = await provisionPerson(chat, transaction, realm, 'ldap', known, {
    ...person,
    role: keepsRole ? undefined : person.role,
  })
  await storeLink(chat, transaction, user, person.externalId, link)
  return user
}

/** Somebody else in the directory may have had the address before: their account stays theirs. */
async function findUnlinked(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  email: string,
): Promise<User | undefined> {
  const { db } = transaction
  const user = await findUserByEmail(db, realm.id, email)
  if (!user) return undefined
  if (isBot(user) || (await directoryLinksTable.find(db, ldapLinkKey(realm.id, user.id)))) {
    throw new AddressTaken(`The email address ${email} is in use`)
  }
  return user.is_active ? adoptAccount(chat, transaction, user) : user
}

async function storeLink(
  { clock }: Messages,
  transaction: ChatTransaction,
  user: User,
  externalId: string,
  link: DirectoryLinksTable | undefined,
): Promise<void> {
  const now = secondsOf(clock)
  if (link && link.removed_at === null) return
  transaction.announce(twoFactorChanged(user))
  await directoryLinksTable.put(transaction.db, {
    ...ldapLinkKey(user.realm_id, user.id),
    external_id: externalId,
    name_key: null,
    details: '{}',
    created_at: link?.created_at ?? now,
    changed_at: now,
    removed_at: null,
  })
}
