import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import type { ChatLoad } from '../harness/faults/chat-load.ts'
import { againAndAgain, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { createScheduledLoad } from '../harness/faults/scheduled-load.ts'
import { runTrial } from '../harness/faults/trial.ts'

const SCHEDULED = 20

describe.each(engines)('kill -9 of the only node under load, on %s', (engine) => {
  let place: Place
  let fleet: Fleet
  beforeAll(async () => {
    place = await makePlace(engine)
    fleet = await startFleet(place)
  }, 180_000)
  afterAll(async () => {
    await fleet?.stop()
    await place.remove()
  })

  it(
    'loses nothing, duplicates nothing, and every queue and socket continues',
    async () => {
      const texts: string[] = []
      const { chat } = await runTrial({
        name: `kill -9, one node, ${engine}`,
        fleet,
        fault: ({ afterMore, chat }) =>
          againAndAgain(3, async (round) => {
            const soon = Array.from({ length: SCHEDULED }, (_, index) => `${round}-${index}`)
            texts.push(...soon)
            await scheduledBy(chat).schedule(soon, 3)
            await fleet.kill(0)
            await fleet.start(0)
            await afterMore(60)
          }),
      })
      const scheduled = scheduledBy(chat)
      await scheduled.untilSent()
      expect((await scheduled.sent()).sort()).toEqual(texts.sort())
    },
    testTimeout,
  )
})

const scheduledBy = (chat: ChatLoad) => createScheduledLoad(chat.cast.get('ada')!.client, 'announcements')
