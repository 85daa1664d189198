import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSwitchboard } from '../harness/build-switchboard.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { formOf } from '../harness/form-of.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

/** Everything below a folder, and the folder itself, that other accounts can reach. */
function openToOthers(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)))
  return [folder, ...paths].filter((path) => (statSync(path).mode & 0o077) !== 0)
}

beforeAll(() => buildSwitchboard())

describe.each(engines)('files of the data, on %s', (engine) => {
  let place: Place
  let dataDir: string
  beforeEach(async () => {
    place = await makePlace(engine)
    // A folder that the server makes itself.
    dataDir = join(place.dataDir, 'data')
  })
  afterEach(() => place.remove())

  const environment = () => ({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  })
  const start = () => startSwitchboard(['--development'], { environment: environment() })

  async function useIt(server: RunningSwitchboard): Promise<void> {
    const key = /ada@example\.com .*API key (\S+)$/m.exec(server.stdout())![1]!
    const authorization = `Basic ${Buffer.from(`ada@example.com:${key}`).toString('base64')}`
    const { body, headers } = await formOf({ file: { bytes: Buffer.from('hello'), name: 'a.txt' } })
    const upload = await fetch(`${server.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization, ...headers },
      body: new Uint8Array(body),
    })
    expect(upload.status).toBe(200)
    const reset = new URLSearchParams({ email: 'ben@example.com' })
    await fetch(`${server.url}/api/v1/password_reset`, { method: 'POST', body: reset })
  }

  it('are for the account of the server alone, from the beginning', async () => {
    const server = await start()
    try {
      await useIt(server)
      expect(openToOthers(dataDir)).toEqual([])
      expect(readdirSync(dataDir)).toContain('secret.key')
      if (engine === 'PostgreSQL') return
      expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['chat.db', 'chat.db-wal', 'uploads']))
      const target = join(place.dataDir, 'backups/today')
      const backup = await runSwitchboard(['backup', target, '--with-key'], { environment: environment() })
      expect(backup.code).toBe(0)
      expect(openToOthers(join(place.dataDir, 'backups'))).toEqual([])
    } finally {
      await server.stop()
    }
  })

  it('of an older installation are closed at the next start; what is not ours stays', async () => {
    const first = await start()
    await useIt(first)
    await first.kill()
    mkdirSync(join(dataDir, 'photos'))
    writeFileSync(join(dataDir, 'notes.txt'), '')
    for (const name of readdirSync(dataDir)) {
      chmodSync(join(dataDir, name), statSync(join(dataDir, name)).isDirectory() ? 0o755 : 0o644)
    }
    chmodSync(dataDir, 0o755)
    const second = await start()
    try {
      await useIt(second)
      expect(openToOthers(dataDir).sort()).toEqual([join(dataDir, 'notes.txt'), join(dataDir, 'photos')])
    } finally {
      await second.stop()
    }
  })
})
