import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { makePlace, type Place } from '../harness/engines.ts'
import type { ChatLoad } from '../harness/faults/chat-load.ts'
import { againAndAgain, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { createScheduledLoad } from '../harness/faults/scheduled-load.ts'
import { buildShim, type Shim } from '../harness/faults/shim.ts'
import { runTrial } from '../harness/faults/trial.ts'
import { type RunningRedis, startRedis } from '../harness/start-redis.ts'

const can = isInstalled('gcc')
const canAmongNodes = can && isInstalled('redis-server')
const HOUR = 3600
const MINUTE = 60

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

describe.skipIf(!canAmongNodes)('a node whose clock is 20 minutes off, among two on PostgreSQL', () => {
  let shim: Shim
  let place: Place
  let redis: RunningRedis
  let fleet: Fleet
  beforeAll(async () => {
    shim = buildShim()
    shim.moveClock(20 * MINUTE)
    place = await makePlace('PostgreSQL')
    redis = await startRedis()
    const environment = { REDIS_URL: redis.url, SECRET_KEY: '0123456789abcdef'.repeat(4) }
    // The first node has the leadership to collect queues that have expired, after ten minutes.
    const environmentOf = (node: number) => (node === 0 ? shim.environment : {})
    fleet = await startFleet(place, { nodes: 2, environment, environmentOf })
  }, 240_000)
  afterAll(async () => {
    await fleet?.stop()
    await redis?.stop()
    await place.remove()
    shim?.remove()
  })

  it(
    'fast, slow and right again: live queues survive on both nodes, and times of messages agree',
    async () => {
      const { chat } = await runTrial({
        name: 'a clock 20 minutes off, two nodes',
        fleet,
        fault: ({ afterMore }) =>
          againAndAgain(1, async () => {
            for (const minutes of [20, -20, 0, 20]) {
              shim.moveClock(minutes * MINUTE)
              await afterMore(30)
            }
          }),
      })
      expect(fleet.said()).toContain("differs from PostgreSQL's")
      const form = { anchor: 'newest', num_before: 50, num_after: 0 }
      const { body } = await chat.cast.get('ada')!.client.insist('GET', '/api/v1/messages', { form })
      const times: number[] = body.messages.map((message: { timestamp: number }) => message.timestamp)
      const offBy = times.map((time) => Math.abs(time - Date.now() / 1000))
      expect(Math.max(...offBy)).toBeLessThan(10 * MINUTE)
    },
    testTimeout,
  )
})

const scheduledBy = (chat: ChatLoad) => createScheduledLoad(chat.cast.get('ada')!.client, 'announcements')
