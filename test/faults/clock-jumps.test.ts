import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { makePlace, type Place } from '../harness/engines.ts'
import type { ChatLoad } from '../harness/faults/chat-load.ts'
import { againAndAgain, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { createScheduledLoad } from '../harness/faults/scheduled-load.ts'
import { buildShim, type Shim } from '../harness/faults/shim.ts'
import { runTrial } from '../harness/faults/trial.ts'

const can = isInstalled('gcc')
const HOUR = 3600

describe.skipIf(!can)(`a clock that jumps under load${can ? '' : ' (skipped: no gcc)'}`, () => {
  let shim: Shim
  let place: Place
  let fleet: Fleet
  beforeAll(async () => {
    shim = buildShim()
    place = await makePlace('SQLite')
    // Who is between two polls when the clock jumps has been away for an hour, as far as anybody can tell.
    const environment = { ...shim.environment, EVENT_QUEUE_IDLE_SECONDS: String(3 * HOUR) }
    fleet = await startFleet(place, { environment })
  }, 180_000)
  afterAll(async () => {
    await fleet?.stop()
    await place.remove()
    shim?.remove()
  })

  it(
    'forwards and backwards by an hour: order and queues stay, and what is scheduled is sent once',
    async () => {
      const contents: string[] = []
      const { tally, chat } = await runTrial({
        name: 'clock jumps by an hour, one node, SQLite',
        fleet,
        fault: ({ afterMore, chat }) =>
          againAndAgain(2, async (round) => {
            const scheduled = scheduledBy(chat)
            contents.push(`soon ${round}`)
            await scheduled.schedule([`soon ${round}`], HOUR / 2)
            for (const ahead of [HOUR, 0, -HOUR, 0]) {
              shim.moveClock(ahead)
              await afterMore(30)
              if (ahead === HOUR) await scheduled.untilSent()
            }
          }),
      })
      expect(await scheduledBy(chat).sent()).toEqual(contents)
      expect(tally.unanswered).toBe(0)
      expect([...tally.troubles]).toEqual([])
    },
    testTimeout,
  )
})

const scheduledBy = (chat: ChatLoad) => createScheduledLoad(chat.cast.get('ada')!.client, 'announcements')
