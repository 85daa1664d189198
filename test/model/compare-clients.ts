import { applyEvent, type ClientState, comparable, readState } from '../harness/client-state.ts'
import type { ModelUser } from './model-chat.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { call, type World } from './model-world.ts'

/** A client that registered once for everything, and applies the events that it gets to what it got then. */
export interface ModelClient {
  readonly user: ModelUser
  readonly queueId: string
  readonly state: ClientState
  lastEventId: number
}

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
export type WireEvent = any

export async function openClient(world: World, user: ModelUser): Promise<ModelClient> {
  const body = await register(world, user)
  return { user, queueId: body.queue_id, state: readState(body), lastEventId: body.last_event_id }
}

export async function closeClient(world: World, { user, queueId }: ModelClient): Promise<void> {
  await call(world, user, 'DELETE', '/events', { queue_id: queueId })
}

async function register(world: World, user: ModelUser): Promise<WireEvent> {
  const { body } = await call(world, user, 'POST', '/register', { include_subscribers: true })
  if (body.result !== 'success') throw new ModelMismatch(user.email, 'POST /register', 'success', body)
  return body
}

/** Applies all events that wait for the client, and returns them. */
export async function catchUp(world: World, client: ModelClient): Promise<WireEvent[]> {
  const caught: WireEvent[] = []
  for (;;) {
    const { body } = await call(world, client.user, 'GET', '/events', {
      queue_id: client.queueId,
      last_event_id: client.lastEventId,
      dont_block: true,
    })
    const asked = `GET /events after ${client.lastEventId}`
    if (body.result !== 'success') throw new ModelMismatch(client.user.email, asked, 'success', body)
    const events = body.events as WireEvent[]
    if (events.length === 0) return caught
    for (const event of events) applyEvent(client.state, event, client.user.id)
    client.lastEventId = events.at(-1).id
    caught.push(...events)
  }
}

/** The state from register, with all events applied, has to be the state that a new registration gets. */
export async function compareClient(world: World, client: ModelClient): Promise<void> {
  world.questions += 1
  await catchUp(world, client)
  const body = await register(world, client.user)
  await call(world, client.user, 'DELETE', '/events', { queue_id: body.queue_id })
  const [expected, got] = [readState(body), client.state].map(asPlain)
  ModelMismatch.check(client.user.email, 'register, and the events since', expected, got)
}

/** Without the port, which changes with a restart. */
const asPlain = (state: ClientState): unknown =>
  JSON.parse(JSON.stringify(comparable(state)).replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1'))
