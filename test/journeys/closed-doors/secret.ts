import { expect } from 'vitest'
import type { Answer, ApiClient } from '../../harness/api-client.ts'
import type { World } from '../../harness/world.ts'

/** In everything that others put into the stream, and in its name. */
export const CANARY = 'xylophone'

/** What somebody knew of a stream before they lost it. */
export interface Secret {
  streamId: number
  streamName: string
  topic: string
  /** by somebody else: with a poll, a reaction, a file, two versions, and a star of the one who loses it */
  messageId: number
  /** by the one who loses it, where they could write there */
  ownMessageId: number
  filePath: string
}

/** The same of a stream that never was. */
export const phantom: Secret = {
  streamId: 987_654,
  streamName: 'nowhere at all',
  topic: 'nothing',
  messageId: 876_543,
  ownMessageId: 876_542,
  filePath: '1/no-such-token-no-such-token/nothing.txt',
}

export async function ok(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer
  expect([status, body.msg]).toEqual([200, ''])
  return body
}

export interface Plan {
  isPrivate: boolean
  /** besides Cleo, who makes it and stays */
  members: readonly string[]
}

export async function makeSecret({ cleo }: World, loser: ApiClient, plan: Plan): Promise<Secret> {
  const streamName = `${CANARY} club`
  const topic = `${CANARY} topic`
  const people = ['cleo', ...plan.members].map((name) => `${name}@example.com`)
  await ok(
    cleo.post('/users/me/subscriptions', {
      subscriptions: [{ name: streamName }],
      principals: people,
      invite_only: plan.isPrivate,
    }),
  )
  const { stream_id: streamId } = await ok(cleo.get('/get_stream_id', { stream: streamName }))
  const file = { bytes: Buffer.from(`${CANARY} file`), name: `${CANARY}.txt` }
  const { uri } = await ok(cleo.upload('/user_uploads', { file }))
  const place = { type: 'stream', to: streamName, topic }
  const { id: messageId } = await ok(
    cleo.post('/messages', { ...place, content: `the ${CANARY} budget [file](${uri})` }),
  )
  const widget = { widget_type: 'poll', extra_data: { question: CANARY, options: [] } }
  await ok(
    cleo.post('/submessage', {
      message_id: messageId,
      msg_type: 'widget',
      content: JSON.stringify(widget),
    }),
  )
  await ok(cleo.post(`/messages/${messageId}/reactions`, { emoji_name: 'smile' }))
  await ok(cleo.patch(`/messages/${messageId}`, { content: `the ${CANARY} budget, mended [file](${uri})` }))
  const { id: ownMessageId } = await ok(loser.post('/messages', { ...place, content: 'my own words' }))
  return { streamId, streamName, topic, messageId, ownMessageId, filePath: uri.replace('/user_uploads/', '') }
}

/** The stream as Cleo sees it, who stays in it. */
export async function snapshot({ cleo }: World, { streamId, messageId }: Secret): Promise<unknown> {
  const narrow = [{ operator: 'stream', operand: streamId }]
  return [
    (await ok(cleo.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow }))).messages,
    (await ok(cleo.get(`/messages/${messageId}/history`))).message_history,
    (await ok(cleo.get(`/messages/${messageId}/read_receipts`))).user_ids,
    (await ok(cleo.get(`/users/me/${streamId}/topics`))).topics,
    (await ok(cleo.get(`/streams/${streamId}/members`))).subscribers,
  ]
}
