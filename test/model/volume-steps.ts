import { maySend } from './model-messages.ts'
import { randomUser, topics } from './random-content.ts'
import type { Step, WeightedSteps } from './random-step.ts'
import { sendMany } from './send-many.ts'

/** As many as the limits of pages, blocks, unread counts and what memory keeps are about. */
const counts = [500, 2100, 5200, 7500, 13_500]

const sendThousands: Step = async (world) => {
  const { model, random } = world
  const sender = randomUser(model, random)
  const stream = random.pick(model.streams).id
  const topic = random.pick(topics)
  const count = random.pick(counts)
  if (!maySend(model, sender, { stream, topic })) return 'nothing: they may not send there'
  await sendMany(world, { sender, stream, topic: () => topic, count })
  return `${sender.email} sends ${count} messages to ${stream}`
}

export const volumeSteps: WeightedSteps = [[1.5, sendThousands]]
