import { expect } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import type { World } from '../../harness/world.ts'
import { type Event, openQueue, sendPrivately } from './message-requests.ts'

export const witnessNames = ['ada', 'ben', 'cleo', 'gus', 'echoBot'] as const
export type WitnessName = (typeof witnessNames)[number]

/**
 * The events that each of them gets about an action. To prove that a silent queue works, everybody's queue ends
 * with a message to all of them, which is left out of the result.
 */
export async function witness(
  world: World,
  act: () => Promise<unknown>,
  options: Record<string, unknown> = {},
): Promise<Record<WitnessName, Event[]>> {
  const clients: Record<WitnessName, ApiClient> = world
  const queues = new Map<WitnessName, Awaited<ReturnType<typeof openQueue>>>()
  const event_types = ['message', 'update_message', 'delete_message', 'update_message_flags']
  for (const name of witnessNames) {
    queues.set(name, await openQueue(clients[name], { event_types, ...options }))
  }
  await act()
  const pulse = await sendPrivately(world.ada, ['ben', 'cleo', 'gus', 'echo-bot'], 'pulse')
  const heard = {} as Record<WitnessName, Event[]>
  for (const [name, queue] of queues) {
    const events = await queue.read()
    expect(events.at(-1), `${name} listens`).toMatchObject({ type: 'message', message: { id: pulse } })
    heard[name] = events.slice(0, -1)
  }
  return heard
}

export const whoHeard = (heard: Record<WitnessName, Event[]>) =>
  witnessNames.filter((name) => heard[name].length > 0)
