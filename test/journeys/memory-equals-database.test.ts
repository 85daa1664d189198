import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { createServer } from '../../src/server/create-server.ts'
import { openProducts } from '../../src/server/open-products.ts'
import { ApiClient } from '../harness/api-client.ts'
import { type EngineName, engines } from '../harness/engines.ts'
import { names, type Operation, operations } from '../harness/random-operations.ts'
import { startWorld, type World } from '../harness/world.ts'

const term = (operator: string, operand: string) => ({ operator, operand })

const questions = [
  { anchor: 'newest', num_before: 60, num_after: 0 },
  { anchor: 'oldest', num_before: 0, num_after: 60 },
  { anchor: 'first_unread', num_before: 10, num_after: 10 },
  { anchor: 'first_unread', num_before: 10, num_after: 10, narrow: [term('stream', 'test')] },
  { anchor: 'first_unread', num_before: 5, num_after: 5, narrow: [term('stream', 'general')] },
  {
    anchor: 'first_unread',
    num_before: 5,
    num_after: 5,
    narrow: [term('stream', 'test'), term('topic', 'plans')],
  },
  { anchor: 'first_unread', num_before: 5, num_after: 5, narrow: [term('pm-with', 'ben@example.com')] },
  { anchor: 'newest', num_before: 40, num_after: 0, narrow: [term('stream', 'test')] },
  {
    anchor: 'newest',
    num_before: 40,
    num_after: 0,
    narrow: [term('stream', 'general'), term('topic', 'lunch')],
  },
  { anchor: 'newest', num_before: 40, num_after: 0, narrow: [term('is', 'private')] },
  { anchor: 'newest', num_before: 40, num_after: 0, narrow: [term('sender', 'ben@example.com')] },
  { anchor: 'newest', num_before: 40, num_after: 0, narrow: [term('pm-with', 'ben@example.com')] },
  { anchor: 'oldest', num_before: 0, num_after: 30, narrow: [term('stream', 'general')] },
  { anchor: 40, num_before: 15, num_after: 15 },
  { anchor: 70, num_before: 7, num_after: 9, apply_markdown: false },
  { anchor: 55, num_before: 10, num_after: 10, narrow: [term('stream', 'test')], client_gravatar: true },
  { anchor: 30, num_before: 5, num_after: 5, narrow: [term('stream', 'test'), term('topic', 'plans')] },
]

const person = fc.constantFrom(...names)
const share = fc.double({ min: 0, max: 0.999, noNaN: true })
const pick = (sent: number[], part: number) => sent[Math.floor(sent.length * part)] ?? 1

/** Somebody looks somewhere, so that there is something to forget; and what else changes messages or flags. */
const looksAndMarks: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(person, fc.constantFrom(...questions)).map(
      ([who, question]): Operation =>
        (world) =>
          world[who].get('/messages', question),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(person, share, fc.constantFrom('starred', 'read', 'collapsed'), fc.constantFrom('add', 'remove'))
      .map(
        ([who, part, flag, op]): Operation =>
          (world, sent) =>
            world[who].post('/messages/flags', { messages: [pick(sent, part)], op, flag }),
      ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(person, fc.integer({ min: 1, max: 30 }), fc.constantFrom('test', 'general')).map(
      ([who, count, stream]): Operation =>
        async (world) => {
          const narrow = [term('stream', stream)]
          const page = { anchor: 'first_unread', num_before: 0, num_after: count, narrow }
          const { messages = [] } = (await world[who].get('/messages', page)).body
          const ids = messages.map(({ id }: { id: number }) => id)
          await world[who].post('/messages/flags', { messages: ids, op: 'add', flag: 'read' })
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(person, fc.constantFrom('test', 'general'), fc.boolean()).map(
      ([who, stream, value]): Operation =>
        async (world) => {
          const { stream_id: id } = (await world[who].get('/get_stream_id', { stream })).body
          await world[who].post('/users/me/subscriptions/properties', {
            subscription_data: [{ stream_id: id, property: 'is_muted', value }],
          })
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(person, share, fc.boolean()).map(
      ([who, part, isAdded]): Operation =>
        (world, sent) => {
          const path = `/messages/${pick(sent, part)}/reactions`
          const emoji = { emoji_name: 'tada' }
          return isAdded ? world[who].post(path, emoji) : world[who].delete(path, emoji)
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(person, share).map(
      ([who, part]): Operation =>
        (world, sent) =>
          world[who].post('/submessage', { message_id: pick(sent, part), msg_type: 'widget', content: '{}' }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(person, person).map(
      ([who, whom]): Operation =>
        async (world) => {
          const { body } = await world[whom].get('/users/me')
          await world[who].post(`/users/me/muted_users/${body.user_id}`)
        },
    ),
  },
  {
    weight: 1,
    arbitrary: share.map(
      (part): Operation =>
        (world, sent) =>
          world.ada.delete(`/messages/${pick(sent, part)}`),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Ben Okri', 'Ben O.').map(
      (name): Operation =>
        (world) =>
          world.ben.patch('/settings', { full_name: name }),
    ),
  },
)

const mixed = fc.oneof({ weight: 3, arbitrary: operations }, { weight: 2, arbitrary: looksAndMarks })

/** What the server keeps in memory is only ever a faster way to say what is stored. */
describe.each(engines)('what is remembered = what is stored, on %s', (engine: EngineName) => {
  let world: World
  const sent: number[] = []
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('after random operations: history, flags and lists are those of a freshly started server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mixed, { minLength: 10, maxLength: 40 }), async (sequence) => {
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
            // Found by a search instead of in blocks, without leaving out any sender.
            const searched = [
              ...(question.narrow ?? []),
              { ...term('sender', 'echo-bot@example.com'), negated: true },
            ]
            expect((await world[name].get('/messages', { ...question, narrow: searched })).body).toEqual(
              answer.body,
            )
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
