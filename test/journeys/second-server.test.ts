import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

// Real processes, one after the other.
vi.setConfig({ testTimeout: 120_000 })

describe('a second server on the same SQLite folder', () => {
  let place: Place
  let server: RunningSwitchboard
  beforeAll(async () => {
    place = await makePlace('SQLite')
    server = await startSwitchboard(['--development'], { place })
  }, 120_000)
  afterAll(async () => {
    await server?.kill()
    await place.remove()
  })

  it('does not start, says why, and leaves the first one alone', async () => {
    const second = await runSwitchboard(['serve', '--port', '0'], { place })
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr.trim()).toBe(
      `Another server uses DATA_DIR ${place.dataDir}. Stop it, or give this one another DATA_DIR. Several servers on the same data need PostgreSQL: set DATABASE_URL.`,
    )
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })

  it('commands still run beside it', async () => {
    const backup = join(place.dataDir, '..', `backup-of-${process.pid}-${Date.now()}`)
    expect(await runSwitchboard(['backup', backup], { place })).toMatchObject({ code: 0 })
    expect(readdirSync(backup)).not.toContain('server.lock')
    expect(await runSwitchboard(['list-companies'], { place })).toMatchObject({ code: 0 })
    expect(await runSwitchboard(['migrate'], { place })).toMatchObject({ code: 0 })
  })

  it('after kill -9, and after a stop, the next one starts', async () => {
    await server.kill()
    server = await startSwitchboard(['--development'], { place })
    expect(await server.stop()).toMatchObject({ code: 0 })
    server = await startSwitchboard(['--development'], { place })
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })
})
