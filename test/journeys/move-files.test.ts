import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { acmeCaller, demoCaller } from '../harness/demo-caller.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import {
  type RunningSwitchboard,
  runSwitchboard,
  startCommand,
  startSwitchboard,
} from '../harness/run-switchboard.ts'
import { type RunningObjectStore, startObjectStore } from '../harness/start-object-store.ts'

// Real processes, one after the other.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

describe.each(engines)('moving files to S3 and back on %s', (engine) => {
  let place: Place
  let store: RunningObjectStore
  let server: RunningSwitchboard | undefined
  beforeAll(async () => {
    place = await makePlace(engine)
    store = await startObjectStore()
  })
  afterAll(async () => {
    await server?.kill()
    await store.remove()
    await place.remove()
  })

  const run = (args: string[]) => runSwitchboard(args, { place, environment: store.settings })

  it('moves beside a running server, continues after kill -9, loses nothing, and comes back', async () => {
    server = await startSwitchboard(['--development'], { place })
    const uploads = new Map<string, Buffer>()
    const files = new Map<string, Buffer>()
    const ben = await demoCaller(server.url, 'ben')
    const addSome = async (url: string, count: number) => {
      const [caller, acme] = [await demoCaller(url, 'ben'), acmeCaller(url)]
      for (let number = 0; number < count; number += 1) {
        const bytes = randomBytes(5000 + number)
        uploads.set(await caller.upload(bytes, 'a.bin'), bytes)
        files.set(await acme.addFile(bytes), bytes)
      }
    }
    const checkAll = async (url: string) => {
      for (const [path, bytes] of uploads) expect((await ben.fetch(path)).bytes.equals(bytes)).toBe(true)
      for (const [id, bytes] of files)
        expect((await acmeCaller(url).download(id)).bytes.equals(bytes)).toBe(true)
    }
    await addSome(server.url, 12)
    await server.stop()
    const port = new URL(server.url).port
    const refused = await runSwitchboard(['move-files', '--to', 's3'], { place })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('S3_BUCKET is not set')])

    const options = { place, environment: { ...store.settings, PORT: port } }
    server = await startSwitchboard(['--development', '--port', port], options)
    await addSome(server.url, 3)
    await checkAll(server.url)
    const interrupted = await startCommand(['move-files', '--to', 's3'], options)
    await vi.waitUntil(() => /uploads:/.test(interrupted.stderr()), { timeout: 60_000 })
    await interrupted.kill()
    const moved = await run(['move-files', '--to', 's3'])
    expect([moved.code, moved.stdout]).toEqual([
      0,
      expect.stringMatching(/^Moved \d+ files, \d+ bytes, into the bucket files\. Each was read back/),
    ])
    expect((await run(['move-files', '--to', 's3'])).stdout).toMatch(/^Moved 0 files/)
    await checkAll(server.url)
    if (engine === 'SQLite') {
      const folder = join(place.dataDir, 'uploads')
      const left = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
      expect(left.filter((entry) => entry.isFile())).toEqual([])
    }

    const early = await run(['move-files', '--to', 'local'])
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('Stop all servers')])
    await server.stop()
    const back = await run(['move-files', '--to', 'local'])
    expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('Remove the S3 settings')])
    await store.stop()
    server = await startSwitchboard(['--development', '--port', port], { place })
    await checkAll(server.url)
  })
})
