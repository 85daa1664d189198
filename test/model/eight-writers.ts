import {
  catchUp,
  closeClient,
  compareClient,
  type ModelClient,
  openClient,
  type WireEvent,
} from './compare-clients.ts'
import type { ModelUser } from './model-chat.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { call, restart, type World } from './model-world.ts'
import { emojis, topics } from './random-content.ts'
import { note } from './run-model.ts'
import type { Scenario } from './scenarios.ts'

const WRITERS = 8
const ACTS_PER_WRITER = 12
const ROUNDS = { short: 4, long: 40 }
/** Old enough messages are left alone, so that the writers meet. */
const RECENT = 25

interface Place {
  streams: { id: number; name: string }[]
  sent: number[]
}

type Act = (world: World, user: ModelUser, place: Place) => Promise<unknown>

const pickStream = ({ random }: World, { streams }: Place) => random.pick(streams)
const pickMessage = ({ random }: World, { sent }: Place) => random.pick([...sent.slice(-RECENT), 0])
const pickMode = ({ random }: World) => random.pick(['change_one', 'change_later', 'change_all'])

/** What they may not do is refused, and changes nothing. */
const acts: readonly (readonly [weight: number, act: Act])[] = [
  [
    10,
    async (world, user, place) => {
      const { random } = world
      const values = {
        type: 'stream',
        to: [pickStream(world, place).id],
        topic: random.pick(topics),
        content: random.chance(0.2) ? `@**all** ${random.next()}` : `${random.next()}`,
      }
      const { body } = await call(world, user, 'POST', '/messages', values)
      if (body.result === 'success') place.sent.push(body.id as number)
    },
  ],
  [
    4,
    (world, user, place) => {
      const values = {
        stream_id: pickStream(world, place).id,
        propagate_mode: pickMode(world),
        send_notification_to_new_thread: false,
      }
      return call(world, user, 'PATCH', `/messages/${pickMessage(world, place)}`, values)
    },
  ],
  [
    3,
    (world, user, place) => {
      const values = { topic: world.random.pick(topics), propagate_mode: pickMode(world) }
      return call(world, user, 'PATCH', `/messages/${pickMessage(world, place)}`, values)
    },
  ],
  [
    2,
    (world, user, place) =>
      call(world, user, 'PATCH', `/messages/${pickMessage(world, place)}`, {
        content: `${world.random.next()}`,
      }),
  ],
  [2, (world, user, place) => call(world, user, 'DELETE', `/messages/${pickMessage(world, place)}`)],
  [
    2,
    (world, user, place) =>
      call(world, user, 'POST', `/messages/${pickMessage(world, place)}/reactions`, {
        emoji_name: world.random.pick(emojis),
      }),
  ],
  [
    6,
    (world, user, place) =>
      call(world, user, 'POST', '/messages/flags', {
        messages: [pickMessage(world, place)],
        op: world.random.chance(0.8) ? 'add' : 'remove',
        flag: world.random.pick(['starred', 'starred', 'read']),
      }),
  ],
  [
    4,
    (world, user, place) =>
      call(world, user, 'PATCH', `/streams/${pickStream(world, place).id}`, {
        is_private: world.random.chance(0.5),
        history_public_to_subscribers: world.random.pick([true, undefined]),
      }),
  ],
  [
    1,
    (world, user, place) => {
      const stream = pickStream(world, place)
      stream.name = `${stream.id} ${world.random.below(1000)}`
      return call(world, user, 'PATCH', `/streams/${stream.id}`, { new_name: stream.name })
    },
  ],
  [
    4,
    async (world, user, place) => {
      const { name } = pickStream(world, place)
      const { body } = await call(world, user, 'GET', '/get_stream_id', { stream: name })
      // A name that is free would make a new stream.
      if (body.result !== 'success') return
      const principals = world.random.some(world.model.users, 2).map(({ id }) => id)
      await call(world, user, 'POST', '/users/me/subscriptions', { subscriptions: [{ name }], principals })
    },
  ],
  [
    4,
    (world, user, place) =>
      call(world, user, 'DELETE', '/users/me/subscriptions', {
        subscriptions: [pickStream(world, place).name],
        principals: [world.random.pick(world.model.users).id],
      }),
  ],
  [
    1,
    (world, user) =>
      call(world, user, 'PATCH', `/users/${world.random.pick(world.model.users.slice(2)).id}`, {
        role: world.random.pick([200, 400, 600]),
      }),
  ],
]

/** Rarely, so that streams are left: one round in three. */
const archive: Act = (world, user, place) => {
  const [stream] = place.streams.splice(world.random.below(place.streams.length), 1)
  return call(world, user, 'DELETE', `/streams/${stream!.id}`)
}

/**
 * Eight people change the same few streams and messages at the same time. Nobody knows in which order, but when all are
 * done, every client's state is that of a new one, no queue had more than its owner may read, and none had less.
 */
export const eightWriters: Scenario = async (world) => {
  const { model, random } = world
  const writers = Array.from({ length: WRITERS }, (_, index) => model.users[index % model.users.length]!)
  // Those of the world have the initial state of another run of rounds.
  for (const client of world.clients) await catchUp(world, client)
  for (let round = 0; round < (world.isLong ? ROUNDS.long : ROUNDS.short); round += 1) {
    const place = await makePlace(world, round)
    const fresh: ModelClient[] = []
    for (const user of model.users) fresh.push(await openClient(world, user))
    await Promise.all(
      writers.map(async (writer) => {
        for (let left = ACTS_PER_WRITER; left > 0; left -= 1)
          await random.weighted(acts)(world, writer, place)
      }),
    )
    if (round % 3 === 0) await archive(world, model.users[0]!, place)
    note(world, `round ${round}: ${place.sent.length} messages in ${place.streams.map(({ id }) => id)}`)
    if (round % 4 === 3) await restart(world, random.pick(['SIGTERM', 'SIGKILL'] as const))
    for (const client of fresh) {
      const events = await catchUp(world, client)
      await compareContent(world, client.user, place.sent, events)
    }
    for (const client of [...fresh, ...world.clients]) await compareClient(world, client)
    for (const client of fresh) await closeClient(world, client)
  }
}

/** Three streams of this round: public, private, and private with an open history. Half of the people are in each. */
async function makePlace(world: World, round: number): Promise<Place> {
  const { model, random } = world
  const [ada] = model.users
  const streams: Place['streams'] = []
  for (const [index, values] of [
    {},
    { invite_only: true },
    { invite_only: true, history_public_to_subscribers: true },
  ].entries()) {
    const name = `round ${round} ${index}`
    const people = [ada!, ...random.some(model.users.slice(1), 4)]
    await call(world, ada!, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: people.map(({ id }) => id),
      ...values,
    })
    const { body } = await call(world, ada!, 'GET', '/get_stream_id', { stream: name })
    streams.push({ id: body.stream_id as number, name })
  }
  return { streams, sent: [] }
}

/**
 * The queue had content of exactly those messages that its owner can read now: a message that came to them is in it, or
 * the move that brought it.
 */
async function compareContent(
  world: World,
  user: ModelUser,
  sent: readonly number[],
  events: readonly WireEvent[],
): Promise<void> {
  world.questions += 1
  const had = new Set<number>()
  const whole = new Set<number>()
  for (const event of events) {
    if (event.type === 'message') whole.add(event.message.id)
    if (event.type === 'reaction') had.add(event.message_id)
    if (event.type !== 'update_message') continue
    if (event.content !== undefined) had.add(event.message_id)
    if (event.new_stream_id !== undefined) for (const id of event.message_ids) whole.add(id)
  }
  const readable = new Set<number>()
  for (const id of sent) {
    const { body } = await call(world, user, 'GET', `/messages/${id}`)
    if (body.result === 'success') readable.add(id)
  }
  const content = events.filter(({ type }) => type === 'message').map(({ message }) => message.id)
  const leaked = [...had, ...content].filter((id) => sent.includes(id) && !readable.has(id))
  ModelMismatch.check(user.email, 'content of messages that they cannot read', [], leaked)
  const page = { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [] }
  const { body } = await call(world, user, 'GET', '/messages', page)
  const received = (body.messages as { id: number }[]).map(({ id }) => id).filter((id) => sent.includes(id))
  const missed = received.filter((id) => !whole.has(id))
  ModelMismatch.check(user.email, 'events of messages that came to them', [], missed)
}
