import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { root } from '../harness/build-switchboard.ts'
import { type CleanMachine, makeCleanMachine } from '../harness/deploy/clean-machine.ts'
import { unpackRelease, whyUnreachable } from '../harness/deploy/unpack-release.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { freePort } from '../harness/free-port.ts'
import { type RunningRedis, startRedis } from '../harness/start-redis.ts'

/** The build, a download by npm, and many starts of servers. */
const MINUTES = 900_000

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')

/** The blocks of a chapter, in their order. */
function blocksOf(heading: string, language: string): string[] {
  const start = page.indexOf(`\n## ${heading}\n`)
  const chapter = page.slice(start, page.indexOf('\n## ', start + 1))
  return [...chapter.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!)
}

describe('docs/operations.md', { timeout: MINUTES }, () => {
  let folder: string
  let postgres: Place
  let redis: RunningRedis | undefined
  let machine: CleanMachine | string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-page-'))
    postgres = await makePlace('PostgreSQL')
    if (isInstalled('redis-server')) redis = await startRedis()
    machine = await makeCleanMachine()
  }, MINUTES)
  afterAll(async () => {
    if (typeof machine !== 'string') machine.remove()
    rmSync(folder, { recursive: true, force: true })
    await redis?.stop()
    await postgres.remove()
  })

  it('has no other shell blocks than those that are followed here or in test/containers', () => {
    const followed = ['Installation', 'Several processes on one machine', 'Rolling restart']
    const counted = [
      ...followed,
      'Checking an installation',
      'Backup and restore',
      'Moving from SQLite to PostgreSQL, and back',
      'Containers',
    ]
    const blocks = counted.flatMap((heading) => blocksOf(heading, 'sh'))
    expect(blocks.length).toBeGreaterThan(8)
    expect(page.match(/```(sh|bash|shell|console)\n/g)?.length).toBe(blocks.length)
  })

  it('can be followed line by line on a clean machine, from the archive to three nodes and back', async ({
    skip,
  }) => {
    if (typeof machine === 'string') return skip(`following docs/operations.md: ${machine}`)
    if (!redis) return skip('following docs/operations.md: redis-server is not installed')
    await unpackRelease(folder)
    const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz'))!
    cpSync(join(folder, archive), join(machine.home, archive))

    const ports = [await freePort(), await freePort(), await freePort()]
    const here = (text: string) =>
      [9991, 9992, 9993]
        .reduce((done, port, index) => done.replaceAll(String(port), String(ports[index])), text)
        .replaceAll(/10\.0\.0\.\d+/g, '127.0.0.1')
        .replaceAll('postgres://switchboard:...@db.internal/switchboard', postgres.databaseUrl!)
        .replaceAll('redis://redis.internal:6379', redis!.url)
        .replaceAll('smtp://...', 'smtp://127.0.0.1:25')
        .replaceAll('METRICS_TOKEN=...', `METRICS_TOKEN=${'0123456789abcdef'.repeat(4)}`)
        .replaceAll('switchboard-0.1.0.tar.gz', archive)
    const [settings] = blocksOf('Settings of several nodes', 'ini').map(here)
    writeFileSync(join(machine.home, 'several.env'), settings!)
    const follow = (heading: string, index: number) => here(blocksOf(heading, 'sh')[index]!)
    const untilReady = (port: number) => `until curl -fsS http://127.0.0.1:${port}/health; do sleep 1; done`

    const script = [
      ...[0, 1, 2].map((index) => follow('Installation', index)),
      // Nothing is at https://chat.example.com.
      `{ ${follow('Checking an installation', 0).trim()} && exit 1; } || true`,
      'stat -c "%a %U %n" /etc/switchboard/switchboard.env /var/lib/switchboard /var/lib/switchboard/chat.db',
      follow('Backup and restore', 0),
      'test -s /var/backups/switchboard/*/manifest.json',
      follow('Moving from SQLite to PostgreSQL, and back', 0),
      // The key stays the same, as the page says.
      'KEY=$(sed -n s/^SECRET_KEY=//p /etc/switchboard/switchboard.env)',
      'sed "s/^SECRET_KEY=.*/SECRET_KEY=$KEY/" several.env > switchboard.env',
      follow('Several processes on one machine', 0),
      ...ports.map(untilReady),
      follow('Rolling restart', 0),
      'switchboard list-companies',
      follow('Moving from SQLite to PostgreSQL, and back', 1),
      'DATA_DIR=/var/lib/switchboard/sqlite SECRET_KEY=$KEY runuser -u switchboard -- /opt/switchboard/bin/switchboard.js list-companies',
      'ls -a . /root | grep -x data && exit 1',
      'echo "the end"',
    ].join('\n')
    const { status, stdout, stderr } = await machine.run(script)
    const reason = status === 0 ? undefined : whyUnreachable(stderr)
    if (reason !== undefined) return skip(`following docs/operations.md: ${reason}`)
    expect([status, stderr, stdout]).toEqual([0, expect.any(String), expect.stringMatching(/the end\n$/)])
    expect(stdout).toMatch(/^ok +database:/m)
    expect(stdout).toMatch(/^PROBLEM +address: +https:\/\/chat\.example\.com cannot be reached/m)
    expect(stdout).toContain(
      '600 root /etc/switchboard/switchboard.env\n700 switchboard /var/lib/switchboard\n',
    )
    expect(stdout.match(/^.*Acme.*$/gm)?.length).toBeGreaterThanOrEqual(4)
    expect(stdout.match(/Both sides were compared and are identical/g)).toHaveLength(2)
  })
})
