import type { Answer, ApiClient } from '../../harness/api-client.ts'
import type { World } from '../../harness/world.ts'

export interface FileAnswer {
  status: number
  headers: Record<string, unknown>
  bytes: Buffer
  /** of an error */
  json(): Record<string, unknown>
}

/** Asks for something outside the API, as a browser does; with the credentials of `client`, if it has any. */
export async function fetchPath(
  world: World,
  client: ApiClient,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<FileAnswer> {
  const { credentials } = client
  const basic = credentials && Buffer.from(`${credentials.email}:${credentials.key}`).toString('base64')
  const response = await world.app.inject({
    method,
    url,
    headers: { ...(basic && { authorization: `Basic ${basic}` }), ...client.headers, ...headers },
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: response.rawPayload,
    json: () => response.json(),
  }
}

/** Uploads a file to the chat, and returns its URL. */
export async function uploadFile(
  client: ApiClient,
  name = 'notes.txt',
  bytes: Buffer = Buffer.from('Buy milk.\n'),
): Promise<string> {
  const answer = await client.upload('/user_uploads', { file: { bytes, name } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.url
}

export async function sendTo(client: ApiClient, stream: string, content: string): Promise<number> {
  return idOf(await client.post('/messages', { type: 'stream', to: stream, topic: 'files', content }))
}

export async function sendPrivately(client: ApiClient, to: string[], content: string): Promise<number> {
  return idOf(await client.post('/messages', { type: 'private', to, content }))
}

function idOf(answer: Answer): number {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

export const notThere = {
  result: 'error',
  msg: 'This file does not exist or has been deleted.',
  code: 'NOT_FOUND',
}
