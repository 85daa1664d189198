import { type Static, Type } from '@sinclair/typebox'
import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import { directoryLinksTable, type GroupSource } from '../../identity/directories/directory-tables.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import type { Messages } from '../../messages/messages.ts'
import { userGroupMembersTable, userGroupsTable } from '../../people/user-groups/user-groups-table.ts'
import { groupMappingFields, MAX_GROUP_NAME } from '../directories/group-mapping.ts'
import { provisionGroup } from '../directories/provision-group.ts'
import type { IdentityProvidersTable } from './identity-providers-table.ts'
import { ProviderRefusal } from './provider-refusal.ts'

/** Of one person. A provider that has more sends those that matter. */
const MAX_GROUPS = 500

export const ProviderGroupsSchema = Type.Object(
  {
    attribute: Type.String({
      maxLength: 200,
      description:
        'Where the provider says in which groups somebody is: an attribute of the assertion (SAML), or a claim (OpenID Connect) such as `groups`, which is a text or a list of them.',
    }),
    ...groupMappingFields,
    user_groups: Type.Boolean({
      description: 'Whether the groups become user groups, which people join and leave at each sign-in.',
    }),
  },
  { additionalProperties: false },
)

export type ProviderGroups = Static<typeof ProviderGroupsSchema>

export const noGroups: ProviderGroups = {
  attribute: '',
  administrators_group: '',
  guests_group: '',
  user_groups: false,
}

export const readProviderGroups = ({ settings }: IdentityProvidersTable): ProviderGroups => ({
  ...noGroups,
  ...(JSON.parse(settings) as { groups?: ProviderGroups }).groups,
})

export function checkProviderGroups(given: ProviderGroups): ProviderGroups {
  const groups = {
    ...given,
    attribute: given.attribute.trim(),
    administrators_group: given.administrators_group.trim(),
    guests_group: given.guests_group.trim(),
  }
  const isUsed = groups.administrators_group !== '' || groups.guests_group !== '' || groups.user_groups
  if (isUsed && groups.attribute === '') {
    throw badRequest('Name the attribute or claim that has the groups of a person')
  }
  return groups
}

/**
 * What a provider says of the groups of somebody, each once. Too many refuse the sign-in: a part of them could give the
 * wrong role.
 */
export function readGroupNames(value: unknown): string[] {
  const names = [value].flat().flatMap((one) => {
    const name = typeof one === 'string' ? one.trim() : ''
    return name === '' || name.length > MAX_GROUP_NAME ? [] : [name]
  })
  const unique = new Map(names.map((name) => [name.toLowerCase(), name]))
  if (unique.size > MAX_GROUPS) {
    throw new ProviderRefusal('refused', `The provider sends more than ${MAX_GROUPS} groups`)
  }
  return [...unique.values()]
}

/** Those of the names that decide something. */
export const groupsThatMatter = (groups: ProviderGroups, names: readonly string[]): readonly string[] =>
  groups.user_groups
    ? names
    : names.filter((name) =>
        [groups.administrators_group, groups.guests_group].some(
          (group) => group.toLowerCase() === name.toLowerCase(),
        ),
      )

/**
 * The person joins and leaves the user groups that come from this provider; a group that is not here yet is created. User
 * groups that people have made are left alone, also if their name is the same.
 */
export async function followProviderGroups(
  chat: Messages,
  realm: Realm,
  source: GroupSource,
  { id: userId }: User,
  names: readonly string[],
): Promise<void> {
  const { read } = chat.database
  const ofSource = { realm_id: realm.id, directory: source, kind: 'group' } as const
  const links = await directoryLinksTable.list(read, ofSource)
  const memberships = await userGroupMembersTable.list(read, { realm_id: realm.id, user_id: userId })
  const isMemberOf = new Set(memberships.map((row) => row.group_id))
  const joined = new Set(
    links.flatMap((link) => (isMemberOf.has(link.object_id) ? (link.external_id ?? []) : [])),
  )
  const wanted = new Map(names.map((name) => [name.toLowerCase(), name]))
  for (const [externalId, name] of wanted) if (!joined.has(externalId)) await change(externalId, name, true)
  for (const externalId of joined) if (!wanted.has(externalId)) await change(externalId, undefined, false)

  /** `name`: undefined: as it is. */
  async function change(externalId: string, name: string | undefined, isMember: boolean): Promise<void> {
    try {
      await chat.transact(realm.id, async (transaction) => {
        const { known, members } = await find(transaction, externalId)
        const others = members.filter((id) => id !== userId)
        await provisionGroup(chat, transaction, realm, source, known, {
          name: name ?? known?.name ?? externalId,
          externalId,
          members: isMember ? [...others, userId] : others,
        })
      })
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
      const about = { realmId: realm.id, userId, group: name ?? externalId, reason: error.message }
      chat.log.warn(about, 'a group of an identity provider is no user group')
    }
  }

  async function find({ db }: ChatTransaction, externalId: string) {
    const [link] = await directoryLinksTable.list(db, { ...ofSource, external_id: externalId })
    if (!link) return { known: undefined, members: [] }
    const group = { realm_id: realm.id, group_id: link.object_id }
    const rows = await userGroupMembersTable.list(db, group)
    const known = await userGroupsTable.find(db, { realm_id: realm.id, id: link.object_id })
    return { known, members: rows.map((row) => row.user_id) }
  }
}
