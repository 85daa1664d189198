import type { Contact } from '../../../../packages/client/src/generated/telephony-api.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'

const MOST_PER_PAGE = 1000

/** The API has no call for one user: looked up in the list, which is one page for nearly every company. */
export async function findContact(
  client: TelephonyClient,
  id: string,
  signal: AbortSignal,
): Promise<Contact | null> {
  for (let page = 1; ; page += 1) {
    const { items, pages } = await client.page(
      'GET /system/company/contacts',
      { items_per_page: MOST_PER_PAGE, page },
      { signal },
    )
    const found = items?.find((contact) => contact.id === id)
    if (found) return found
    if (page >= pages) return null
  }
}
