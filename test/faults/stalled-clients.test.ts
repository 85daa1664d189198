import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/engines.ts'
import { againAndAgain, isLong, many, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import {
  askAndNeverRead,
  listenAndNeverRead,
  type StalledClient,
  sendByteByByte,
} from '../harness/faults/stalled-clients.ts'
import { runTrial } from '../harness/faults/trial.ts'

const NEWEST = '/api/v1/messages?anchor=newest&num_before=1000&num_after=0'

describe('stalled clients beside the load', () => {
  let place: Place
  let fleet: Fleet
  beforeAll(async () => {
    place = await makePlace('SQLite')
    fleet = await startFleet(place)
  }, 180_000)
  afterAll(async () => {
    await fleet?.stop()
    await place.remove()
  })

  it(
    'the others go on, memory stays bounded, and who sends byte by byte is hung up on',
    async () => {
      const address = fleet.addresses[0]!
      const { tally } = await runTrial({
        name: 'stalled clients, one node, SQLite',
        fleet,
        fault: ({ afterMore, chat }) =>
          againAndAgain(1, async () => {
            const headers = chat.cast.get('ada')!.client.headers
            const several = (count: number, make: () => StalledClient) =>
              Array.from({ length: many(count) }, make)
            const silent = several(20, () => askAndNeverRead(address, NEWEST, headers))
            const sockets = several(10, () => listenAndNeverRead(address, { token: 'dev-acme-key' }))
            const slow = several(10, () => sendByteByByte(address, 'headers', headers))
            const slower = several(10, () => sendByteByByte(address, 'body', headers))
            try {
              await afterMore(150)
              // The body has a minute, so only the long run waits for it.
              await untilEnded(isLong ? [...slow, ...slower] : slow)
            } finally {
              for (const client of [...silent, ...sockets, ...slow, ...slower]) client.close()
            }
          }),
      })
      expect(tally.unanswered).toBe(0)
      expect([...tally.troubles]).toEqual([])
    },
    testTimeout,
  )
})

async function untilEnded(clients: readonly StalledClient[]): Promise<void> {
  const until = Date.now() + 90_000
  while (clients.some(({ ended }) => !ended)) {
    if (Date.now() > until)
      throw new Error(`${clients.filter(({ ended }) => !ended).length} are still connected`)
    await new Promise((next) => setTimeout(next, 200))
  }
}
