import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { createServer } from '../../src/server/create-server.ts'
import { openProducts } from '../../src/server/open-products.ts'
import { ApiClient } from '../harness/api-client.ts'
import { type EngineName, engines } from '../harness/engines.ts'
import { names, operations } from '../harness/random-operations.ts'
import { startWorld, type World } from '../harness/world.ts'

const term = (operator: string, operand: string) => ({ operator, operand })

const questions = [
  { anchor: 'newest', num_before: 60, num_after: 0 },
  { anchor: 'oldest', num_before: 0, num_after: 60 },
  { anchor: 'first_unread', num_before: 10, num_after: 10 },
  { anchor: 'newest', num_before: 40, num_after: 0, narrow: [term('stream', 'test')] },
  {
    anchor: 'newest',
    num_before: 40,
    num_after: 0,
    narrow: [term('stream', 'general'), term('topic', 'lunch')],
  },
  { anchor: 'newest', num_before: 40, num_after: 0, narrow: [term('is', 'private')] },
  { anchor: 'newest', num_before: 40, num_after: 0, narrow: [term('sender', 'ben@example.com')] },
]

/** What the server keeps in memory is only ever a faster way to say what is stored. */
describe.each(engines)('what is remembered = what is stored, on %s', (engine: EngineName) => {
  let world: World
  const sent: number[] = []
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('for random operations: history, flags and lists as a server that has just started tells them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operations, { minLength: 5, maxLength: 20 }), async (sequence) => {
        for (const name of names) await world[name].get('/messages', questions[0])
        for (const operation of sequence) await operation(world, sent)
        const log = createLogger('error')
        const products = await openProducts(world.config, log, world.clock, 'command')
        const fresh = createServer(products, log)
        for (const name of names) {
          const other = new ApiClient(fresh, world[name].credentials)
          for (const question of questions) {
            const answer = await world[name].get('/messages', question)
            expect(answer.body).toEqual((await other.get('/messages', question)).body)
          }
          expect((await world[name].get('/streams')).body).toEqual((await other.get('/streams')).body)
        }
        await fresh.close()
        await products.stop()
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 12) },
    )
  }, 180_000)
})
