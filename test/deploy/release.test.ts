import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstMessage } from '../harness/deploy/first-message.ts'
import { installRelease, unpackRelease } from '../harness/deploy/unpack-release.ts'
import { runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

/** The build, and a download for which npm waits a minute at most. */
const MINUTES = 600_000

describe('the release archive', { timeout: MINUTES }, () => {
  let place: string
  let folder: string
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'switchboard-release-test-'))
    folder = await unpackRelease(place)
  }, MINUTES)
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  it('has no scripts that need a compiler, and no packages for development', () => {
    const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(description.scripts).toEqual({
      serve: expect.stringMatching(/^exec node .*switchboard\.js serve$/),
    })
    expect(description.devDependencies).toBeUndefined()
    const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
    expect(JSON.parse(lock).packages[''].dependencies).toEqual(description.dependencies)
    expect(lock).not.toMatch(/"dev": true|"resolved"|node_modules\/typescript"/)
    expect(existsSync(join(folder, 'deploy/switchboard.service'))).toBe(true)
    expect(existsSync(join(folder, 'docs/operations.md'))).toBe(true)
  })

  it('is installed by npm ci --omit=dev in an empty folder, starts, and carries a message', async ({
    skip,
  }) => {
    const reason = await installRelease(folder)
    if (reason !== undefined) skip(`installing and starting the release archive: ${reason}`)
    expect(existsSync(join(folder, 'node_modules/typescript'))).toBe(false)
    const dataDir = join(place, 'data')
    mkdirSync(dataDir)
    const options = { folder, environment: { DATA_DIR: dataDir } }
    const run = async (args: string[], input = '') =>
      expect(await runSwitchboard(args, { ...options, input })).toMatchObject({ code: 0, stderr: '' })
    await run(['create-organization', 'Acme'])
    await run(['create-user', 'ada@acme.example', 'Ada', '--password-stdin'], 'correct horse\n')
    const server = await startSwitchboard([], options)
    try {
      expect(await firstMessage(server.url, 'ada@acme.example', 'correct horse')).toBe(
        'Hello from a new place',
      )
      expect(await (await fetch(`${server.url}/`)).text()).toContain('<script')
    } finally {
      await server.stop()
    }
  })
})
