import type { Contact, Location } from '../../../../packages/client/src/generated/telephony-api.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'

export interface FormChoices {
  users: Contact[]
  locations: Location[]
}

const USERS_AT_ONCE = 1000

/** The users and locations that an extension can be assigned to. */
export async function loadFormChoices(client: TelephonyClient, signal: AbortSignal): Promise<FormChoices> {
  const [users, locations] = await Promise.all([
    loadUsers(client, signal),
    client.call('GET /company/locations', {}, undefined, { signal }),
  ])
  return { users, locations }
}

async function loadUsers(client: TelephonyClient, signal: AbortSignal): Promise<Contact[]> {
  const users: Contact[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const part = await client.page(
      'GET /system/company/contacts',
      { items_per_page: USERS_AT_ONCE, page },
      { signal },
    )
    users.push(...(part.items ?? []))
    pages = part.pages
  }
  const nameOf = ({ first_name: first, last_name: last }: Contact) => `${first} ${last}`
  return users.sort((one, other) => nameOf(one).localeCompare(nameOf(other)))
}
