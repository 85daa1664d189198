import type { ApiClient } from '../../harness/api-client.ts'

/** Ids of the streams that an administrator knows, by name. */
export async function streamIds(administrator: ApiClient): Promise<Record<string, number>> {
  const { body } = await administrator.get('/streams', { include_all_active: true })
  return Object.fromEntries(
    body.streams.map((stream: { name: string; stream_id: number }) => [stream.name, stream.stream_id]),
  )
}
