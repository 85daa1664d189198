import { createUser } from '../../src/chat/accounts/create-user.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import { usersTable } from '../../src/chat/identity/users/users-table.ts'
import { apiEndpoints } from '../../src/server/api-endpoints.ts'
import type { EngineName } from '../harness/engines.ts'
import { foundOrganization } from '../harness/found-organization.ts'
import { validateResponse } from '../harness/validate-response.ts'
import { startWorld, type World } from '../harness/world.ts'
import type { Answered, Attacker, Target } from './attack-route.ts'

const OTHER_HOST = 'other.example.com'
const markers = { acme: 'marker-acme-7f3a', other: 'marker-other-91bc', 'two people': 'marker-private-55d0' }

/** The chat with two organizations that both have something to hide. */
export async function startChatTarget(engine: EngineName): Promise<{ world: World; target: Target }> {
  const world = await startWorld(engine, {
    // Once with what only a development server has, once as in production.
    SERVER_MODE: engine === 'SQLite' ? 'development' : 'production',
    RATE_LIMIT_PER_MINUTE: '0',
    HEARTBEAT_SECONDS: '1',
  })
  const other = await foundOrganization(world, OTHER_HOST)
  const { people, bots } = world.demo
  for (const [client, marker] of [
    [world.ada, markers.acme],
    [other.chief, markers.other],
  ] as const) {
    await client.post('/users/me/subscriptions', { subscriptions: [{ name: marker, description: marker }] })
    await client.post('/messages', { type: 'stream', to: marker, topic: marker, content: marker })
    await client.post('/drafts', { drafts: [{ type: '', to: [], topic: marker, content: marker }] })
    await client.post('/saved_snippets', { title: marker, content: marker })
    await client.post('/users/me/alert_words', { alert_words: [marker] })
    await client.post('/user_groups/create', { name: marker, description: marker, members: [1] })
    await client.upload('/user_uploads', { file: { bytes: Buffer.from(marker), name: `${marker}.txt` } })
    await client.post('/users/me/status', { status_text: marker })
  }
  for (let count = 0; count < 8; count += 1) {
    await world.ben.post('/messages', {
      type: 'stream',
      to: 'test',
      topic: 'lunch',
      content: `Soup ${count}?`,
    })
  }
  const dora = (
    await createUser(world.chat, world.demo.realm, { email: 'dora@example.com', fullName: 'Dora' })
  ).user
  await world
    .as(dora)
    .post('/messages', { type: 'private', to: 'cleo@example.com', content: markers['two people'] })
  const found = await world.ada.get('/messages', { anchor: 'newest', num_before: 30, num_after: 0 })
  const streams = await world.ada.get('/streams')
  const users = await world.ada.get('/users')
  const texts = (list: unknown[]) => list.map(String)
  let madeSoFar = 0
  const callers: { name: string; tenant: string; user: User; host: string }[] = [
    { name: 'administrator', tenant: 'acme', user: people.ada, host: 'chat.example.com' },
    { name: 'member', tenant: 'acme', user: people.ben, host: 'chat.example.com' },
    { name: 'guest', tenant: 'acme', user: people.gus, host: 'chat.example.com' },
    { name: 'bot', tenant: 'acme', user: bots.echoBot, host: 'chat.example.com' },
    { name: 'incoming webhook bot', tenant: 'acme', user: bots.hookBot, host: 'chat.example.com' },
    { name: 'other organization', tenant: 'other', user: other.people.chief, host: OTHER_HOST },
  ]
  /** The account as it is now; another of its kind when it was closed or has become something else. */
  const current = async (caller: (typeof callers)[number]): Promise<User> => {
    const { user } = caller
    const now = (await usersTable.find(world.chat.database.read, user))!
    if (now.is_active && now.role === user.role) return now
    madeSoFar += 1
    const realm = caller.tenant === 'acme' ? world.demo.realm : other.realm
    const owner = caller.tenant === 'acme' ? people.ada : other.people.chief
    const made = await createUser(world.chat, realm, {
      email: `caller${madeSoFar}@example.com`,
      fullName: `Caller ${madeSoFar}`,
      ...(now.bot_type === null ? { role: user.role } : { bot: { type: now.bot_type, owner } }),
    } as Parameters<typeof createUser>[2])
    caller.user = made.user
    return made.user
  }
  const target: Target = {
    app: world.app,
    markers,
    pool: {
      known: ['ada@example.com', 'ben@example.com', 'test', 'announcements', 'chief@other.example.com'],
      byName: {
        to: ['test', '["ben@example.com"]', 'ada@example.com'],
        type: ['stream', 'private'],
        topic: ['lunch'],
        message_id: texts(found.body.messages.map(({ id }: { id: number }) => id)),
        stream_id: texts(streams.body.streams.map(({ stream_id: id }: { stream_id: number }) => id)),
        user_id: texts(users.body.members.map(({ user_id: id }: { user_id: number }) => id)),
        emoji_name: ['tada', 'heart'],
        anchor: ['newest', 'oldest', '5'],
        op: ['add', 'remove', 'start'],
        flag: ['read', 'starred'],
      },
    },
    async attackers() {
      const list: Attacker[] = [{ name: 'nobody', tenant: 'none', headers: { host: 'chat.example.com' } }]
      for (const caller of callers) {
        const user = await current(caller)
        const credentials = `${user.email}:${world.chat.secrets.decrypt(user.api_key_sealed)}`
        const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
        list.push({ name: caller.name, tenant: caller.tenant, headers: { host: caller.host, authorization } })
      }
      return list
    },
    checkForm: (_route, request, answer, exact) => checkEnvelope(request, answer, exact),
  }
  return { world, target }
}

function checkEnvelope(
  { method, url, payload = '' }: { method: string; url: string; payload?: string | Buffer },
  { status, headers, text }: Answered,
  exact: boolean,
): void {
  if (status >= 300 && status < 400) return
  const path = new URL(url, 'http://x').pathname
  // What left the API by its address is no business of the envelope.
  if (!exact && !path.startsWith('/api/v1/')) return
  if (path === '/api/v1/events/stream' && status === 200) {
    if (!text.startsWith('retry: ')) throw new Error('it is no event stream')
    return
  }
  if (!String(headers['content-type']).startsWith('application/json')) throw new Error('it is not JSON')
  const body = JSON.parse(text) as { result: string; msg: string }
  if ((body.result === 'success') !== (status === 200))
    throw new Error('its result is not that of its status')
  // An old client may mean another verb than it sends.
  const meansOther = /\bmethod\b/.test(`${url}${payload.toString()}`)
  const inApi = path.slice('/api/v1'.length)
  const candidates = apiEndpoints.filter((endpoint) =>
    new RegExp(`^${endpoint.path.replace(/:[a-z_]+/g, '[^/]+')}$`).test(inApi),
  )
  const unambiguous = new Set(candidates.map((endpoint) => endpoint.path)).size === 1
  if (status !== 200 || (exact && unambiguous && !meansOther)) validateResponse(method, inApi, status, body)
}
