import { QueryClient, type QueryKey } from '@tanstack/react-query'

/** One for each signed-in user. Only what is on the screen is kept: a view that opens again fetches again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 0,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
      },
    },
  })
}

/**
 * Fetches again what belongs to a key, or everything. A first fetch that is still in flight is cancelled: its response
 * may be older than the change.
 */
export async function invalidate(client: QueryClient, queryKey: QueryKey = []): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
