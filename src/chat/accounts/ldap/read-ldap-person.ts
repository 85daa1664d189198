import {
  escapeFilter,
  type LdapClient,
  type LdapEntry,
  type LdapSearch,
} from '../../../platform/outgoing/ldap-client.ts'
import type { Role } from '../../identity/users/users-table.ts'
import { acceptableName } from '../acceptable-name.ts'
import type { DirectoryPerson } from '../directories/provision-person.ts'
import type { LdapSettings } from './ldap-settings.ts'

const MAX_GROUPS = 5000
/** Of userAccountControl, in Active Directory. */
const DISABLED = 2

export interface LdapPerson extends DirectoryPerson {
  dn: string
  externalId: string
}

export interface LdapGroup {
  name: string
  /** DNs in lower case */
  members: ReadonlySet<string>
}

export const peopleSearch = (settings: LdapSettings, filter: string, limit: number): LdapSearch => ({
  base: settings.base_dn,
  filter,
  attributes: [
    settings.id_attribute,
    settings.email_attribute,
    settings.name_attribute,
    settings.login_attribute,
    'userAccountControl',
  ],
  limit,
})

/** The people whose address or login somebody has typed. */
export function filterOfLogin(settings: LdapSettings, typed: string): string {
  const value = escapeFilter(typed.trim())
  return `(&${settings.user_filter.trim()}(|(${settings.email_attribute}=${value})(${settings.login_attribute}=${value})))`
}

const firstValue = ({ values }: LdapEntry, attribute: string) =>
  values.get(attribute.toLowerCase())?.[0]?.trim()

/** undefined: the entry has no id or no address, so it is nobody here. */
export function readLdapPerson(
  settings: LdapSettings,
  entry: LdapEntry,
  groups: readonly LdapGroup[],
): LdapPerson | undefined {
  const externalId = firstValue(entry, settings.id_attribute)
  const email = firstValue(entry, settings.email_attribute)
  if (!externalId || !email) return undefined
  const control = Number(firstValue(entry, 'userAccountControl') ?? 0)
  return {
    dn: entry.dn,
    externalId,
    email,
    fullName: acceptableName(firstValue(entry, settings.name_attribute), email),
    role: roleOf(settings, entry.dn, groups),
    isActive: (control & DISABLED) === 0,
  }
}

/** undefined: the directory does not decide roles. */
function roleOf(
  { administrators_group: administrators, guests_group: guests }: LdapSettings,
  dn: string,
  groups: readonly LdapGroup[],
): Role | undefined {
  if (administrators === '' && guests === '') return undefined
  const isIn = (name: string) =>
    name !== '' &&
    groups.some(
      (group) => group.name.toLowerCase() === name.toLowerCase() && group.members.has(dn.toLowerCase()),
    )
  if (isIn(administrators)) return 'administrator'
  if (isIn(guests)) return 'guest'
  // Without a group of administrators, only guests are decided.
  return administrators === '' ? undefined : 'member'
}

/** All groups, or those of one person. */
export async function findLdapGroups(
  client: LdapClient,
  settings: LdapSettings,
  memberDn?: string,
): Promise<LdapGroup[]> {
  if (settings.group_base_dn === '') return []
  const { group_name_attribute: name, group_member_attribute: member } = settings
  const filter = settings.group_filter.trim()
  const entries = await client.search({
    base: settings.group_base_dn,
    filter: memberDn === undefined ? filter : `(&${filter}(${member}=${escapeFilter(memberDn)}))`,
    attributes: [name, member],
    limit: MAX_GROUPS,
  })
  return entries.flatMap((entry) => {
    const found = firstValue(entry, name)
    const members = entry.values.get(member.toLowerCase()) ?? []
    return found ? [{ name: found, members: new Set(members.map((dn) => dn.toLowerCase())) }] : []
  })
}
