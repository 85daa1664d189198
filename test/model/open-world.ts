import { startSwitchboard } from '../harness/run-switchboard.ts'
import { openClient } from './compare-clients.ts'
import { modelEventTypes } from './compare-events.ts'
import { createModel, type ModelChat, type ModelUser, type Role, streamNamed } from './model-chat.ts'
import { ModelConnection } from './model-connection.ts'
import { openSubscriptions, subscribe } from './model-subscriptions.ts'
import { call, expectCall, type World } from './model-world.ts'
import { SeededRandom } from './seeded-random.ts'

export interface WorldOptions {
  seed: number
  place: { dataDir: string; databaseUrl: string | undefined; remove(): Promise<void> }
  /** the checkout whose build is tested; undefined: this one, built if needed */
  folder?: string | undefined
  /** Caches hold next to nothing, so that everything is evicted all the time. */
  tinyCaches: boolean
  /** Scenarios of chance get more rounds. */
  isLong: boolean
}

const people: readonly (readonly [name: string, fullName: string, role: Role])[] = [
  ['ada', 'Ada Lovelace', 'administrator'],
  ['ben', 'Ben Okri', 'member'],
  ['cleo', 'Cleo Vance', 'member'],
  ['gus', 'Gus Green', 'guest'],
  ['dora', 'Dora Maar', 'member'],
  ['emil', 'Emil Nolde', 'member'],
]

/** As the demo organization has them, and one that opens its history to those who join. */
const streams = [
  { name: 'general', in: ['ada', 'ben', 'cleo', 'dora', 'emil'] },
  { name: 'announcements', in: ['ada', 'ben', 'cleo'], isAnnouncementOnly: true },
  { name: 'test', in: ['ada', 'ben'] },
  { name: 'random', in: ['ben'] },
  { name: 'leadership', in: ['ada', 'cleo'], isPrivate: true },
  { name: 'board', in: ['ada', 'ben', 'dora'], isPrivate: true, isHistoryPublic: true },
]

/** A server on an empty database, and the model of what is in it. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const connection = new ModelConnection()
  const environment = {
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '0',
    EVENT_QUEUE_IDLE_SECONDS: '86400',
    ...(options.tinyCaches && { CACHE_ENTRIES: '3' }),
  }
  const { place, folder } = options
  const start = () => startSwitchboard(['--development'], { place, environment, ...(folder && { folder }) })
  const server = await start()
  connection.moveTo(server.url)
  const keys = new Map<number, string>()
  const world: World = {
    model: createModel(),
    random: new SeededRandom(options.seed),
    connection,
    keys,
    clients: [],
    log: [],
    server,
    start,
    isLong: options.isLong,
    questions: 0,
  }
  try {
    await addPeople(world, keys)
    await addStreams(world)
    await addQueues(world)
    for (const user of world.model.users) world.clients.push(await openClient(world, user))
    return world
  } catch (error) {
    await closeWorld(world)
    throw error
  }
}

export async function closeWorld(world: World): Promise<void> {
  world.connection.close()
  await world.server.kill()
}

export const named = (model: ModelChat, name: string): ModelUser =>
  model.users.find(({ email }) => email === `${name}@example.com`)!

async function addPeople(world: World, keys: Map<number, string>): Promise<void> {
  const { model, connection } = world
  const fetchKey = async (email: string) => {
    const { body } = await connection.call(undefined, 'POST', '/dev_fetch_api_key', { username: email }, true)
    return body.api_key as string
  }
  const ada = { email: 'ada@example.com', key: await fetchKey('ada@example.com') }
  for (const [name, full_name] of people.slice(4)) {
    const account = { email: `${name}@example.com`, full_name, password: 'a long password 42' }
    await connection.call(ada, 'POST', '/users', account, true)
  }
  const { body } = await connection.call(ada, 'GET', '/users', {}, true)
  const members = body.members as { user_id: number; email: string; full_name: string }[]
  model.notificationBot = members.find(({ full_name }) => full_name === 'Notification Bot')?.user_id ?? 1
  for (const [name, fullName, role] of people) {
    const email = `${name}@example.com`
    const { user_id: id } = members.find((one) => one.email === email)!
    keys.set(id, await fetchKey(email))
    model.users.push(newUser(id, email, fullName, role))
  }
  for (const user of model.users) {
    const values = { alert_words: user.alertWords }
    await expectCall(world, user, 'POST', '/users/me/alert_words', values, true)
  }
  const settings = {
    allow_message_deleting: true,
    message_content_delete_limit_seconds: 0,
    message_content_edit_limit_seconds: 0,
  }
  await expectCall(world, named(model, 'ada'), 'PATCH', '/realm', settings, true)
}

/** One more member. They are in the default stream `general`, which the caller tells the model. */
export async function addPerson(world: World, name: string, fullName: string): Promise<ModelUser> {
  const { model, connection } = world
  const email = `${name}@example.com`
  const account = { email, full_name: fullName, password: 'a long password 42' }
  const { user_id: id } = await expectCall(world, named(model, 'ada'), 'POST', '/users', account, true)
  const { body } = await connection.call(undefined, 'POST', '/dev_fetch_api_key', { username: email }, true)
  world.keys.set(id as number, body.api_key as string)
  const user = newUser(id as number, email, fullName, 'member')
  model.users.push(user)
  return user
}

const newUser = (id: number, email: string, name: string, role: Role): ModelUser => ({
  id,
  email,
  name,
  role,
  alertWords: email.startsWith('ben@') ? ['urgent'] : email.startsWith('cleo@') ? ['coffee'] : [],
  mutedUsers: [],
  copies: new Map(),
  marks: new Map(),
  subscriptions: [],
  joined: [],
  topicPolicies: [],
})

async function addStreams(world: World): Promise<void> {
  const { model } = world
  const ada = named(model, 'ada')
  const board = {
    subscriptions: [{ name: 'board' }],
    principals: ['ada', 'ben', 'dora'].map((name) => `${name}@example.com`),
    invite_only: true,
    history_public_to_subscribers: true,
  }
  await expectCall(world, ada, 'POST', '/users/me/subscriptions', board, true)
  const all = (await call(world, ada, 'GET', '/streams', { include_all_active: true })).body.streams
  for (const {
    name,
    in: members,
    isPrivate = false,
    isHistoryPublic = !isPrivate,
    isAnnouncementOnly = false,
  } of streams) {
    const { stream_id: id } = (all as { name: string; stream_id: number }[]).find((one) => one.name === name)!
    const stream = {
      id,
      name,
      isPrivate,
      isHistoryPublic,
      isAnnouncementOnly,
      isDefault: name === 'general',
      isArchived: false,
      lastMembers: [],
    }
    model.streams.push(stream)
    openSubscriptions(
      model,
      stream,
      members.map((member) => named(model, member)),
    )
  }
  for (const name of ['test', 'board']) {
    const gus = named(model, 'gus')
    const values = { subscriptions: [{ name }], principals: [gus.id] }
    await expectCall(world, ada, 'POST', '/users/me/subscriptions', values, true)
    subscribe(model, ada, streamNamed(model, name)!, [gus])
  }
}

/** Everybody has a queue of their own, and some watch more or less than that. */
async function addQueues(world: World): Promise<void> {
  const { model } = world
  const add = async (user: ModelUser, allPublicStreams: boolean, narrow: [string, string][]) => {
    const values = {
      event_types: modelEventTypes,
      fetch_event_types: [],
      all_public_streams: allPublicStreams,
      narrow,
    }
    const body = await expectCall(world, user, 'POST', '/register', values, true)
    const lastEventId = body.last_event_id as number
    const queue = {
      id: body.queue_id as string,
      user: user.id,
      allPublicStreams,
      narrow,
      lastEventId,
      expected: [],
    }
    model.queues.push(queue)
  }
  for (const user of model.users) await add(user, false, [])
  await add(named(model, 'ben'), true, [])
  await add(named(model, 'gus'), true, [])
  await add(named(model, 'cleo'), false, [['stream', 'random']])
  await add(named(model, 'dora'), false, [['is', 'mentioned']])
  await add(named(model, 'emil'), false, [['topic', 'lunch']])
}
