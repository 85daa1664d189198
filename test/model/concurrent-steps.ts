import { randomDestination, sendValues } from './message-steps.ts'
import { changeFlags } from './model-flags.ts'
import { addMessage, editMessage, maySend } from './model-messages.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { listUnread } from './model-unread.ts'
import { call, type World } from './model-world.ts'
import { randomContent, randomUser, topics } from './random-content.ts'
import type { Step, WeightedSteps } from './random-step.ts'

/** Events that are announced meanwhile may come in any order. */
export function together(world: World, apply: () => void): void {
  world.model.batch += 1
  world.model.isConcurrent = true
  apply()
  world.model.isConcurrent = false
}

/** Several people send at once; the answers tell in which order. */
const sendTogether: Step = async (world) => {
  const { model, random } = world
  const sends = Array.from({ length: 2 + random.below(10) }, () => {
    const sender = randomUser(model, random)
    const destination = randomDestination(world)
    return { sender, destination, content: randomContent(model, random), isFresh: random.chance(0.3) }
  }).filter(({ sender, destination }) => maySend(model, sender, destination))
  const sent = await Promise.all(
    sends.map(async ({ sender, destination, content, isFresh }) => {
      const values = sendValues(model, destination, content, 'script', !isFresh)
      const { body } = await call(world, sender, 'POST', '/messages', values, { isFresh })
      if (body.result !== 'success') throw new ModelMismatch(sender.email, 'POST /messages', 'success', body)
      return { id: body.id as number, sender, destination, content }
    }),
  )
  sent.sort((one, other) => one.id - other.id)
  for (const { id, sender, destination, content } of sent)
    addMessage(model, id, sender.id, destination, content, 'script')
  return `${sent.map(({ sender, id }) => `${sender.email} ${id}`).join(', ')} sent at once`
}

/** Two windows of one person change different messages: neither may lose what the other did. */
const flagTogether: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const unread = listUnread(model, user).map(({ id }) => id)
  const copies = [...user.copies].filter(([, copy]) => copy.isOpen && copy.isRead).map(([id]) => id)
  if (unread.length < 2 || copies.length === 0) return 'nothing: too little to flag'
  const added = random.some(unread, 6)
  const removed = random.some(copies.slice(-20), 3)
  const change = (op: 'add' | 'remove', messages: number[], isFresh: boolean) =>
    call(world, user, 'POST', '/messages/flags', { op, flag: 'read', messages }, { isFresh })
  const isFresh = random.chance(0.5)
  await Promise.all([change('remove', removed, isFresh), change('add', added, !isFresh)])
  together(world, () => {
    changeFlags(model, user, { op: 'remove', flag: 'read' }, removed)
    changeFlags(model, user, { op: 'add', flag: 'read' }, added)
  })
  return `${user.email} at once unreads ${removed} and reads ${added}`
}

/** Somebody reads a topic while somebody else moves it. */
const readDuringMove: Step = async (world) => {
  const { model, random } = world
  const user = randomUser(model, random)
  const unread = listUnread(model, user).filter(
    ({ stream, sender }) => stream !== null && model.users.some(({ id }) => id === sender),
  )
  if (unread.length === 0) return 'nothing: nothing unread in streams'
  const message = random.pick(unread)
  const mover = model.users.find(({ id }) => id === message.sender)!
  const topic = random.pick(topics)
  const ids = unread
    .filter((one) => one.stream === message.stream && one.topic === message.topic)
    .map(({ id }) => id)
  const edit = { topic, mode: random.pick(['change_one', 'change_all'] as const) }
  const isFresh = random.chance(0.5)
  const [moved] = await Promise.all([
    call(world, mover, 'PATCH', `/messages/${message.id}`, { topic, propagate_mode: edit.mode }, { isFresh }),
    call(world, user, 'POST', '/messages/flags', { op: 'add', flag: 'read', messages: ids }, { isFresh }),
  ])
  together(world, () => {
    const isGranted = editMessage(model, mover, message.id, edit)
    ModelMismatch.check(
      mover.email,
      `PATCH /messages/${message.id}`,
      isGranted,
      moved.body.result === 'success',
    )
    changeFlags(model, user, { op: 'add', flag: 'read' }, ids)
  })
  return `${mover.email} moves ${message.id} to ${topic} (${edit.mode}) while ${user.email} reads ${ids}`
}

export const concurrentSteps: WeightedSteps = [
  [5, sendTogether],
  [2, flagTogether],
  [2, readDuringMove],
]
