import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Method } from '../../../src/chat/identity/calls/endpoint.ts'
import { apiEndpoints } from '../../../src/server/api-endpoints.ts'
import type { Answer, ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { type Watch, watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { isElsewhere, type Try, tries } from './operations.ts'
import { CANARY, makeSecret, ok, phantom, type Secret, snapshot } from './secret.ts'
import { waysOut } from './ways-out.ts'

const operations = Object.entries(tries).flatMap(([name, rows]) =>
  [rows].flat().map((row, index): [string, Try] => [`${name} (${index + 1})`, row]),
)

it('every documented operation has a row, or is about something else', () => {
  const documented = apiEndpoints.map(({ method, path }) => `${method} ${path}`)
  expect(documented.filter((name) => !(name in tries) && !isElsewhere(name))).toEqual([])
  expect(Object.keys(tries).filter((name) => !documented.includes(name))).toEqual([])
})

describe.each(engines.flatMap((engine) => waysOut.map((way) => ({ engine, way, name: way.name }))))(
  'Somebody $name, on $engine',
  ({ engine, way }) => {
    let world: World
    let loser: ApiClient
    let secret: Secret
    let ears: Watch | undefined
    let before: unknown
    beforeAll(async () => {
      world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
      loser = way.loser(world)
      secret = await makeSecret(world, loser, way)
      if (!way.couldOnlyWrite) await keepThings(world, loser, secret)
      for (const [, row] of operations)
        if (row.tells && !way.couldOnlyWrite) await tellsNow(loser, row, secret)
      ears = await watch(loser, undefined, { all_public_streams: true })
      await way.lose(world, secret)
      if (way.losesMessagesOnly) await ears.news()
      before = await snapshot(world, secret)
    })
    afterAll(() => world.stop())

    it.each(operations)('%s: as if it had never been', async (name, row) => {
      if (way.stillKnowsStream && row.about !== 'messages') return
      if (way.losesMessagesOnly && !isAboutMessages(name, row, secret)) return
      const answer = await attempt(loser, name, row, secret)
      const text = JSON.stringify(answer.body)
      if (way.isLockedOut) expect(answer.status).toBe(401)
      if (row.isRefused) expect(answer.status).toBeGreaterThanOrEqual(400)
      const asked = JSON.stringify([row.path?.(secret), row.args?.(secret)])
      expect(asked.includes(CANARY) ? without(text, secret) : text).not.toContain(CANARY)
      if (row.isRefused || asked === JSON.stringify([row.path?.(phantom), row.args?.(phantom)])) return
      const other = await attempt(loser, name, row, phantom)
      expect([answer.status, without(text, secret)]).toEqual([
        other.status,
        without(JSON.stringify(other.body), phantom),
      ])
    })

    it('has changed nothing there by all of this', async () => {
      expect(await snapshot(world, secret)).toEqual(before)
    })

    it('gets no event in a queue that was open', async () => {
      await stir(world, secret)
      if (way.isLockedOut) {
        await expect(ears!.news()).rejects.toThrow(/API key|deactivated/)
        return
      }
      const events = (await ears!.news()).filter(({ type }) => told.has(type))
      expect(events.filter((event) => JSON.stringify(event).includes(CANARY))).toEqual([])
      expect(events.filter(({ stream_id }) => stream_id === secret.streamId)).toEqual([])
    })
  },
)

/** Does it ask for the messages themselves, wherever they are? */
function isAboutMessages(name: string, row: Try, secret: Secret): boolean {
  const { messageId, ownMessageId, filePath } = secret
  const asked = (about: Secret) => JSON.stringify([row.path?.(about), row.args?.(about)])
  if (asked(secret) !== asked({ ...phantom, messageId, ownMessageId, filePath })) return false
  return asked(secret) !== asked(phantom) || name.startsWith('GET /messages')
}

/** Events of messages, and what else could name the stream after it was renamed. */
const told = new Set([
  'message',
  'update_message',
  'delete_message',
  'reaction',
  'submessage',
  'typing',
  'attachment',
])

/** A star, a muted topic, a draft, a scheduled message and a reminder, from when that was possible. */
async function keepThings(world: World, loser: ApiClient, secret: Secret): Promise<void> {
  const { streamId, topic, messageId } = secret
  await ok(loser.post('/messages/flags', { messages: [messageId], op: 'add', flag: 'starred' }))
  await ok(loser.post(`/messages/${messageId}/reactions`, { emoji_name: 'heart' }))
  await ok(loser.post('/user_topics', { stream_id: streamId, topic, visibility_policy: 1 }))
  const draft = { type: 'stream', to: [streamId], topic: 'x', content: 'mine' }
  await ok(loser.post('/drafts', { drafts: [draft] }))
  const due = Math.floor(world.clock.now() / 1000) + 3600
  await ok(loser.post('/reminders', { message_id: messageId, scheduled_delivery_timestamp: due }))
  const scheduled = { type: 'stream', to: streamId, topic: 'x', content: 'mine' }
  await ok(loser.post('/scheduled_messages', { ...scheduled, scheduled_delivery_timestamp: due }))
}

async function tellsNow(loser: ApiClient, row: Try, secret: Secret): Promise<void> {
  const [name] = operations.find(([, one]) => one === row)!
  const answer = await attempt(loser, name, row, secret)
  expect([name, answer.status]).toEqual([name, 200])
}

function attempt(client: ApiClient, name: string, row: Try, secret: Secret): Promise<Answer> {
  const [method, template] = name.split(' ') as [Method, string]
  const parts = [...(row.path?.(secret) ?? [])]
  const path = template.replace(/:[a-z_]+/g, () => encodeURIComponent(String(parts.shift())))
  return fromElsewhere(client).call(method, path, row.args?.(secret) ?? {})
}

let addresses = 0

/** Wrong keys are limited by address. */
function fromElsewhere(client: ApiClient): ApiClient {
  addresses += 1
  return client.with({ 'x-forwarded-for': `10.${addresses >> 8}.${addresses & 255}.1` })
}

/** An answer may repeat what was asked for. */
function without(text: string, secret: Secret): string {
  let left = text
  for (const [name, value] of Object.entries(secret)) left = left.replaceAll(String(value), `<${name}>`)
  return left
}

/** All that can happen in a stream. */
async function stir({ ada, cleo }: World, { streamId, streamName, topic, messageId }: Secret): Promise<void> {
  const place = { type: 'stream', to: streamName, topic }
  const { id } = await ok(cleo.post('/messages', { ...place, content: `${CANARY} again` }))
  await ok(cleo.patch(`/messages/${id}`, { content: `${CANARY} again, mended` }))
  await ok(cleo.patch(`/messages/${messageId}`, { topic: `new ${topic}`, propagate_mode: 'change_all' }))
  await ok(cleo.post(`/messages/${messageId}/reactions`, { emoji_name: 'tada' }))
  await ok(
    cleo.post('/submessage', { message_id: messageId, msg_type: 'widget', content: `{"type":"${CANARY}"}` }),
  )
  await ok(cleo.post('/typing', { type: 'stream', op: 'start', stream_id: streamId, topic }))
  await ok(ada.patch(`/streams/${streamId}`, { new_name: `renamed ${CANARY}` }))
}
