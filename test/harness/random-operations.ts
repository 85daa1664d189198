import fc from 'fast-check'
import type { ApiClient } from './api-client.ts'
import type { World } from './world.ts'

export type Name = 'ada' | 'ben' | 'cleo' | 'gus'
export const names: Name[] = ['ada', 'ben', 'cleo', 'gus']
const streams = ['general', 'test', 'random', 'leadership', 'one', 'two', 'secret']
const topics = ['lunch', 'Lunch', 'plans', 'noise']

const person = fc.constantFrom(...names)
const stream = fc.constantFrom(...streams)
const topic = fc.constantFrom(...topics)
const emails = fc
  .uniqueArray(person, { minLength: 1, maxLength: 3 })
  .map((list) => list.map((name) => `${name}@example.com`))
const content = fc.constantFrom(
  'hello',
  '@**Ben Okri** look',
  '@**all** hear',
  'tea time',
  '#**test** [x](http://a.example)',
)
/** which of the last messages, as a share of them */
const share = fc.double({ min: 0, max: 0.999, noNaN: true })

/** One thing that somebody does; many are refused, which is part of it. */
export type Operation = (world: World, sent: number[]) => Promise<unknown>

const as = (world: World, name: Name): ApiClient => world[name]
/** One of the last few: older ones are mostly read, and nothing happens to them. */
const pick = (sent: number[], part: number) =>
  sent.slice(-8)[Math.floor(Math.min(8, sent.length) * part)] ?? 1

export const operations: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(person, stream, topic, content, fc.boolean()).map(
      ([who, to, about, text, human]): Operation =>
        async (world, sent) => {
          const client = as(world, who).with({ 'user-agent': human ? 'website/1' : 'script/1' })
          const answer = await client.post('/messages', { type: 'stream', to, topic: about, content: text })
          if (answer.status === 200) sent.push(answer.body.id)
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(person, emails, content).map(
      ([who, to, text]): Operation =>
        async (world, sent) => {
          const answer = await as(world, who).post('/messages', { type: 'private', to, content: text })
          if (answer.status === 200) sent.push(answer.body.id)
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(person, share, content).map(
      ([who, part, text]): Operation =>
        (world, sent) =>
          as(world, who).patch(`/messages/${pick(sent, part)}`, { content: text }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(person, share, topic, fc.constantFrom('change_one', 'change_later', 'change_all'))
      .map(
        ([who, part, about, mode]): Operation =>
          (world, sent) =>
            as(world, who).patch(`/messages/${pick(sent, part)}`, { topic: about, propagate_mode: mode }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(person, share, stream, fc.constantFrom('change_one', 'change_all'), fc.boolean()).map(
      ([who, part, name, mode, tell]): Operation =>
        async (world, sent) => {
          const { body } = await as(world, who).get('/get_stream_id', { stream: name })
          if (body.result !== 'success') return
          await as(world, who).patch(`/messages/${pick(sent, part)}`, {
            stream_id: body.stream_id,
            propagate_mode: mode,
            send_notification_to_new_thread: tell,
          })
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
    weight: 4,
    arbitrary: fc.tuple(person, stream, emails, fc.boolean(), fc.boolean()).map(
      ([who, name, principals, secret, open]): Operation =>
        (world) =>
          as(world, who).post('/users/me/subscriptions', {
            subscriptions: [{ name }],
            principals,
            invite_only: secret,
            history_public_to_subscribers: open,
            authorization_errors_fatal: false,
          }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(person, stream).map(
      ([who, name]): Operation =>
        (world) =>
          as(world, who).delete('/users/me/subscriptions', { subscriptions: [name] }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(stream, emails).map(
      ([name, principals]): Operation =>
        (world) =>
          world.ada.delete('/users/me/subscriptions', { subscriptions: [name], principals }),
    ),
  },
  {
    weight: 1,
    arbitrary: person.map(
      (who): Operation =>
        (world) =>
          as(world, who).post('/mark_all_as_read'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(person, fc.integer({ min: 1, max: 8 })).map(
      ([who, id]): Operation =>
        (world) =>
          as(world, who).post('/mark_stream_as_read', { stream_id: id }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(person, fc.integer({ min: 1, max: 8 }), topic).map(
      ([who, id, about]): Operation =>
        (world) =>
          as(world, who).post('/mark_topic_as_read', { stream_id: id, topic_name: about }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(person, stream, topic, fc.constantFrom('add', 'remove')).map(
      ([who, name, about, op]): Operation =>
        (world) =>
          as(world, who).patch('/users/me/subscriptions/muted_topics', { stream: name, topic: about, op }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(person, fc.constantFrom('tea', 'time', 'hello')).map(
      ([who, word]): Operation =>
        (world) =>
          as(world, who).post('/users/me/alert_words', { alert_words: [word] }),
    ),
  },
)
