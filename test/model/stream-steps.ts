import type { ModelStream, ModelUser } from './model-chat.ts'
import { archiveStream, changePrivacy, renameStream } from './model-streams.ts'
import { expectCall, type World } from './model-world.ts'
import { randomUser } from './random-content.ts'
import type { Step, WeightedSteps } from './random-step.ts'

const privacy: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream = random.pick(model.streams)
  return setPrivacy(world, user, stream, random.chance(0.5), random.pick([true, false, undefined]))
}

export async function setPrivacy(
  world: World,
  user: ModelUser,
  stream: ModelStream,
  isPrivate: boolean,
  history?: boolean,
): Promise<string> {
  const isGranted = changePrivacy(world.model, user, stream, isPrivate, history)
  const values = { is_private: isPrivate, history_public_to_subscribers: history }
  await expectCall(world, user, 'PATCH', `/streams/${stream.id}`, values, isGranted)
  return `${user.email} changes stream ${stream.id} ${JSON.stringify(values)}: ${isGranted}`
}

const rename: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream = random.pick(model.streams)
  return setName(world, user, stream)
}

/** To a new name, or back to the old one. */
export async function setName(world: World, user: ModelUser, stream: ModelStream): Promise<string> {
  const name = stream.name.endsWith(' new') ? stream.name.slice(0, -4) : `${stream.name} new`
  const isGranted = renameStream(world.model, user, stream, name)
  await expectCall(world, user, 'PATCH', `/streams/${stream.id}`, { new_name: name }, isGranted)
  return `${user.email} renames ${stream.id} to ${name}: ${isGranted}`
}

/** Seldom: enough streams have to be left. */
const archive: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream = random.pick(model.streams)
  if (model.streams.filter((one) => !one.isArchived).length < 5) return 'nothing: too few streams are left'
  return archiveOne(world, user, stream)
}

export async function archiveOne(world: World, user: ModelUser, stream: ModelStream): Promise<string> {
  const isGranted = archiveStream(world.model, user, stream)
  await expectCall(world, user, 'DELETE', `/streams/${stream.id}`, {}, isGranted)
  return `${user.email} archives ${stream.id}: ${isGranted}`
}

export const streamSteps: WeightedSteps = [
  [4, privacy],
  [1, rename],
  [0.3, archive],
]
