import { useQuery } from '@tanstack/react-query'
import { type ChatOutput, callChat } from '../api/chat-api.ts'
import { entranceKeys } from './entrance-keys.ts'

/** The settings of the organization at this address. Undefined while they load. */
export function useServerSettings(): ChatOutput<'GET /server_settings'> | undefined {
  const server = useQuery({
    queryKey: entranceKeys.organization,
    queryFn: ({ signal }) => callChat('GET /server_settings', {}, { signal }),
  })
  return server.data
}
