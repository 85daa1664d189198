import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../harness/build-switchboard.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'

describe('a backup', () => {
  let place: Place
  let emptied: Place
  let good: string
  const at = (name: string) => join(place.dataDir, 'backups', name)
  const backup = (folder: string, environment: Record<string, string> = {}) =>
    runSwitchboard(['backup', folder], { place, environment })
  const restore = (folder: string, environment: Record<string, string> = {}) =>
    runSwitchboard(['restore', folder], { place: emptied, environment })
  beforeAll(async () => {
    place = await makePlace('SQLite')
    emptied = await makePlace('SQLite')
    await runSwitchboard(['seed-demo'], { place })
    mkdirSync(join(place.dataDir, 'uploads', '1'), { recursive: true })
    writeFileSync(join(place.dataDir, 'uploads', '1', 'a'), 'some bytes')
    writeFileSync(join(place.dataDir, 'uploads', '1', 'b.part'), 'half')
    good = at('good')
    expect(await backup(good)).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    await place.remove()
    await emptied.remove()
  })

  it('is not made into a folder that is not empty, nor without data', async () => {
    const again = await backup(good)
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toBe(`${good} is not empty. Choose a new folder for the backup.\n`)
    const nothing = await backup(at('nothing'), { DATA_DIR: emptied.dataDir })
    expect(nothing).toMatchObject({
      code: 1,
      stderr: `DATA_DIR ${emptied.dataDir} has no chat.db.\n`,
    })
    expect(existsSync(at('nothing'))).toBe(false)
  })

  it('does not hold what is only half there, nor what can be made again', () => {
    expect(readdirSync(good).sort()).toEqual(
      ['chat.db', 'checksums.sha256', 'manifest.json', 'telephony.db', 'uploads'].sort(),
    )
    expect(readdirSync(join(good, 'uploads', '1'))).toEqual(['a'])
  })

  it('that is killed is not taken for a whole one, and does not keep the next from being made', async () => {
    const folder = at('killed')
    const preload = join(root, 'test/harness/die-at-first-link.js')
    expect((await backup(folder, { NODE_OPTIONS: `--import ${preload}` })).code).toBeNull()
    expect(existsSync(folder)).toBe(false)
    const half = `${folder}.incomplete`
    expect(readdirSync(half)).toContain('chat.db')
    const refused = await restore(half)
    expect(refused.stderr).toBe(`${half} is not a complete backup: it has no manifest.json.\n`)
    expect([refused.code, readdirSync(emptied.dataDir)]).toEqual([1, []])
    expect((await backup(folder)).stderr).toContain('Another backup is running. Wait until it has finished.')
    // As if it had given no sign for some minutes.
    utimesSync(join(place.dataDir, 'backup-under-way'), 1, 1)
    expect((await backup(folder)).stderr).toContain(`${half} was left by an interrupted backup`)
    rmSync(half, { recursive: true })
    expect((await backup(folder)).code).toBe(0)
  })

  it.each([
    ['a byte more', (folder: string) => appendFileSync(join(folder, 'uploads/1/a'), 'x'), 'uploads/1/a'],
    ['a file less', (folder: string) => rmSync(join(folder, 'telephony.db')), 'telephony.db'],
    ['a shorter list', (folder: string) => writeFileSync(join(folder, 'checksums.sha256'), ''), 'checksums'],
  ])('that is damaged is refused: %s', async (name, damage, what) => {
    const folder = at(`damaged ${name}`)
    cpSync(good, folder, { recursive: true })
    chmodSync(folder, 0o700)
    damage(folder)
    const { code, stdout, stderr } = await restore(folder)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^The backup is damaged: ${what}\\S* is missing or has changed\\.\n$`))
    expect(readdirSync(emptied.dataDir)).toEqual([])
  })

  it.each(['../outside', 'uploads/../../outside', '/tmp/outside', '..', 'uploads/..'])(
    'whose list names %s is refused, and nothing is written',
    async (path) => {
      const folder = at(`escaping ${path.replaceAll('/', ' ')}`)
      cpSync(good, folder, { recursive: true })
      chmodSync(folder, 0o700)
      // As an attacker would: the list fits the manifest.
      const list = `${readFileSync(join(folder, 'checksums.sha256'), 'utf8')}${'0'.repeat(64)}  ${path}\n`
      writeFileSync(join(folder, 'checksums.sha256'), list)
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
      const checksum = createHash('sha256').update(list).digest('hex')
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, checksum }))
      const { code, stderr } = await restore(folder)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'The backup is damaged: checksums.sha256 has an invalid line.\n',
      })
      expect(readdirSync(emptied.dataDir)).toEqual([])
    },
  )

  it('is restored into an empty folder only', async () => {
    const { code, stderr } = await runSwitchboard(['restore', good], { place })
    expect(code).toBe(1)
    expect(stderr).toBe(`DATA_DIR ${place.dataDir} is not empty. Restore the backup into an empty folder.\n`)
  })

  it('of which only half is restored keeps the server from starting', async () => {
    writeFileSync(join(emptied.dataDir, 'restore-under-way'), '')
    const { code, stderr } = await runSwitchboard(['migrate'], { place: emptied })
    rmSync(join(emptied.dataDir, 'restore-under-way'))
    expect(code).toBe(1)
    expect(stderr).toBe(
      `DATA_DIR ${emptied.dataDir} contains a partly restored backup. Empty it and restore the backup again.\n`,
    )
  })

  it('holds the key if that is asked for, and says so', async () => {
    const folder = at('with key')
    const made = await runSwitchboard(['backup', folder, '--with-key'], { place })
    expect(made.stdout).toContain('The backup includes the secret key')
    const key = readFileSync(join(place.dataDir, 'secret.key'), 'utf8')
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe(key)
    expect(readFileSync(join(folder, 'checksums.sha256'), 'utf8')).toContain('  secret.key\n')
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({ holds_key: true })
  })

  it('does not hold a key that was given by SECRET_KEY, even if asked for, and says so', async () => {
    const given = { SECRET_KEY: '7'.repeat(64) }
    const own = await makePlace('SQLite')
    try {
      await runSwitchboard(['seed-demo'], { place: own, environment: given })
      const folder = at('without key')
      const { stdout } = await runSwitchboard(['backup', folder, '--with-key'], {
        place: own,
        environment: given,
      })
      expect(stdout).toContain('The backup does not include the secret key')
      expect(existsSync(join(folder, 'secret.key'))).toBe(false)
      expect((await restore(folder)).stdout).toContain('set SECRET_KEY, before you start the server')
      const wrong = await runSwitchboard(['list-companies'], { place: emptied })
      expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('SECRET_KEY is not set')])
      expect((await runSwitchboard(['list-companies'], { place: emptied, environment: given })).code).toBe(0)
    } finally {
      await own.remove()
    }
  })

  it('of SQLite is not restored into PostgreSQL, and a database that does not respond is named', async () => {
    const environment = { DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' }
    const nowhere = /^PostgreSQL at 127\.0\.0\.1:1\/nowhere cannot be used: nothing listens there/
    for (const { code, stderr } of [
      await backup(at('postgres'), environment),
      await restore(good, environment),
    ]) {
      expect([code, stderr]).toEqual([1, expect.stringMatching(nowhere)])
    }
    const { databaseUrl, remove } = await makePlace('PostgreSQL')
    const refused = await restore(good, { DATABASE_URL: databaseUrl! })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('This is a backup of SQLite')])
    await remove()
  })
})
