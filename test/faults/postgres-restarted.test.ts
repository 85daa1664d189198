import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { againAndAgain, testTimeout } from '../harness/faults/fault-plan.ts'
import { type Fleet, startFleet } from '../harness/faults/fleet.ts'
import { httpRequest } from '../harness/faults/http-request.ts'
import { runTrial } from '../harness/faults/trial.ts'
import { type RunningPostgres, startPostgres } from '../harness/start-postgres.ts'

const AWAY_MS = 700

describe('PostgreSQL restarted under load', () => {
  let postgres: RunningPostgres
  let fleet: Fleet
  let dataDir: string
  beforeAll(async () => {
    // One of its own: the others test on theirs meanwhile.
    postgres = await startPostgres()
    dataDir = mkdtempSync(join(tmpdir(), 'switchboard-test-'))
    fleet = await startFleet({ dataDir, databaseUrl: postgres.url, remove: async () => {} })
  }, 180_000)
  afterAll(async () => {
    await fleet?.stop()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it(
    'while it is down, requests wait or get an error; then work continues, and nothing is lost',
    async () => {
      const seen = new Set<unknown>()
      const { tally } = await runTrial({
        name: 'PostgreSQL restarted, one node',
        fleet,
        fault: ({ afterMore }) =>
          againAndAgain(2, async (round) => {
            const restarted = postgres.restart(round % 2 === 0 ? 'SIGINT' : 'SIGQUIT', AWAY_MS)
            const health = await httpRequest({ method: 'GET', url: `${fleet.addresses[0]}/health` })
            seen.add(health?.status)
            await restarted
            await afterMore(60)
          }),
      })
      // The process was not ended by it, and no call was answered as if the server itself were broken.
      expect(tally.unanswered).toBe(0)
      for (const trouble of tally.troubles.keys())
        expect(trouble).toMatch(/^503 (SERVICE_UNAVAILABLE|Service Unavailable)$/)
      for (const status of seen) expect([200, 503]).toContain(status)
    },
    testTimeout,
  )
})
