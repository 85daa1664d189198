import { archiveStream, changePrivacy, renameStream } from './model-streams.ts'
import { expectCall } from './model-world.ts'
import { randomUser } from './random-content.ts'
import type { Step, WeightedSteps } from './random-step.ts'

const privacy: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream = random.pick(model.streams)
  const isPrivate = random.chance(0.5)
  const history = random.pick([true, false, undefined])
  const isGranted = changePrivacy(model, user, stream, isPrivate, history)
  const values = { is_private: isPrivate, history_public_to_subscribers: history }
  await expectCall(world, user, 'PATCH', `/streams/${stream.id}`, values, isGranted)
  return `${user.email} changes stream ${stream.id} ${JSON.stringify(values)}: ${isGranted}`
}

const rename: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream = random.pick(model.streams)
  const name = stream.name.endsWith(' new') ? stream.name.slice(0, -4) : `${stream.name} new`
  const isGranted = renameStream(model, user, stream, name)
  await expectCall(world, user, 'PATCH', `/streams/${stream.id}`, { new_name: name }, isGranted)
  return `${user.email} renames ${stream.id} to ${name}: ${isGranted}`
}

/** Seldom: enough streams have to be left. */
const archive: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const stream = random.pick(model.streams)
  if (model.streams.filter((one) => !one.isArchived).length < 5) return 'nothing: too few streams are left'
  const isGranted = archiveStream(model, user, stream)
  await expectCall(world, user, 'DELETE', `/streams/${stream.id}`, {}, isGranted)
  return `${user.email} archives ${stream.id}: ${isGranted}`
}

export const streamSteps: WeightedSteps = [
  [2, privacy],
  [1, rename],
  [0.2, archive],
]
