import { useQuery } from '@tanstack/react-query'

import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

/** The users of the company, up to the limit of a page. */
export function useUsers() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.users.every,
    queryFn: async ({ signal }) =>
      (await client.call('GET /system/company/contacts', { items_per_page: 1000 }, undefined, { signal })) ??
      [],
  })
}
