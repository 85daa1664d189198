import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { againAndAgain, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { aMoment } from '../harness/faults/roamer.ts'
import { canMount, mountSmallDisk, type SmallDisk } from '../harness/faults/small-disk.ts'
import { runTrial } from '../harness/faults/trial.ts'

const MEGABYTES = 96
const REFUSALS = 10
const can = canMount()

describe.skipIf(!can)(`a full disk under load${can ? '' : ' (skipped: nothing may be mounted here)'}`, () => {
  let disk: SmallDisk
  let fleet: Fleet
  beforeAll(async () => {
    disk = mountSmallDisk(MEGABYTES)!
    fleet = await startFleet({
      dataDir: join(disk.folder, 'data'),
      databaseUrl: undefined,
      remove: async () => {},
    })
  }, 180_000)
  afterAll(async () => {
    await fleet?.stop()
    disk?.remove()
  })

  it(
    'requests that cannot be stored get an error, nothing acknowledged is lost, and work continues when there is room',
    async () => {
      const { tally } = await runTrial({
        name: 'full disk, one node, SQLite',
        fleet,
        fault: ({ afterMore, tally: { troubles } }) =>
          againAndAgain(2, async () => {
            const enough = countFull(troubles) + REFUSALS
            const until = Date.now() + 60_000
            while (countFull(troubles) < enough && Date.now() < until) {
              disk.fill()
              await aMoment()
            }
            disk.makeRoom()
            await afterMore(60)
          }),
      })
      expect(countFull(tally.troubles)).toBeGreaterThanOrEqual(2 * REFUSALS)
      expect(tally.unanswered).toBe(0)
      for (const trouble of tally.troubles.keys()) expect(trouble).toMatch(/^50(3|7) /)
    },
    testTimeout,
  )
})

const countFull = (troubles: ReadonlyMap<string, number>) =>
  [...troubles].reduce((sum, [what, count]) => sum + (what.startsWith('507') ? count : 0), 0)
