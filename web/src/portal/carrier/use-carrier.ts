import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../../packages/client/src/api-error.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

/** The company's own carrier. Null: it uses that of the server. */
export function useCarrier() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.carrier,
    queryFn: async ({ signal }) => {
      try {
        return await client.call('GET /texting/carrier', {}, undefined, { signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}
