import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { openObjectStore } from '../../src/platform/objects/object-store.ts'
import { isInstalled } from '../debian-packages.js'
import { makePlace, type Place } from '../harness/engines.ts'
import { listBackup } from '../harness/list-backup.ts'
import { querySqlite } from '../harness/query-sqlite.ts'
import { runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'
import { startObjectStore } from '../harness/start-object-store.ts'

// Real processes, one after the other.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const TOKEN = 'a'.repeat(32)

describe('backups that are checked', () => {
  let place: Place
  let good: string
  const at = (name: string) => join(place.dataDir, 'backups', name)
  const backup = (...args: string[]) => runSwitchboard(['backup', ...args], { place })
  beforeAll(async () => {
    place = await makePlace('SQLite')
    await runSwitchboard(['seed-demo'], { place })
    const [[realm]] = querySqlite(join(place.dataDir, 'chat.db'), 'select id from realms') as [
      [{ id: number }],
    ]
    querySqlite(
      join(place.dataDir, 'chat.db'),
      `insert into attachments (realm_id, id, token, name, path_id, owner_id, mimetype, size, created_at, was_claimed)
       values (${realm.id}, 900, '${TOKEN}', 'a', '${realm.id}/${TOKEN}/a', 1, 'text/plain', 1, 1, 1)`,
    )
    mkdirSync(join(place.dataDir, 'uploads', String(realm.id)), { recursive: true })
    writeFileSync(join(place.dataDir, 'uploads', String(realm.id), TOKEN), 'x')
    good = at('1')
    expect(await backup(good)).toMatchObject({ code: 0 })
  })
  afterAll(() => place.remove())

  it('a whole one is proved without a restore, also where there is no data', async () => {
    const before = readdirSync(good).sort()
    const verified = await backup('--verify', good)
    expect([verified.code, verified.stdout, verified.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^The backup of \S+ is whole: \d+ files, \d+ bytes, 2 valid databases, and all [1-9]\d* files/,
      ),
      '',
    ])
    expect(readdirSync(good).sort()).toEqual(before)
    const elsewhere = { place: { ...place, dataDir: at('nowhere') } }
    expect((await runSwitchboard(['backup', '--verify', good], elsewhere)).code).toBe(0)
    expect(existsSync(at('nowhere'))).toBe(false)
  })

  it.each([
    [
      'a broken database whose checksum is right',
      (folder: string) => {
        const path = join(folder, 'chat.db')
        const bytes = readFileSync(path)
        bytes.fill(0x55, 4096 * 3, 4096 * 40)
        writeFileSync(path, bytes)
      },
      /^The backup is damaged: chat\.db is no valid database/,
    ],
    [
      'a file that a row names and the backup never had',
      (folder: string) => rmSync(join(folder, 'uploads'), { recursive: true }),
      /^The backup is not complete: chat\.db names 1 files that it does not contain, such as uploads\//,
    ],
  ])('%s is found', async (name, damage, complaint) => {
    const folder = at(`damaged ${name}`)
    cpSync(good, folder, { recursive: true })
    damage(folder)
    listBackup(folder)
    const { code, stderr } = await backup('--verify', folder)
    expect([code, stderr]).toEqual([1, expect.stringMatching(complaint)])
    rmSync(folder, { recursive: true })
  })

  it('old ones are deleted when a new one was proved, and nothing else is', async () => {
    mkdirSync(at('notes'))
    writeFileSync(join(at('notes'), 'mine.txt'), 'keep me')
    for (const name of ['2', '3']) expect((await backup(at(name))).code).toBe(0)
    const { code, stdout } = await backup(at('4'), '--keep', '2')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/is whole: [\s\S]*Deleted the old backup/)])
    expect(readdirSync(join(place.dataDir, 'backups')).sort()).toEqual(['3', '4', 'notes'])
    expect((await backup(at('5'), '--keep', '0')).stderr).toContain('--keep must be a number from 1')
    expect(existsSync(at('5'))).toBe(false)
  })

  it('metrics say when the last one was made and proved, and whether the last attempt failed', async () => {
    const metrics = async (of = place) => {
      const server = await startSwitchboard([], { place: of })
      const text = await (await fetch(`${server.url}/metrics`)).text()
      await server.stop()
      const value = (name: string) =>
        new RegExp(`^switchboard_last_backup_${name} (\\S+)$`, 'm').exec(text)?.[1]
      return {
        failed: value('failed'),
        at: value('timestamp_seconds'),
        verified: value('verified_timestamp_seconds'),
      }
    }
    const fresh = await makePlace('SQLite')
    expect(await metrics(fresh)).toEqual({ failed: undefined, at: '0', verified: '0' })
    await fresh.remove()
    const now = Date.now() / 1000
    const good = await metrics()
    expect(good.failed).toBe('0')
    expect(Math.abs(Number(good.at) - now)).toBeLessThan(600)
    expect(Math.abs(Number(good.verified) - now)).toBeLessThan(600)
    expect((await backup(at('4'))).code).toBe(1)
    expect(await metrics()).toEqual({ ...good, failed: '1' })
  })

  it('an encrypted one is proved, restored, and read by age itself; damaged or with another key it is refused', async ({
    skip,
  }) => {
    if (!isInstalled('age')) return skip('encrypted backups: age is not installed')
    const [mine, other] = ['mine.txt', 'other.txt'].map((name) => join(place.dataDir, name))
    for (const path of [mine!, other!]) execFileSync('age-keygen', ['-o', path], { stdio: 'ignore' })
    const recipient = execFileSync('age-keygen', ['-y', mine!]).toString().trim()
    const file = at('6.tar.age')
    const made = await backup(file, '--encrypt-to', recipient)
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('Only the identity of')])
    expect(readdirSync(join(place.dataDir, 'backups')).filter((name) => name.startsWith('6'))).toEqual([
      '6.tar.age',
    ])
    expect(readFileSync(file).includes('checksums.sha256')).toBe(false)
    const plain = execFileSync('age', ['-d', '-i', mine!, file], { maxBuffer: 2 ** 30 })
    const listed = execFileSync('tar', ['-t'], { input: plain }).toString()
    expect(listed).toMatch(/^chat\.db$/m)
    // Older than all backups, and none: encrypted by somebody else, or only named like one.
    execFileSync('age', ['-r', recipient, '-o', at('payroll.tar.age')], { input: 'keep me' })
    writeFileSync(at('notes.tar.age'), 'keep me')
    for (const name of ['payroll', 'notes']) utimesSync(at(`${name}.tar.age`), 1, 1)
    const pruned = await backup(at('6a.tar.age'), '--encrypt-to', recipient, '--keep', '2')
    expect([pruned.code, pruned.stdout]).toEqual([0, expect.stringContaining('Deleted the old backup')])
    expect(readdirSync(join(place.dataDir, 'backups')).sort()).toEqual([
      '6.tar.age',
      '6a.tar.age',
      'notes',
      'notes.tar.age',
      'payroll.tar.age',
    ])
    expect((await backup('--verify', file, '--identity', mine!)).stdout).toContain('is whole')
    expect((await backup('--verify', file)).stderr).toContain('The backup is encrypted')
    const refused = await backup('--verify', file, '--identity', other!)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('cannot be decrypted')])
    const damaged = at('7.tar.age')
    const bytes = readFileSync(file)
    writeFileSync(damaged, bytes.subarray(0, bytes.length - 100_000))
    expect((await backup('--verify', damaged, '--identity', mine!)).stderr).toContain('cannot be decrypted')
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(damaged, bytes)
    expect((await backup('--verify', damaged, '--identity', mine!)).stderr).toContain('cannot be decrypted')
    const empty = await makePlace('SQLite')
    const restored = await runSwitchboard(['restore', file, '--identity', mine!], { place: empty })
    expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('Restored')])
    await empty.remove()
  })

  it('with the files of a bucket, or without and says so', async () => {
    const store = await startObjectStore()
    try {
      const environment = store.settings
      const mine = readConfig({}, environment).objectStore!
      const bucket = openObjectStore(mine, 'this installation', createLogger('silent'))
      await bucket.claim()
      await bucket.put(`uploads/1/${TOKEN}-in-the-bucket`, Buffer.from('from the bucket'))
      expect((await runSwitchboard(['backup', at('both')], { place, environment })).code).toBe(0)
      for (const [name, settings] of [
        ['disk', {}],
        ['bucket', { ...environment, S3_PREFIX: 'new' }],
      ] as const) {
        const empty = await makePlace('SQLite')
        const restored = await runSwitchboard(['restore', at('both')], {
          place: empty,
          environment: settings,
        })
        expect([restored.code, restored.stderr]).toEqual([0, ''])
        expect([name, existsSync(join(empty.dataDir, 'uploads'))]).toEqual([name, name === 'disk'])
        await empty.remove()
      }
      const restored = openObjectStore({ ...mine, prefix: 'new/' }, '', createLogger('silent'))
      expect(await restored.head(`uploads/1/${TOKEN}-in-the-bucket`)).toMatchObject({ size: 15 })
      expect(await restored.readOwner()).toBe('this installation')
      const made = await runSwitchboard(['backup', at('bucket'), '--without-files'], { place, environment })
      expect(made.stdout).toContain('Files in the bucket files are not part of it')
      const { stdout } = await backup('--verify', at('bucket'))
      expect(stdout).toContain('Its files are in a bucket, which was not checked.')
    } finally {
      await store.remove()
    }
  })

  it('compact returns the space of deleted rows, loses nothing, and waits for the server to stop', async () => {
    const path = join(place.dataDir, 'chat.db')
    querySqlite(
      path,
      'create table filler (id integer primary key, text text)',
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000)
       insert into filler select i, hex(randomblob(500)) from n`,
      'drop table filler',
    )
    const size = statSync(path).size
    const server = await startSwitchboard([], { place })
    const refused = await runSwitchboard(['compact'], { place })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Stop all servers')])
    await server.stop()
    const { code, stdout, stderr } = await runSwitchboard(['compact'], { place })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/chat\.db: \d+ bytes before, \d+ now, [1-9]\d{6} freed\./)
    expect(statSync(path).size).toBeLessThan(size - 3_000_000)
    const found = querySqlite(path, 'pragma integrity_check', 'select count(*) as count from attachments')
    expect(found).toEqual([[{ integrity_check: 'ok' }], [{ count: 1 }]])
  })
})
