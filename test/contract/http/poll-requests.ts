import type { ApiClient } from '../../harness/api-client.ts'

/** The Authorization of somebody. */
const basicOf = ({ credentials }: ApiClient) =>
  `Basic ${Buffer.from(`${credentials!.email}:${credentials!.key}`).toString('base64')}`

export const headersOf = (client: ApiClient) => [
  'Host: chat.example.com',
  `Authorization: ${basicOf(client)}`,
  'User-Agent: tester/1',
]

export const requestText = (path: string, headers: string[], start = 'GET') =>
  `${[`${start} /api/v1${path} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`

export const pollText = (queue: string, last: number, client: ApiClient) =>
  requestText(`/events?queue_id=${queue}&last_event_id=${last}`, headersOf(client))

export async function registerQueue(client: ApiClient, types = ['message']): Promise<string> {
  const { body } = await client.post('/register', { event_types: types, fetch_event_types: [] })
  return body.queue_id
}
