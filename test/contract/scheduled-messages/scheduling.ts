import { expect } from 'vitest'
import type { ApiClient, Arguments } from '../../harness/api-client.ts'
import type { World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'

const HOUR = 3600

/** A time that is an hour ahead on the clock of the server, unless told otherwise. */
export const ahead = (world: World, seconds = HOUR) => Math.floor(world.clock.now() / 1000) + seconds

export async function schedule(world: World, client: ApiClient, args: Arguments): Promise<number> {
  const answer = await client.post('/scheduled_messages', {
    type: 'stream',
    topic: 'later',
    content: 'text',
    scheduled_delivery_timestamp: ahead(world),
    ...args,
  })
  expect(answer.body).toMatchObject({ result: 'success' })
  return answer.body.scheduled_message_id
}

export async function scheduledBy(client: ApiClient) {
  return (await client.get('/scheduled_messages')).body.scheduled_messages
}

/** Nothing was scheduled in the meantime, and no event was sent. */
export async function refusesToSchedule(
  world: World,
  client: ApiClient,
  args: Arguments,
  msg: string,
  rest?: object,
) {
  const before = await scheduledBy(client)
  const answer = await client.post('/scheduled_messages', {
    type: 'stream',
    topic: 'later',
    content: 'text',
    scheduled_delivery_timestamp: ahead(world),
    ...args,
  })
  expectRefusal(answer, msg, rest)
  expect(await scheduledBy(client)).toEqual(before)
}

/** Until something is so: bounded, and it fails loudly. */
export async function eventually<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const found = await look()
    if (found) return found
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error('it did not come to be')
}
