import { type LdapConnection, LdapFailure, withLdap } from '../../../platform/outgoing/ldap-client.ts'
import type { LdapSettings } from './ldap-settings.ts'
import { findLdapGroups, peopleSearch, readLdapPerson } from './read-ldap-person.ts'

/** More would take long, and say no more. */
const MAX_PEOPLE = 50_000

export interface LdapTest {
  is_ok: boolean
  /** what is wrong, or what was found */
  message: string
  /** what is wrong with: the connection, the certificate, the bind, the base, the filter, the attributes */
  fault: string | null
  people: number
  groups: number
}

/** Tries the settings, and says what is wrong with them. */
export async function testLdap(settings: LdapSettings, connection: LdapConnection): Promise<LdapTest> {
  const failed = (fault: string, message: string, people = 0) => ({
    is_ok: false,
    message,
    fault,
    people,
    groups: 0,
  })
  try {
    return await withLdap(connection, async (client) => {
      const entries = await client.search(peopleSearch(settings, settings.user_filter.trim(), MAX_PEOPLE))
      if (entries.length === 0) {
        return failed('filter', `The filter ${settings.user_filter} finds nobody below ${settings.base_dn}`)
      }
      for (const attribute of [settings.id_attribute, settings.email_attribute, settings.name_attribute]) {
        if (entries.every(({ values }) => !values.has(attribute.toLowerCase()))) {
          return failed('attribute', `Nobody has the attribute ${attribute}`, entries.length)
        }
      }
      const groups = await findLdapGroups(client, settings)
      for (const wanted of [settings.administrators_group, settings.guests_group]) {
        if (wanted !== '' && !groups.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())) {
          return failed('attribute', `There is no group ${wanted}`, entries.length)
        }
      }
      const people = entries.filter((entry) => readLdapPerson(settings, entry, groups, 0)).length
      const left = entries.length - people
      const without = left > 0 ? ` ${left} without an address or id are left out.` : ''
      const message = `Found ${people} people and ${groups.length} groups.${without}`
      return { is_ok: true, message, fault: null, people, groups: groups.length }
    })
  } catch (error) {
    if (error instanceof LdapFailure) return failed(error.fault, error.message)
    throw error
  }
}
