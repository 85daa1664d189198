import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { makePlace, type Place } from '../harness/engines.ts'
import { againAndAgain, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { httpRequest } from '../harness/faults/http-request.ts'
import { buildShim, type Shim } from '../harness/faults/shim.ts'
import { runTrial } from '../harness/faults/trial.ts'

const can = isInstalled('gcc')
const SLOW_MS = 250

describe.skipIf(!can)(`a slow disk under load${can ? '' : ' (skipped: no gcc)'}`, () => {
  let shim: Shim
  let place: Place
  let fleet: Fleet
  beforeAll(async () => {
    shim = buildShim()
    place = await makePlace('SQLite')
    fleet = await startFleet(place, { environment: shim.environment })
  }, 180_000)
  afterAll(async () => {
    await fleet?.stop()
    await place.remove()
    shim?.remove()
  })

  it(
    'every answer still comes after its sync, and everything stays in order',
    async () => {
      const { tally } = await runTrial({
        name: `slow disk (${SLOW_MS} ms for a sync), one node, SQLite`,
        fleet,
        fault: ({ afterMore }) =>
          againAndAgain(1, async () => {
            shim.slowSyncs(SLOW_MS)
            try {
              // Senders share a commit: in one sync there is room for all of them.
              await afterMore(40)
              // What is only read is not kept waiting for ever by those who write.
              const health = await httpRequest({ method: 'GET', url: `${fleet.addresses[0]}/health` })
              expect(health?.status).toBe(200)
            } finally {
              shim.slowSyncs(0)
            }
            await afterMore(60)
          }),
      })
      expect(tally.unanswered).toBe(0)
      expect([...tally.troubles]).toEqual([])
    },
    testTimeout,
  )
})
