import { afterAll, beforeAll, describe, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { makePlace, type Place } from '../harness/engines.ts'
import { againAndAgain, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { runTrial } from '../harness/faults/trial.ts'
import { type RunningRedis, startRedis } from '../harness/start-redis.ts'

const NODES = 3

describe.skipIf(!isInstalled('redis-server'))('three nodes on PostgreSQL and Redis, under load', () => {
  let place: Place
  let redis: RunningRedis
  let fleet: Fleet
  beforeAll(async () => {
    place = await makePlace('PostgreSQL')
    redis = await startRedis()
    const environment = { REDIS_URL: redis.url, SECRET_KEY: '0123456789abcdef'.repeat(4) }
    fleet = await startFleet(place, { nodes: NODES, environment })
  }, 240_000)
  afterAll(async () => {
    await fleet?.stop()
    await redis?.stop()
    await place.remove()
  })

  it(
    'kill -9 of one node after another: clients go on at the others, and nothing is lost or doubled',
    () =>
      runTrial({
        name: 'kill -9, three nodes',
        fleet,
        fault: ({ afterMore }) =>
          againAndAgain(3, async (round) => {
            await fleet.kill(round % NODES)
            await afterMore(40)
            await fleet.start(round % NODES)
            await afterMore(20)
          }),
      }),
    testTimeout,
  )

  it(
    'Redis killed and started again: events come later, but all of them, once',
    () =>
      runTrial({
        name: 'Redis killed and restarted, three nodes',
        fleet,
        fault: ({ afterMore }) =>
          againAndAgain(2, async () => {
            await redis.kill()
            await afterMore(40)
            await redis.restart()
            await afterMore(40)
          }),
      }),
    testTimeout,
  )
})
