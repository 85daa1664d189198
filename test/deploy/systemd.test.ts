import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { isInstalled } from '../debian-packages.js'
import { root } from '../harness/build-switchboard.ts'
import { makePlace } from '../harness/engines.ts'
import { runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

const units = ['switchboard.service', 'switchboard@.service'] as const
const read = (unit: string) => readFileSync(join(root, 'deploy', unit), 'utf8')
const settingsOf = (unit: string) =>
  new Map(
    read(unit)
      .split('\n')
      .filter((line) => /^[A-Z]\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

describe.each([...units, 'switchboard-asterisk.service', 'switchboard-backup.service'])('%s', (unit) => {
  it.skipIf(!isInstalled('systemd-analyze'))('is understood by systemd, without a complaint', () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-unit-'))
    try {
      const name = unit.replace('@.', '@9991.')
      writeFileSync(
        join(folder, name),
        read(unit)
          .replaceAll('/usr/bin/node', process.execPath)
          // systemd looks for the program, not at what it is.
          .replaceAll('/usr/sbin/asterisk', process.execPath)
          .replaceAll('/opt/switchboard', root),
      )
      const { status, stdout, stderr } = spawnSync(
        'systemd-analyze',
        ['verify', '--man=no', join(folder, name)],
        {
          encoding: 'utf8',
        },
      )
      const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('switchboard'))
      expect(ours).toEqual([])
      expect(status).toBe(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

it.each([...units, 'switchboard-asterisk.service'])('%s starts it again when it ends', (unit) => {
  expect(settingsOf(unit).get('Restart')).toBe('always')
  expect(settingsOf(unit).get('StartLimitIntervalSec')).toBe('0')
})

it('the command of the unit for backups makes one, named after its time', async () => {
  const place = await makePlace('SQLite')
  try {
    await runSwitchboard(['seed-demo'], { place })
    const [, line] = /^\/bin\/sh -c '(.*)'$/.exec(settingsOf('switchboard-backup.service').get('ExecStart')!)!
    const folder = join(place.dataDir, 'backups')
    const script = line!
      .replaceAll('%%', '%')
      .replaceAll('$$', '$')
      .replace('/usr/bin/node', process.execPath)
      .replace('/opt/switchboard', root)
      .replace('/var/backups/switchboard', folder)
    const env = { ...process.env, DATA_DIR: place.dataDir }
    const { status, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', env })
    expect([status, stderr]).toEqual([0, ''])
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d-\d{6}$/)])
  } finally {
    await place.remove()
  }
})

it('the unit for backups follows DATA_DIR of the settings, and leaves other folders alone', async () => {
  const place = await makePlace('SQLite')
  try {
    const [, line] = /^\/bin\/sh -c '(.*)'$/.exec(
      settingsOf('switchboard-backup.service').get('ExecCondition')!,
    )!
    const check = () =>
      spawnSync('/bin/sh', ['-c', line!.replaceAll('$$', '$')], { env: { DATA_DIR: place.dataDir } }).status
    expect(check()).toBe(1)
    await runSwitchboard(['seed-demo'], { place })
    expect(check()).toBe(0)
  } finally {
    await place.remove()
  }
})

it('the way back from PostgreSQL leads into a folder that the units may write to', () => {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const [, folder] = /^switchboard move --to sqlite:(\S+)$/m.exec(page)!
  const { StateDirectory: state, ProtectSystem: protection } = Object.fromEntries(
    settingsOf('switchboard.service'),
  )
  expect([protection, folder!.startsWith(`/var/lib/${state}/`)]).toEqual(['strict', true])
  const writable = settingsOf('switchboard-backup.service').get('ReadWritePaths')!.split(' ')
  expect(writable.some((path) => folder!.startsWith(`${path}/`))).toBe(true)
})

describe.each(units)('%s', (unit) => {
  it('gives the server the time that it takes to stop, and as many files as it takes connections', () => {
    const settings = settingsOf(unit)
    const documented = Number(/DRAIN_SECONDS=(\d+)/.exec(read('nginx.conf'))![1])
    // Ten seconds after the drain the server ends by itself.
    expect(Number(settings.get('TimeoutStopSec'))).toBeGreaterThan(documented + 10)
    expect(Number(settings.get('LimitNOFILE'))).toBeGreaterThan(50_000)
    expect(settings.get('KillSignal')).toBe('SIGTERM')
  })
})

it('the unit for several differs from the unit for one in its name, port and folder only', () => {
  const [one, several] = units.map(settingsOf) as [Map<string, string>, Map<string, string>]
  const different = [...new Set([...one.keys(), ...several.keys()])].filter(
    (name) => one.get(name) !== several.get(name),
  )
  expect(different.sort()).toEqual(['Description', 'Environment', 'ExecStart', 'StateDirectory'])
})

it('the command of the unit for several starts a server in a folder of its own', async () => {
  const place = await makePlace('SQLite')
  try {
    const [, options] = settingsOf('switchboard@.service').get('ExecStart')!.split(' serve ')
    const [portOption, , folderOption] = options!.split(' ')
    const folder = join(place.dataDir, '9991')
    const server = await startSwitchboard([portOption!, '0', folderOption!, folder])
    const stopped = await server.stop()
    expect(stopped.code).toBe(0)
    expect(readFileSync(join(folder, 'chat.db')).length).toBeGreaterThan(0)
  } finally {
    await place.remove()
  }
})

it('DRAIN_SECONDS is a setting, and a server without it stops at once', () => {
  expect(readConfig({}, {}).drainSeconds).toBe(0)
  expect(readConfig({}, { DRAIN_SECONDS: '5' }).drainSeconds).toBe(5)
  expect(() => readConfig({}, { DRAIN_SECONDS: 'soon' })).toThrow(
    "DRAIN_SECONDS must be a whole number from 0 to 300, not 'soon'.",
  )
})
