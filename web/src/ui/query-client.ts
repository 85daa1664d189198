import { QueryClient, type QueryKey } from '@tanstack/react-query'

/** One for each signed-in user. Caches only what is on the screen: a view that opens again fetches again. */
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
 * Refetches the queries of a key, or all queries. Cancels a first fetch that is still in flight: its response may be
 * older than the change.
 */
export async function invalidate(client: QueryClient, queryKey: QueryKey = []): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
