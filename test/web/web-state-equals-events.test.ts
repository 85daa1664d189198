import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../harness/api-client.ts'
import { root } from '../harness/build-switchboard.ts'
import { moreOperations } from '../harness/more-operations.ts'
import { names, operations } from '../harness/random-operations.ts'
import { startWorld, type World } from '../harness/world.ts'

// The web app's own code, which is written for browsers: its types need theirs.
type State = Record<string, unknown> & {
  people: Map<number, Record<string, unknown>>
  streams: Map<number, Wire>
  directs: Map<string, number>
  unread: { conversations: Map<string, { ids: Set<number> }>; mentions: Set<number> }
}
type Wire = Record<string, unknown>
const folder = join(root, 'web/src/chat/state')

let world: World
let initialState: (registration: Wire) => State
let applyEvent: (state: State, event: Wire, now: number) => State
beforeAll(async () => {
  world = await startWorld('SQLite')
  ;({ initialState } = await import(join(folder, 'initial-state.ts')))
  ;({ applyEvent } = await import(join(folder, 'apply-event.ts')))
})
afterAll(() => world.stop())

test('after events, the web app has the same state as after a new registration', async () => {
  const sent: number[] = []
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(operations, moreOperations), { minLength: 5, maxLength: 40 }),
      async (sequence) => {
        const before = await Promise.all(names.map((name) => register(world[name])))
        for (const operation of sequence) await operation(world, sent)
        for (const [index, name] of names.entries()) {
          const { state, queue_id } = before[index]!
          const { body } = await world[name].get('/events', { queue_id, last_event_id: -1, dont_block: true })
          const after = body.events.reduce((known: State, event: Wire) => applyEvent(known, event, 0), state)
          const fresh = await register(world[name])
          expect(comparable(after)).toEqual(comparable(fresh.state))
          // Of a deleted message events do not tell what was before it: a conversation may have lost its last one.
          const conversations = [...fresh.state.directs.keys()]
          expect([...after.directs.keys()]).toEqual(expect.arrayContaining(conversations))
          for (const id of [queue_id, fresh.queue_id]) await world[name].delete('/events', { queue_id: id })
        }
      },
    ),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 10) },
  )
}, 180_000)

async function register(client: ApiClient) {
  const { body } = await client.post('/register', {
    apply_markdown: true,
    include_subscribers: true,
    slim_presence: true,
  })
  return { state: initialState(body), queue_id: body.queue_id as string }
}

/** Without what passes by itself, and of streams and people only what the app shows. */
function comparable({
  presences: _,
  typing: _typing,
  version: _version,
  directs: _directs,
  ...state
}: State) {
  const visible = new Set([...state.streams.values()].map(({ stream_id }) => stream_id as number))
  return plain({
    ...state,
    streams: pickAll(state.streams, ['name', 'description', 'invite_only', 'stream_post_policy']),
    subscriptions: pickAll(state.subscriptions as Map<number, Wire>, [
      'name',
      'is_muted',
      'pin_to_top',
      'color',
      'desktop_notifications',
      'invite_only',
    ]),
    subscribers: new Map(
      [...(state.subscribers as Map<number, Set<number>>)].filter(
        ([id, who]) => visible.has(id) && who.size > 0,
      ),
    ),
    unread: { mentions: state.unread.mentions, conversations: idsOf(state.unread.conversations) },
    people: pickAll(state.people, ['email', 'full_name', 'is_active', 'is_admin', 'is_guest', 'avatar_url']),
  })
}

/** Which of two spellings of a topic is shown makes no difference. */
const idsOf = (conversations: Map<string, { ids: Set<number> }>) =>
  new Map([...conversations].map(([key, { ids }]) => [key, ids]))

function pickAll(things: Map<number, Wire>, fields: string[]): Map<number, Wire> {
  const pick = (thing: Wire) => Object.fromEntries(fields.map((field) => [field, thing[field]]))
  return new Map([...things].map(([id, thing]) => [id, pick(thing)]))
}

/** Maps and sets in one order: in which order things were learned makes no difference. */
function plain(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].sort().map(([key, item]) => [key, plain(item)]))
  if (value instanceof Set) return [...value].sort((one, other) => Number(one) - Number(other))
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}
