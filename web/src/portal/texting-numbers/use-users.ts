import type { Contact } from '../../../generated/telephony-api.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { usePortal } from '../shell/portal-context.ts'

/** The users of the company, who are more than a page only in very large ones. */
export function useUsers() {
  const { client } = usePortal()
  return useLoaded(
    'users',
    async (signal) =>
      (await client.call('GET /system/company/contacts', { items_per_page: 1000 }, undefined, signal)) ?? [],
  )
}

export const userName = (user: Contact) => `${user.first_name} ${user.last_name}`.trim()
