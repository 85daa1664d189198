import { expect } from 'vitest'
import type { Answer, ApiClient } from '../../harness/api-client.ts'
import { applyEvent, type ClientState, comparable, readState } from '../../harness/client-state.ts'
import type { World } from '../../harness/world.ts'

const names = ['ada', 'ben', 'cleo', 'gus', 'echoBot'] as const
type Name = (typeof names)[number]

interface Known {
  state: ClientState
  defaultStreams: Answer['body'][]
}

/**
 * What everybody knows after an act is what a new client would learn: initial state + events = fresh state.
 * Answers with the events that each of them got.
 */
export async function keepsStateEqual(
  world: World,
  act: () => Promise<unknown>,
): Promise<Record<Name, Answer['body'][]>> {
  const before = new Map<Name, Known & { queueId: string }>()
  for (const name of names) before.set(name, await learn(world[name]))
  await act()
  const heard = {} as Record<Name, Answer['body'][]>
  for (const name of names) {
    const client = world[name]
    const known = before.get(name)!
    const { body } = await client.get('/events', {
      queue_id: known.queueId,
      last_event_id: -1,
      dont_block: true,
    })
    const self = name === 'echoBot' ? world.demo.bots.echoBot.id : world.demo.people[name].id
    for (const event of body.events) keepUp(known, event, self)
    const fresh = await learn(client)
    expect(comparable(known.state), `what ${name} knows`).toEqual(comparable(fresh.state))
    expect(withoutFirst(known.defaultStreams), `default streams of ${name}`).toEqual(
      withoutFirst(fresh.defaultStreams),
    )
    heard[name] = body.events.map(({ id: _id, ...event }: Answer['body']) => event)
  }
  return heard
}

async function learn(client: ApiClient) {
  const { body } = await client.post('/register', { include_subscribers: true })
  return { state: readState(body), defaultStreams: body.realm_default_streams, queueId: body.queue_id }
}

function keepUp(known: Known, event: Answer['body'], self: number): void {
  // The whole objects: the harness compares only which streams are in the list.
  if (event.type === 'default_streams') known.defaultStreams = event.default_streams
  applyEvent(known.state, event, self)
}

const withoutFirst = (streams: Answer['body'][]) =>
  streams.map(({ first_message_id: _first, ...stream }) => stream)
