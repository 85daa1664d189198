import { useQuery } from '@tanstack/react-query'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

export function useTrunks() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.trunks.list,
    queryFn: ({ signal }) => client.call('GET /trunks', {}, undefined, { signal }),
  })
}

export function useDids() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.trunks.dids,
    queryFn: ({ signal }) => client.call('GET /dids', {}, undefined, { signal }),
  })
}

/** What emergency calls still lack. */
export function useEmergency(enabled = true) {
  const { client } = usePortal()
  return useQuery({
    enabled,
    queryKey: portalKeys.trunks.emergency,
    queryFn: ({ signal }) => client.call('GET /company/emergency', {}, undefined, { signal }),
  })
}
