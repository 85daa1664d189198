import { useQuery } from '@tanstack/react-query'
import { callChat } from '../api/chat-api.ts'
import { entranceKeys } from './entrance-keys.ts'

/** The icon of the organization at this address. Undefined while it loads. */
export function useOrganizationIcon(): string | undefined {
  const server = useQuery({
    queryKey: entranceKeys.organization,
    queryFn: ({ signal }) => callChat('GET /server_settings', {}, { signal }),
  })
  return server.data?.realm_icon
}
