import { isoDate } from '../../../platform/clock.ts'
import type { Db } from '../../chat-platform.ts'
import { directoryLinksTable } from '../../identity/directories/directory-tables.ts'
import type { Messages } from '../../messages/messages.ts'
import { dropUserGroup } from '../../people/user-groups/change-user-group.ts'
import {
  type UserGroupsTable,
  userGroupMembersTable,
  userGroupsTable,
} from '../../people/user-groups/user-groups-table.ts'
import { type DirectoryGroup, provisionGroup } from '../directories/provision-group.ts'
import { invalidValue, noSuchResource } from './scim-error.ts'
import { matches } from './scim-filter.ts'
import { attribute, isObject, type JsonObject, textAt } from './scim-json.ts'
import { type ListQuery, pageOf, type ScimPage } from './scim-page.ts'
import { patchResource } from './scim-patch.ts'
import type { ScimRealm } from './scim-users.ts'

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const MAX_EXTERNAL_ID = 500

/** All groups can be found, also those that people have made: there are at most a thousand. */
export async function listGroups({ database }: Messages, at: ScimRealm, query: ListQuery): Promise<ScimPage> {
  const db = database.read
  const { filter, startIndex, count } = query
  const onPage = <T>(items: readonly T[]): T[] => items.slice(startIndex - 1, startIndex - 1 + count)
  const all = await userGroupsTable.list(db, { realm_id: at.realm.id })
  if (!filter) return pageOf(await showAll(db, at, onPage(all)), startIndex, all.length)
  const found = (await showAll(db, at, all)).filter((group) => matches(filter, group))
  return pageOf(onPage(found), startIndex, found.length)
}

async function showAll(
  db: Db,
  { realm, base }: ScimRealm,
  groups: readonly UserGroupsTable[],
): Promise<JsonObject[]> {
  const ids = groups.map(({ id }) => id)
  const links = await directoryLinksTable.list(db, {
    realm_id: realm.id,
    directory: 'scim',
    kind: 'group',
    object_id: ids,
  })
  const linkOf = new Map(links.map((link) => [link.object_id, link]))
  const members = new Map<number, JsonObject[]>(ids.map((id) => [id, []]))
  for (const row of await userGroupMembersTable.list(db, { realm_id: realm.id, group_id: ids })) {
    const value = String(row.user_id)
    members.get(row.group_id)?.push({ value, $ref: `${base}/Users/${value}`, type: 'User' })
  }
  return groups.map(({ id, name, created_at: createdAt }) => {
    const link = linkOf.get(id)
    return {
      schemas: [GROUP_SCHEMA],
      id: String(id),
      ...(link?.external_id != null && { externalId: link.external_id }),
      displayName: name,
      members: members.get(id) ?? [],
      meta: {
        resourceType: 'Group',
        created: isoDate(createdAt * 1000),
        lastModified: isoDate((link?.changed_at ?? createdAt) * 1000),
        location: `${base}/Groups/${id}`,
      },
    }
  })
}

async function accessGroup(db: Db, realmId: number, id: string): Promise<UserGroupsTable> {
  const group = await userGroupsTable.find(db, {
    realm_id: realmId,
    id: /^\d{1,15}$/.test(id) ? Number(id) : -1,
  })
  if (!group) throw noSuchResource('group', id)
  return group
}

const show = async (db: Db, at: ScimRealm, group: UserGroupsTable) => (await showAll(db, at, [group]))[0]!

export async function showGroup({ database }: Messages, at: ScimRealm, id: string): Promise<JsonObject> {
  return show(database.read, at, await accessGroup(database.read, at.realm.id, id))
}

export function createGroup(chat: Messages, at: ScimRealm, resource: JsonObject): Promise<JsonObject> {
  const read = readGroup(resource)
  const { realm } = at
  return chat.transact(realm.id, async (transaction) => {
    const id = await provisionGroup(chat, transaction, realm, 'scim', undefined, read)
    return show(transaction.db, at, await accessGroup(transaction.db, realm.id, String(id)))
  })
}

export const replaceGroup = (chat: Messages, at: ScimRealm, id: string, resource: JsonObject) =>
  change(chat, at, id, () => resource)

export const patchGroup = (chat: Messages, at: ScimRealm, id: string, body: JsonObject) =>
  change(chat, at, id, (shown) => patchResource(shown, body))

function change(
  chat: Messages,
  at: ScimRealm,
  id: string,
  changed: (shown: JsonObject) => JsonObject,
): Promise<JsonObject> {
  const { realm } = at
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const group = await accessGroup(db, realm.id, id)
    const read = readGroup(changed(await show(db, at, group)))
    await provisionGroup(chat, transaction, realm, 'scim', group, read)
    return show(db, at, await accessGroup(db, realm.id, id))
  })
}

export function deleteGroup(chat: Messages, { realm }: ScimRealm, id: string): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const group = await accessGroup(transaction.db, realm.id, id)
    await dropUserGroup(transaction, realm.id, group.id)
  })
}

function readGroup(resource: JsonObject): DirectoryGroup {
  const name = textAt(resource, 'displayName')
  if (name === undefined || name.includes('\0')) throw invalidValue('displayName is required')
  const externalId = textAt(resource, 'externalId') ?? null
  if (externalId !== null && (externalId.length > MAX_EXTERNAL_ID || externalId.includes('\0'))) {
    throw invalidValue(`externalId is too long (limit: ${MAX_EXTERNAL_ID} characters)`)
  }
  const members = attribute(resource, 'members') ?? []
  if (!Array.isArray(members)) throw invalidValue('members must be a list')
  const ids = members.map((member) => {
    const value = isObject(member) ? attribute(member, 'value') : member
    if (isObject(member) && String(attribute(member, 'type') ?? 'User').toLowerCase() === 'group') {
      throw invalidValue('Groups in groups are not supported: send the people')
    }
    if (!/^\d{1,15}$/.test(String(value)))
      throw invalidValue(`There is no user ${String(value).slice(0, 50)}`)
    return Number(value)
  })
  return { name, externalId, members: [...new Set(ids)] }
}
