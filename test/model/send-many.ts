import { sendValues } from './message-steps.ts'
import type { ModelUser } from './model-chat.ts'
import { addMessage } from './model-messages.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { call, type World } from './model-world.ts'

const AT_ONCE = 24

export interface ManyMessages {
  sender: ModelUser
  stream: number
  /** the topic of each, by its place */
  topic: (index: number) => string
  count: number
}

/** Many messages to one stream, as fast as the server takes them. Answers with their ids, ascending. */
export async function sendMany(
  world: World,
  { sender, stream, topic, count }: ManyMessages,
): Promise<number[]> {
  const sent: { id: number; topic: string; content: string }[] = []
  let next = 0
  const work = async () => {
    while (next < count) {
      const index = next
      next += 1
      const content = `bulk ${index % 7 === 0 ? 'apple' : 'stone'} number${index}`
      const destination = { stream, topic: topic(index) }
      const values = sendValues(world.model, destination, content, 'script', index % 2 === 0)
      const { body } = await call(world, sender, 'POST', '/messages', values, { isFresh: false })
      if (body.result !== 'success') throw new ModelMismatch(sender.email, 'POST /messages', 'success', body)
      sent.push({ id: body.id as number, topic: destination.topic, content })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  sent.sort((one, other) => one.id - other.id)
  for (const { id, topic: own, content } of sent)
    addMessage(world.model, id, sender.id, { stream, topic: own }, content, 'script')
  return sent.map(({ id }) => id)
}
