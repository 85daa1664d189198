import { ChatError } from '../../chat-error.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import { directoryLinksTable } from '../../identity/directories/directory-tables.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Messages } from '../../messages/messages.ts'
import { dropUserGroup, GROUPS_LIMIT } from '../../people/user-groups/change-user-group.ts'
import { listGroupMembers } from '../../people/user-groups/user-group-store.ts'
import { userGroupsTable } from '../../people/user-groups/user-groups-table.ts'
import { provisionGroup } from '../directories/provision-group.ts'
import { type LdapReport, limitOfMissing, name } from './ldap-report.ts'
import type { LdapGroup, LdapPerson } from './read-ldap-person.ts'

interface Directory {
  groups: readonly LdapGroup[]
  people: readonly LdapPerson[]
  closesMany: boolean
}

/**
 * Makes the user groups as the directory says. Groups without people who have accounts are not created, and those that
 * people have made are left alone.
 */
export async function syncLdapGroups(
  chat: Messages,
  realm: Realm,
  { groups, people, closesMany }: Directory,
  report: LdapReport,
): Promise<void> {
  if (groups.length > GROUPS_LIMIT) {
    report.problem = `The directory has ${groups.length} groups (limit: ${GROUPS_LIMIT}). Let the filter of the groups find fewer.`
    return
  }
  const { read } = chat.database
  const ofDirectory = { realm_id: realm.id, directory: 'ldap' } as const
  const links = await directoryLinksTable.list(read, ofDirectory)
  const linked = (kind: 'user' | 'group') =>
    new Map(links.filter((link) => link.kind === kind).map((link) => [link.external_id, link.object_id]))
  const [userOf, groupOf] = [linked('user'), linked('group')]
  const idOf = new Map(people.map(({ memberKey, externalId }) => [memberKey, userOf.get(externalId)]))
  const all = new Map((await userGroupsTable.list(read, { realm_id: realm.id })).map((one) => [one.id, one]))
  const membersOf = await listGroupMembers(read, realm.id)

  async function change(named: string, work: (transaction: ChatTransaction) => Promise<unknown>) {
    try {
      if (!report.is_dry_run) await chat.transact(realm.id, work)
      name(report.groups, named)
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
      name(report.refused, `${named}: ${error.message}`)
    }
  }
  for (const group of groups) {
    const known = all.get(groupOf.get(group.externalId) ?? -1)
    const members = [...new Set([...group.members].flatMap((member) => idOf.get(member) ?? []))]
    const isSame = known
      ? known.name === group.name && isSameSet(membersOf.get(known.id) ?? [], members)
      : members.length === 0
    if (isSame) continue
    await change(group.name, (transaction) =>
      provisionGroup(chat, transaction, realm, 'ldap', known, { ...group, members }),
    )
  }
  const present = new Set<string | null>(groups.map(({ externalId }) => externalId))
  const missing = [...groupOf].flatMap(([id, groupId]) => (present.has(id) ? [] : (all.get(groupId) ?? [])))
  const limit = limitOfMissing(groupOf.size)
  if (missing.length > 0 && (groups.length === 0 || (missing.length > limit && !closesMany))) {
    report.problem = `The directory lacks ${missing.length} of ${groupOf.size} groups (limit: ${limit}). None was removed. If this is right, sync with closes_many.`
    return
  }
  for (const group of missing) {
    await change(group.name, (transaction) => dropUserGroup(transaction, realm.id, group.id))
  }
}

/** Of ids that occur once. */
function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  const known = new Set(one)
  return one.length === other.length && other.every((id) => known.has(id))
}
