import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../harness/api-client.ts'
import { applyEvent, comparable, readState } from '../harness/client-state.ts'
import { type EngineName, engines } from '../harness/engines.ts'
import { moreOperations } from '../harness/more-operations.ts'
import { names, operations } from '../harness/random-operations.ts'
import { startWorld, type World } from '../harness/world.ts'

describe.each(engines)('initial state + events = fresh state, on %s', (engine: EngineName) => {
  let world: World
  const sent: number[] = []
  beforeAll(async () => {
    // Caches that keep one entry: it is evicted at nearly every request, and loaded again at the next.
    world = await startWorld(engine, { CACHE_ENTRIES: '1' })
  })
  afterAll(() => world.stop())

  it('for random operations of four people', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(operations, moreOperations), { minLength: 5, maxLength: 40 }),
        async (sequence) => {
          const before = await Promise.all(names.map((name) => register(world[name])))
          for (const operation of sequence) {
            const answer = (await operation(world, sent)) as { status: number } | undefined
            if (answer) expect(answer.status).not.toBe(500)
          }
          for (const [index, name] of names.entries()) {
            const client = world[name]
            const { state, queueId } = before[index]!
            const { body } = await client.get('/events', {
              queue_id: queueId,
              last_event_id: -1,
              dont_block: true,
            })
            for (const event of body.events) applyEvent(state, event, world.demo.people[name].id)
            const fresh = await register(client)
            expect(comparable(state)).toEqual(comparable(fresh.state))
            await client.delete('/events', { queue_id: queueId })
          }
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? (engine === 'SQLite' ? 40 : 15)) },
    )
  }, 180_000)
})

async function register(client: ApiClient) {
  const { body } = await client.post('/register', { include_subscribers: true })
  return { state: readState(body), queueId: body.queue_id as string }
}
