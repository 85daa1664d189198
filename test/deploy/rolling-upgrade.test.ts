import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { type BalancedFleet, startBalancedFleet } from '../harness/deploy/balanced-fleet.ts'
import { buildVersionBefore } from '../harness/deploy/build-version-before.ts'
import { runTrial } from '../harness/faults/trial.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Longer than nginx keeps idle connections, and than HAProxy needs to see that a node wants to stop. */
const DRAIN_SECONDS = 3
/** A build of the version before, and migrations under load. */
const MINUTES = 900_000

const canRun = ['nginx', 'haproxy', 'redis-server'].every((program) => isInstalled(program))

describe.skipIf(!canRun)('an upgrade of three nodes, one by one', () => {
  let folder: string
  let missing: string | undefined
  let fleet: BalancedFleet | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(temporaryFolder(), 'switchboard-before-'))
    const program = join(folder, 'program')
    missing = await buildVersionBefore(program)
    if (missing !== undefined) return
    const settings = { DRAIN_SECONDS: String(DRAIN_SECONDS), HEARTBEAT_SECONDS: '2' }
    fleet = await startBalancedFleet(settings, program)
  }, MINUTES)
  afterAll(async () => {
    await fleet?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it(
    'fails no request, and loses and doubles nothing',
    async ({ skip }) => {
      if (!fleet) return skip(`an upgrade under load: ${missing}`)
      const { urls, restart, said, nodeUrls } = fleet
      const { tally } = await runTrial({
        name: 'rolling upgrade behind nginx and HAProxy',
        fleet: {
          addresses: Object.values(urls),
          get pids() {
            return fleet?.pids ?? []
          },
          said,
          kill: async () => {},
          start: async () => {},
          stop: async () => {},
        },
        async fault({ afterMore }) {
          for (const node of nodeUrls.keys()) {
            await afterMore(20)
            await restart(node)
            // Until both balancers send to it again.
            await new Promise((next) => setTimeout(next, 3000))
            await afterMore(20)
          }
          return nodeUrls.length
        },
      })
      const failed = { unanswered: tally.unanswered, troubles: Object.fromEntries(tally.troubles) }
      if (tally.unanswered > 0 || tally.troubles.size > 0) console.log(said())
      expect(failed).toEqual({ unanswered: 0, troubles: {} })
    },
    MINUTES,
  )
})
