import type { ApiClient } from './api-client.ts'

/** The newest messages of a narrow, as they were sent. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
export async function readPage(client: ApiClient, narrow: object[] = []): Promise<any[]> {
  const page = { anchor: 'newest', num_before: 200, num_after: 0, narrow: JSON.stringify(narrow) }
  return (await client.get('/messages', page)).body.messages
}
