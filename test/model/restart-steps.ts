import { randomDestination, sendValues } from './message-steps.ts'
import { addMessage, maySend } from './model-messages.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { call, restart } from './model-world.ts'
import { randomContent, randomUser } from './random-content.ts'
import type { Step, WeightedSteps } from './random-step.ts'

const signals = ['SIGTERM', 'SIGKILL'] as const

const restartBetween: Step = async (world) => {
  const signal = world.random.pick(signals)
  await restart(world, signal)
  return `restart after ${signal}`
}

/** The server ends while people send. They send again with the same key, and nothing is lost or doubled. */
const restartWhileSending: Step = async (world) => {
  const { model, random } = world
  const signal = random.pick(signals)
  const sends = Array.from({ length: 20 }, (_, index) => ({
    sender: randomUser(model, random),
    destination: randomDestination(world),
    content: randomContent(model, random),
    key: `${model.lastId} ${index}`,
  })).filter(({ sender, destination }) => maySend(model, sender, destination))
  const send = async ({ sender, destination, content, key }: (typeof sends)[number]) => {
    const values = sendValues(model, destination, content, 'script', false)
    const options = { headers: { 'idempotency-key': key }, isFresh: false }
    const { body } = await call(world, sender, 'POST', '/messages', values, options)
    return body
  }
  const first = Promise.allSettled(sends.map(send))
  for (let turns = random.below(400); turns > 0; turns -= 1) await new Promise((next) => setImmediate(next))
  await restart(world, signal)
  await first
  const sent = []
  for (const one of sends) {
    const body = await send(one)
    if (body.result !== 'success') throw new ModelMismatch(one.sender.email, 'to send again', 'success', body)
    sent.push({ ...one, id: body.id as number })
  }
  sent.sort((one, other) => one.id - other.id)
  for (const { id, sender, destination, content } of sent)
    addMessage(model, id, sender.id, destination, content, 'script')
  return `restart after ${signal} while ${sent.length} messages were sent`
}

export const restartSteps: WeightedSteps = [
  [0.3, restartBetween],
  [0.3, restartWhileSending],
]
