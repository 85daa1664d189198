import { expect } from 'vitest'
import type { Answer, ApiClient, Arguments } from '../../harness/api-client.ts'
import { watch } from '../../harness/watch-events.ts'
import type { World } from '../../harness/world.ts'

/** Refused in exactly these words, with nothing beside them. */
export function expectRefusal(answer: Answer, msg: string, rest: object = { code: 'BAD_REQUEST' }): void {
  expect(answer.body).toEqual({ result: 'error', msg, ...rest })
  expect(answer.status).toBe(400)
}

export async function sendToStream(
  client: ApiClient,
  stream: string,
  topic: string,
  content = 'text',
): Promise<number> {
  const answer = await client.post('/messages', { type: 'stream', to: [stream], topic, content })
  expect(answer.body).toMatchObject({ result: 'success' })
  return answer.body.id
}

export async function sendPrivately(
  client: ApiClient,
  to: readonly string[],
  content = 'text',
): Promise<number> {
  const answer = await client.post('/messages', {
    type: 'private',
    to: to.map((name) => `${name}@example.com`),
    content,
  })
  expect(answer.body).toMatchObject({ result: 'success' })
  return answer.body.id
}

export type Term = { operator: string; operand: unknown; negated?: boolean }

/** Everything that the client finds in a narrow, up to 1000 messages. */
export async function readMessages(client: ApiClient, narrow: readonly Term[] = [], args: Arguments = {}) {
  const answer = await client.get('/messages', {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow,
    ...args,
  })
  expect(answer.body).toMatchObject({ result: 'success' })
  return answer.body.messages
}

export async function readIds(client: ApiClient, narrow: readonly Term[] = []): Promise<number[]> {
  return (await readMessages(client, narrow)).map((message: { id: number }) => message.id)
}

export async function readMessage(client: ApiClient, id: number, args: Arguments = {}) {
  const answer = await client.get('/messages', { anchor: id, num_before: 0, num_after: 0, ...args })
  expect(answer.body).toMatchObject({ result: 'success', found_anchor: true })
  return answer.body.messages[0]
}

/** How many messages are stored, readable or not. */
export async function countMessages(world: World): Promise<number> {
  const rows = await world.chat.database.read.selectFrom('messages').select('id').execute()
  return rows.length
}

/** A stream of its own for a test, so that tests do not count each other's messages. */
export async function makeStream(
  creator: ApiClient,
  name: string,
  people: readonly string[] = [],
  args: Arguments = {},
): Promise<number> {
  const answer = await creator.post('/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: people.map((person) => `${person}@example.com`),
    ...args,
  })
  expect(answer.body).toMatchObject({ result: 'success' })
  const streams = await creator.get('/streams')
  return streams.body.streams.find((stream: { name: string }) => stream.name === name).stream_id
}

export interface OpenQueue {
  id: string
  /** The events since the last call. */
  read(): Promise<Event[]>
}

export interface Event extends Record<string, unknown> {
  id: number
  type: string
}

export async function openQueue(client: ApiClient, args: Arguments = {}): Promise<OpenQueue> {
  const { queueId, news } = await watch(client, undefined, args)
  return { id: queueId, read: news }
}

/** The unread part of what a client gets when it starts. */
export async function readUnread(client: ApiClient) {
  const answer = await client.post('/register', {
    event_types: ['message'],
    fetch_event_types: ['message', 'update_message_flags'],
  })
  expect(answer.body).toMatchObject({ result: 'success' })
  return answer.body.unread_msgs
}
