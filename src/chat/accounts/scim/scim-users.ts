import { secondsOf } from '../../../platform/clock.ts'
import type { ChatTransaction, Db } from '../../chat-platform.ts'
import { directoryLinksTable } from '../../identity/directories/directory-tables.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { deactivateWithin } from '../deactivate-user.ts'
import { adoptAccount, provisionPerson } from '../directories/provision-person.ts'
import { refuseLastAdministratorLeaving } from '../last-administrator.ts'
import { noSuchResource, notUnique } from './scim-error.ts'
import { type Filter, matches } from './scim-filter.ts'
import type { JsonObject } from './scim-json.ts'
import { type ListQuery, pageOf, type ScimPage } from './scim-page.ts'
import { patchResource } from './scim-patch.ts'
import { detailsOf, type ReadUser, readScimUser, viewScimUser } from './scim-user.ts'
import { countScimPeople, listGroupsOfPeople, listScimPeople, type ScimAccount } from './scim-user-store.ts'

/** Where the organization's SCIM is: the links in resources start with it. */
export interface ScimRealm {
  realm: Realm
  base: string
}

/** With a filter that no index serves, people are looked through so many at a time. */
const SCANNED_AT_ONCE = 1000

const keyOf = (realmId: number, userId: number) =>
  ({ realm_id: realmId, directory: 'scim', kind: 'user', object_id: userId }) as const

export async function listUsers({ database }: Messages, at: ScimRealm, query: ListQuery): Promise<ScimPage> {
  const db = database.read
  const { realm } = at
  const { filter, startIndex, count } = query
  if (!filter) {
    const users = count === 0 ? [] : await listScimPeople(db, realm.id, startIndex - 1, count)
    return pageOf(await showAll(db, at, users), startIndex, await countScimPeople(db, realm.id))
  }
  const known = await findByKey(db, realm.id, filter)
  const found: JsonObject[] = []
  const keep = async (users: readonly User[]) => {
    for (const one of await showAll(db, at, users)) if (matches(filter, one)) found.push(one)
  }
  if (known) await keep(known)
  else {
    for (let offset = 0; ; offset += SCANNED_AT_ONCE) {
      const users = await listScimPeople(db, realm.id, offset, SCANNED_AT_ONCE)
      await keep(users)
      if (users.length < SCANNED_AT_ONCE) break
    }
  }
  return pageOf(found.slice(startIndex - 1, startIndex - 1 + count), startIndex, found.length)
}

/** The accounts that alone can match, for the filters that clients send all the time; undefined: any can. */
async function findByKey(db: Db, realmId: number, filter: Filter): Promise<User[] | undefined> {
  if (filter.kind === 'and') {
    for (const one of filter.filters) {
      const found = await findByKey(db, realmId, one)
      if (found) return found
    }
    return undefined
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string')
    return undefined
  const { value } = filter
  switch (filter.path.join('.').toLowerCase()) {
    case 'id':
      return usersOf(db, realmId, /^\d{1,15}$/.test(value) ? [Number(value)] : [])
    case 'username':
      return [
        ...(await usersOfLinks(db, realmId, { name_key: value.toLowerCase() })),
        ...(await usersTable.list(db, { realm_id: realmId, email_key: value.toLowerCase() })),
      ].filter((user, index, all) => all.findIndex(({ id }) => id === user.id) === index)
    case 'externalid':
      return usersOfLinks(db, realmId, { external_id: value })
    default:
      return undefined
  }
}

async function usersOfLinks(
  db: Db,
  realmId: number,
  match: { name_key: string } | { external_id: string },
): Promise<User[]> {
  const links = await directoryLinksTable.list(db, {
    realm_id: realmId,
    directory: 'scim',
    kind: 'user',
    ...match,
  })
  return usersOf(
    db,
    realmId,
    links.map((link) => link.object_id),
  )
}

const usersOf = (db: Db, realmId: number, ids: readonly number[]): Promise<User[]> =>
  usersTable.list(db, { realm_id: realmId, id: ids })

async function showAll(db: Db, { realm, base }: ScimRealm, users: readonly User[]): Promise<JsonObject[]> {
  const ids = users.map(({ id }) => id)
  const links = await directoryLinksTable.list(db, {
    realm_id: realm.id,
    directory: 'scim',
    kind: 'user',
    object_id: ids,
  })
  const linkOf = new Map(links.map((link) => [link.object_id, link]))
  const groups = await listGroupsOfPeople(db, realm.id, ids)
  return users
    .filter((user) => !isBot(user) && linkOf.get(user.id)?.removed_at == null)
    .map((user) => viewScimUser(base, user, linkOf.get(user.id), groups.get(user.id) ?? []))
}

/** Bots, and people whom a client has deleted, do not exist. */
async function accessAccount(db: Db, realmId: number, id: string): Promise<ScimAccount> {
  const userId = /^\d{1,15}$/.test(id) ? Number(id) : -1
  const user = await usersTable.find(db, { realm_id: realmId, id: userId })
  const link = await directoryLinksTable.find(db, keyOf(realmId, userId))
  if (!user || isBot(user) || (link && link.removed_at !== null)) throw noSuchResource('user', id)
  return { user, link }
}

async function show(db: Db, { realm, base }: ScimRealm, { user, link }: ScimAccount): Promise<JsonObject> {
  const groups = await listGroupsOfPeople(db, realm.id, [user.id])
  return viewScimUser(base, user, link, groups.get(user.id) ?? [])
}

export async function showUser({ database }: Messages, at: ScimRealm, id: string): Promise<JsonObject> {
  return show(database.read, at, await accessAccount(database.read, at.realm.id, id))
}

/** An account that a client had deleted is opened again for the same address; any other address that is in use is refused. */
export function createUserByScim(chat: Messages, at: ScimRealm, resource: JsonObject): Promise<JsonObject> {
  const { realm } = at
  const read = readScimUser(resource)
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const former = await findUserByEmail(db, realm.id, read.person.email)
    const formerLink = former && (await directoryLinksTable.find(db, keyOf(realm.id, former.id)))
    if (former && (isBot(former) || formerLink?.removed_at == null)) {
      throw notUnique(`The email address ${read.person.email} is in use`)
    }
    return provision(chat, transaction, at, former && { user: former, link: formerLink }, read)
  })
}

export function replaceUser(chat: Messages, at: ScimRealm, id: string, resource: JsonObject) {
  return change(chat, at, id, () => resource)
}

export function patchUser(chat: Messages, at: ScimRealm, id: string, body: JsonObject) {
  return change(chat, at, id, (shown) => patchResource(shown, body))
}

function change(
  chat: Messages,
  at: ScimRealm,
  id: string,
  changed: (shown: JsonObject) => JsonObject,
): Promise<JsonObject> {
  const { realm } = at
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const account = await accessAccount(db, realm.id, id)
    const shown = await show(db, at, account)
    const read = readScimUser(changed(shown), account.user, shown)
    const user = account.link ? account.user : await adoptAccount(chat, transaction, account.user)
    return provision(chat, transaction, at, { ...account, user }, read)
  })
}

/** Like LDAP, a client opens only the accounts that it has closed itself: those of an administrator stay closed. */
async function provision(
  chat: Messages,
  transaction: ChatTransaction,
  at: ScimRealm,
  account: ScimAccount | undefined,
  { person, details, ...read }: ReadUser,
): Promise<JsonObject> {
  const mayBeOpen = account === undefined || mayOpen(account)
  const isActive = person.isActive && mayBeOpen
  const asWanted = { ...person, isActive }
  const user = await provisionPerson(chat, transaction, at.realm, 'scim', account?.user, asWanted)
  const isClosed = mayBeOpen && !isActive
  return store(chat, transaction, at, user, { person, ...read, details: { ...details, isClosed } })
}

/** Links from before the client's closing was stored say nothing: it may open these. */
const mayOpen = ({ user, link }: ScimAccount): boolean =>
  user.is_active === 1 || (link !== undefined && detailsOf(link).isClosed !== false)

/** The account stays, closed, with its messages. */
export function deleteUser(chat: Messages, { realm }: ScimRealm, id: string): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const account = await accessAccount(db, realm.id, id)
    const { user, link } = account
    if (user.is_active) {
      await refuseLastAdministratorLeaving(db, user)
      await deactivateWithin(transaction, user)
    }
    const now = secondsOf(chat.clock)
    await directoryLinksTable.put(db, {
      ...keyOf(realm.id, user.id),
      external_id: null,
      name_key: null,
      details: JSON.stringify({ ...detailsOf(link), isClosed: mayOpen(account) }),
      created_at: link?.created_at ?? now,
      changed_at: now,
      removed_at: now,
    })
    chat.log.info({ realmId: realm.id, userId: user.id }, 'a SCIM client has deleted a user')
  })
}

async function store(
  chat: Messages,
  { db }: ChatTransaction,
  at: ScimRealm,
  user: User,
  { externalId, details }: ReadUser,
): Promise<JsonObject> {
  const { realm } = at
  const nameKey = details.userName.toLowerCase()
  const [same] = await directoryLinksTable.list(db, {
    realm_id: realm.id,
    directory: 'scim',
    kind: 'user',
    name_key: nameKey,
  })
  if (same && same.object_id !== user.id) throw notUnique(`The user name ${details.userName} is in use`)
  const before = await directoryLinksTable.find(db, keyOf(realm.id, user.id))
  const now = secondsOf(chat.clock)
  const link = {
    ...keyOf(realm.id, user.id),
    external_id: externalId,
    name_key: nameKey,
    details: JSON.stringify(details),
    created_at: before?.created_at ?? now,
    changed_at: now,
    removed_at: null,
  }
  await directoryLinksTable.put(db, link)
  return show(db, at, { user, link })
}
