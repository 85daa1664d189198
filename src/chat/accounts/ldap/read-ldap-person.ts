import {
  escapeFilter,
  type LdapClient,
  type LdapEntry,
  type LdapSearch,
} from '../../../platform/outgoing/ldap-client.ts'
import { normalizeDn } from '../../../platform/outgoing/normalize-dn.ts'
import { acceptableName } from '../acceptable-name.ts'
import { roleOfGroups } from '../directories/group-mapping.ts'
import type { DirectoryPerson } from '../directories/provision-person.ts'
import type { LdapSettings } from './ldap-settings.ts'

const MAX_GROUPS = 5000
/** Groups in groups in groups, and so on. */
const MAX_DEPTH = 10
/** Of userAccountControl, in Active Directory. */
const DISABLED = 2
/** Of pwdAccountLockedTime, in OpenLDAP: locked until an administrator unlocks it, not for some wrong passwords. */
const LOCKED_FOR_GOOD = /^000001010000(?:00)?Z$/
const DAY_SECONDS = 86_400

export interface LdapPerson extends DirectoryPerson {
  externalId: string
  /** how groups name them */
  memberKey: string
}

export interface LdapGroup {
  /** the id that never changes; the DN of groups without one */
  externalId: string
  name: string
  dn: string
  /** who is in it, or in a group in it: normalized DNs, or logins if the attribute is `memberUid` */
  members: ReadonlySet<string>
}

/** The groups of POSIX name people by their login. */
const isByLogin = ({ group_member_attribute: member }: LdapSettings) => member.toLowerCase() === 'memberuid'

/** How groups name the person. */
const memberKey = (settings: LdapSettings, entry: LdapEntry): string =>
  isByLogin(settings) ? (firstValue(entry, settings.login_attribute) ?? '') : normalizeDn(entry.dn)

export const peopleSearch = (settings: LdapSettings, filter: string, limit: number): LdapSearch => ({
  base: settings.base_dn,
  filter,
  attributes: [
    settings.id_attribute,
    settings.email_attribute,
    settings.name_attribute,
    settings.login_attribute,
    'userAccountControl',
    'pwdAccountLockedTime',
    'shadowExpire',
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

/** `now`: epoch seconds. undefined: the entry has no id or no address, so it is nobody here. */
export function readLdapPerson(
  settings: LdapSettings,
  entry: LdapEntry,
  groups: readonly LdapGroup[],
  now: number,
): LdapPerson | undefined {
  const externalId = firstValue(entry, settings.id_attribute)
  const email = firstValue(entry, settings.email_attribute)
  if (!externalId || !email) return undefined
  const key = memberKey(settings, entry)
  return {
    externalId,
    memberKey: key,
    email,
    fullName: acceptableName(firstValue(entry, settings.name_attribute), email),
    role: roleOfGroups(
      settings,
      groups.filter(({ members }) => members.has(key)).map(({ name }) => name),
    ),
    isActive: !isDisabled(entry, now),
  }
}

/** In the words of Active Directory, OpenLDAP and POSIX. */
function isDisabled(entry: LdapEntry, now: number): boolean {
  const control = Number(firstValue(entry, 'userAccountControl') ?? 0)
  if ((control & DISABLED) !== 0) return true
  if (LOCKED_FOR_GOOD.test(firstValue(entry, 'pwdAccountLockedTime') ?? '')) return true
  const lastDay = Number(firstValue(entry, 'shadowExpire') ?? 0)
  return lastDay > 0 && lastDay * DAY_SECONDS <= now
}

/** All groups, with the members of groups in them. */
export async function findLdapGroups(client: LdapClient, settings: LdapSettings): Promise<LdapGroup[]> {
  if (settings.group_base_dn === '') return []
  const groups = await searchGroups(client, settings, settings.group_filter.trim())
  const byDn = new Map(groups.map((group) => [normalizeDn(group.dn), group]))
  return groups.map((group) => ({ ...group, members: withNested(group, byDn) }))
}

/** The groups that a person is in, also by groups in them. Their members are not complete. */
export async function findLdapGroupsOf(
  client: LdapClient,
  settings: LdapSettings,
  entry: LdapEntry,
): Promise<LdapGroup[]> {
  if (settings.group_base_dn === '') return []
  const { group_member_attribute: member, group_filter: filter } = settings
  const members = new Set([memberKey(settings, entry)])
  const found = new Map<string, LdapGroup>()
  let names = [isByLogin(settings) ? (firstValue(entry, settings.login_attribute) ?? '') : entry.dn]
  for (let depth = 0; depth < MAX_DEPTH && names.length > 0; depth += 1) {
    const isOne = names.map((name) => `(${member}=${escapeFilter(name)})`).join('')
    const groups = await searchGroups(client, settings, `(&${filter.trim()}(|${isOne}))`)
    const fresh = groups.filter(({ dn }) => !found.has(normalizeDn(dn)))
    for (const group of fresh) found.set(normalizeDn(group.dn), { ...group, members })
    names = isByLogin(settings) ? [] : fresh.map(({ dn }) => dn)
  }
  return [...found.values()]
}

async function searchGroups(
  client: LdapClient,
  settings: LdapSettings,
  filter: string,
): Promise<LdapGroup[]> {
  const { group_name_attribute: name, group_member_attribute: member, group_base_dn: base } = settings
  const attributes = [settings.id_attribute, name, member]
  const entries = await client.search({ base, filter, attributes, limit: MAX_GROUPS })
  const keyOf = isByLogin(settings) ? (value: string) => value : normalizeDn
  return entries.flatMap((entry) => {
    const found = firstValue(entry, name)
    const members = entry.values.get(member.toLowerCase()) ?? []
    const externalId = firstValue(entry, settings.id_attribute) ?? normalizeDn(entry.dn)
    return found ? [{ externalId, name: found, dn: entry.dn, members: new Set(members.map(keyOf)) }] : []
  })
}

/** Groups may contain each other: each is looked at once. */
function withNested({ members }: LdapGroup, byDn: ReadonlyMap<string, LdapGroup>): ReadonlySet<string> {
  const all = new Set(members)
  let level = [...members]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const nested = level.flatMap((member) => [...(byDn.get(member)?.members ?? [])])
    level = nested.filter((member) => !all.has(member))
    for (const member of level) all.add(member)
  }
  return all
}
