import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../src/chat/accounts/deactivate-user.ts'
import type { Endpoint } from '../../src/chat/identity/calls/endpoint.ts'
import type { ChatPermission } from '../../src/chat/identity/chat-permissions.ts'
import { createRealm } from '../../src/chat/organization/create-realm.ts'
import { sampleValue } from '../../src/platform/openapi/sample-value.ts'
import { apiEndpoints } from '../../src/server/api-endpoints.ts'
import type { Answer, ApiClient, Arguments } from '../harness/api-client.ts'
import { engines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'

/** In everything that is Ada's alone. */
const CANARY = 'xylophone'

/** What an outsider can guess: numbers count from 1. */
interface Targets {
  messageId: number
  streamId: number
  userId: number
  botId: number
  things: Record<string, number | string>
}

type Role = 'guest' | 'member' | 'administrator'

const unauthenticated = 'Not logged in: API authentication or user session required'
const noWebhooks = [401, 'This API is not available to incoming webhook bots.']
const noBots = [400, 'This endpoint does not accept bot requests.']
const noGuests = [400, 'Not allowed for guest users']
const administratorsOnly = [400, 'Must be an organization administrator']

/** What the row of the table says that the endpoint answers; undefined: the caller gets past the role. */
function refusalOf(row: ChatPermission, role: Role, kind: 'person' | 'bot' | 'webhook') {
  if (kind === 'webhook' && !row.webhooks) return noWebhooks
  if (kind !== 'person' && !row.bots) return noBots
  if (row[role] !== 'no') return undefined
  return row.member === 'no' ? administratorsOnly : noGuests
}

const named = apiEndpoints.map((endpoint): [string, Endpoint] => [
  `${endpoint.method} ${endpoint.path}`,
  endpoint,
])
const withCredentials = named.filter(([, { permission }]) => !permission.isOpen)

/** After these the caller's own key is worth nothing, so they come last. */
const lockOut = ['POST /users/me/api_key/regenerate', 'DELETE /users/me']
/** Guests may leave streams with it, not join any. */
const joinsToo = 'PATCH /users/me/subscriptions'
const guessed = withCredentials
  .slice()
  .sort(([one], [other]) => lockOut.indexOf(one) - lockOut.indexOf(other))

describe.each(engines.slice(0, 1))('the table of permissions of the chat, on %s', (engine) => {
  let world: World
  let gone: ApiClient
  let hank: ApiClient
  let eve: ApiClient
  let targets: Targets
  let before: unknown[]
  beforeAll(async () => {
    world = await startWorld(engine)
    const add = (email: string, role: Role) =>
      createUser(world.chat, world.demo.realm, { email, fullName: 'Somebody', role })
    const { user } = await add('gone@example.com', 'member')
    gone = world.as(user)
    await deactivateUser(world.chat, user)
    eve = world.as((await add('eve@example.com', 'administrator')).user)
    const globex = await createRealm(world.chat, { name: 'Globex', host: 'globex.example.com' })
    const chief = { email: 'hank@example.com', fullName: 'Hank', role: 'administrator' } as const
    hank = world.as((await createUser(world.chat, globex, chief)).user, 'globex.example.com')
    targets = await hideThings(world)
    before = await snapshot(world.ada, targets)
    for (const text of [CANARY, 'leadership']) expect(JSON.stringify(before)).toContain(text)
  })
  afterAll(() => world.stop())

  it.each(withCredentials)(
    '%s: strangers, former members and other organizations get 401',
    async (_name, endpoint) => {
      const path = endpoint.path.replace(/:[a-z_]+/g, '1')
      const strangers: [ApiClient, string][] = [
        [world.nobody, unauthenticated],
        [gone, 'Account is deactivated'],
        [hank.with({ host: 'chat.example.com' }), 'Account is not associated with this subdomain'],
      ]
      for (const [client, message] of strangers) {
        const { status, body } = await client.call(endpoint.method, path)
        // Webhooks may carry the key in the URL, and get an error when they do not.
        const isKeyMissing = client === world.nobody && 'api_key' in endpoint.parameters
        expect([status, body.msg]).toEqual(
          isKeyMissing ? [400, "Missing 'api_key' argument"] : [401, message],
        )
      }
    },
  )

  it.each(guessed)('%s: each role gets what the row says, and nothing of others', async (name, endpoint) => {
    const { permission } = endpoint
    const callers: [ApiClient, Role, 'person' | 'bot' | 'webhook'][] = [
      [world.echoBot, 'member', 'bot'],
      [world.hookBot, 'member', 'webhook'],
      [world.gus, 'guest', 'person'],
      [world.ben, 'member', 'person'],
      [hank, 'administrator', 'person'],
    ]
    // What is somebody's own is not for administrators either.
    if (permission.administrator === 'own') callers.push([eve, 'administrator', 'person'])
    const path = endpoint.path.replace(/:([a-z_]+)/g, (_match, name: string) =>
      encodeURIComponent(String(guess(name, targets) ?? '1')),
    )
    for (const [client, role, kind] of callers) {
      const answer = await call(client, endpoint, path, targets)
      const given = [answer.status, answer.body?.msg]
      const refusal = refusalOf(permission, role, kind)
      if (refusal) expect(given).toEqual(refusal)
      else if (name !== joinsToo) expect([noWebhooks, noBots, noGuests]).not.toContainEqual(given)
      expect(answer.status).not.toBe(500)
      expect(JSON.stringify(answer.body ?? '')).not.toContain(CANARY)
    }
    expect(await snapshot(world.ada, targets)).toEqual(before)
  })

  it.each(withCredentials.filter(([, { permission }]) => permission.member === 'no'))(
    '%s: an administrator gets past the role',
    async (_name, { method, path }) => {
      const { status, body } = await eve.call(method, path.replace(/:[a-z_]+/g, '0'), { dont_block: true })
      expect([status, body.msg]).not.toEqual(administratorsOnly)
      expect(status).not.toBe(500)
    },
  )
})

async function call(client: ApiClient, endpoint: Endpoint, path: string, targets: Targets): Promise<Answer> {
  const given: Arguments = {}
  for (const [name, { schema }] of Object.entries(endpoint.parameters)) {
    if (path.includes(`:${name}`) || name === 'api_key') continue
    given[name] = guess(name, targets) ?? sampleValue(schema as never, {})
  }
  return client.call(endpoint.method, path, { ...given, dont_block: true })
}

/** The best guess of an attacker who wants to read or change Ada's data. */
function guess(name: string, targets: Targets): unknown {
  const { messageId, streamId, userId, botId, things } = targets
  const guesses: Record<string, unknown> = {
    ...things,
    message_id: messageId,
    messages: [messageId],
    msg_ids: [messageId],
    anchor: messageId,
    stream_id: streamId,
    stream: 'leadership',
    stream_ids: [streamId],
    subscriptions: ['leadership'],
    subscription_data: [{ stream_id: streamId, property: 'color', value: '#123456' }],
    add: [{ name: 'leadership' }],
    delete: ['leadership'],
    narrow: [{ operator: 'stream', operand: 'leadership' }],
    topic: 'meddled',
    topic_name: `${CANARY} topic`,
    content: 'meddled',
    new_name: 'meddled',
    full_name: 'Meddler',
    user_id: userId,
    user_id_or_email: userId,
    bot_id: botId,
    to: [streamId],
    type: 'stream',
    op: 'add',
    flag: 'starred',
    emoji_name: 'smile',
    num_before: 10,
    num_after: 10,
  }
  return guesses[name]
}

async function hideThings(world: World): Promise<Targets> {
  const { ada, demo } = world
  const ok = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    expect([status, body.msg]).toEqual([200, ''])
    return body
  }
  const { stream_id: streamId } = await ok(ada.get('/get_stream_id', { stream: 'leadership' }))
  const place = { type: 'stream', to: 'leadership', topic: `${CANARY} topic` }
  const { id: messageId } = await ok(ada.post('/messages', { ...place, content: `the ${CANARY} budget` }))
  const later = Math.floor(world.clock.now() / 1000) + 86_400
  const scheduled = await ok(
    ada.post('/scheduled_messages', {
      type: 'stream',
      to: streamId,
      topic: 'plans',
      content: `${CANARY} later`,
      scheduled_delivery_timestamp: later,
    }),
  )
  const reminder = await ok(
    ada.post('/reminders', { message_id: messageId, scheduled_delivery_timestamp: later }),
  )
  const draft = await ok(
    ada.post('/drafts', {
      drafts: [{ type: 'stream', to: [streamId], topic: 'x', content: `${CANARY} draft` }],
    }),
  )
  const snippet = await ok(ada.post('/saved_snippets', { title: CANARY, content: `${CANARY} snippet` }))
  const file = { bytes: Buffer.from(`${CANARY} file`), name: `${CANARY}.txt` }
  await ok(ada.upload('/user_uploads', { file }))
  const { attachments } = await ok(ada.get('/attachments'))
  const bot = await ok(ada.post('/bots', { full_name: 'Own Bot', short_name: 'own', bot_type: 1 }))
  await ok(ada.post('/users/me/alert_words', { alert_words: [CANARY] }))
  await ok(ada.post('/invites', { invitee_emails: `${CANARY}@example.com`, invite_as: 400, stream_ids: [] }))
  const { invites } = await ok(ada.get('/invites'))
  return {
    messageId,
    streamId,
    userId: demo.people.ada.id,
    botId: bot.user_id,
    things: {
      scheduled_message_id: scheduled.scheduled_message_id,
      reminder_id: reminder.reminder_id,
      draft_id: draft.ids[0],
      saved_snippet_id: snippet.saved_snippet_id,
      attachment_id: attachments[0].id,
      invite_id: invites[0].id,
    },
  }
}

/** All that is Ada's, as she sees it. */
async function snapshot(ada: ApiClient, { messageId, streamId, userId, botId }: Targets): Promise<unknown[]> {
  const narrow = [{ operator: 'stream', operand: 'leadership' }]
  const answers = [
    await ada.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow }),
    await ada.get(`/messages/${messageId}`),
    await ada.get('/scheduled_messages'),
    await ada.get('/reminders'),
    await ada.get('/drafts'),
    await ada.get('/saved_snippets'),
    await ada.get('/attachments'),
    await ada.get('/bots'),
    await ada.get(`/bots/${botId}/api_key`),
    await ada.get('/invites'),
    await ada.get('/users/me/alert_words'),
    await ada.get(`/users/${userId}`),
    await ada.get(`/streams/${streamId}`),
    await ada.get(`/streams/${streamId}/members`),
  ]
  for (const { status, body } of answers) expect([status, body.msg]).toEqual([200, ''])
  return answers.map(({ body }) => body)
}
