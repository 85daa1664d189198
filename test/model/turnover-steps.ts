import { deleteOne, moveOne, reactOnce, sendOne } from './message-steps.ts'
import { isSubscribed } from './model-access.ts'
import type { ModelStream, ModelUser } from './model-chat.ts'
import type { World } from './model-world.ts'
import { emojis, topics } from './random-content.ts'
import type { Step, WeightedSteps } from './random-step.ts'
import { flagMessages, setRole, subscribeUsers, unsubscribeUser } from './reader-steps.ts'
import { setName, setPrivacy } from './stream-steps.ts'

type Act = (world: World, stream: ModelStream, user: ModelUser) => Promise<string>

const administrator = ({ model }: World) => model.users.find(({ role }) => role === 'administrator')!

/** An administrator who can change the stream, if there is one. */
const keeper = (world: World, stream: ModelStream) =>
  world.model.users.find((one) => one.role === 'administrator' && isSubscribed(one, stream.id)) ??
  administrator(world)

const idsIn = ({ model }: World, stream: ModelStream) =>
  [...model.messages.values()].filter((one) => one.stream === stream.id).map(({ id }) => id)

/** Everything that changes what somebody has of a stream, or may still have of it. */
const acts: readonly (readonly [weight: number, act: Act])[] = [
  [
    6,
    (world, stream) => {
      const destination = { stream: stream.id, topic: world.random.pick(topics) }
      return sendOne(world, keeper(world, stream), destination)
    },
  ],
  [
    3,
    (world, stream) =>
      setPrivacy(
        world,
        keeper(world, stream),
        stream,
        !stream.isPrivate,
        stream.isPrivate ? undefined : world.random.chance(0.5),
      ),
  ],
  [3, (world, stream, user) => unsubscribeUser(world, administrator(world), stream, user)],
  [
    2,
    async (world, stream, user) =>
      stream.isArchived ? 'nothing' : subscribeUsers(world, keeper(world, stream), stream, [user]),
  ],
  [
    2,
    async (world, stream, user) => {
      const own = idsIn(world, stream).filter((id) => user.copies.has(id))
      if (own.length === 0) return 'nothing'
      return flagMessages(world, user, { op: 'add', flag: 'starred' }, own.slice(-3))
    },
  ],
  [
    2,
    async (world, stream) => {
      const id = idsIn(world, stream).at(-1)
      return id === undefined ? 'nothing' : deleteOne(world, keeper(world, stream), id)
    },
  ],
  [
    3,
    async (world, stream) => {
      const id = idsIn(world, stream).at(-1)
      if (id === undefined) return 'nothing'
      const others = world.model.streams.filter((one) => one !== stream)
      const move = { stream: world.random.pick(others).id, mode: 'change_later' } as const
      return moveOne(world, keeper(world, stream), id, move)
    },
  ],
  [
    1,
    async (world, stream) => {
      const id = idsIn(world, stream).at(-1)
      if (id === undefined) return 'nothing'
      return reactOnce(world, keeper(world, stream), id, world.random.pick(emojis), 'add')
    },
  ],
  [1, (world, stream) => setName(world, keeper(world, stream), stream)],
  [
    0.5,
    (world, _stream, user) =>
      setRole(world, administrator(world), user, world.random.pick(['member', 'guest'] as const)),
  ],
]

/** Somebody's access to a stream changes several times between two of their polls. */
const turnover: Step = async (world) => {
  const { model, random } = world
  const stream = random.pick(model.streams)
  const inside = model.users.filter((user) => isSubscribed(user, stream.id))
  const user = random.pick(inside.length > 0 ? inside : model.users)
  const done: string[] = []
  for (let left = 3 + random.below(5); left > 0; left -= 1)
    done.push(await random.weighted(acts)(world, stream, user))
  return done.join('\n    ')
}

export const turnoverSteps: WeightedSteps = [[4, turnover]]
