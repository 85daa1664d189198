import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { type ObjectStore, openObjectStore } from '../../src/platform/objects/object-store.ts'
import { acmeCaller, demoCaller } from '../harness/demo-caller.ts'
import { makePlace } from '../harness/engines.ts'
import { listBackup } from '../harness/list-backup.ts'
import { runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'
import { type RunningObjectStore, startObjectStore } from '../harness/start-object-store.ts'
import {
  isDebianPostgresInstalled,
  type RunningPostgres,
  startDebianPostgres,
} from '../harness/start-postgres.ts'

// Real processes, one after the other.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const PASSWORD = 'a/password with: odd?characters'
/** Larger than a chunk of a content in the database. */
const BYTES = 1_500_000

describe.skipIf(!isDebianPostgresInstalled)('a backup of PostgreSQL and of files in a bucket', () => {
  let folder: string
  let postgres: RunningPostgres
  let store: RunningObjectStore
  let bucket: ObjectStore
  let source: Awaited<ReturnType<typeof newPlace>>
  let written: { upload: string; uploaded: Buffer; file: string; filed: Buffer }
  const at = (name: string) => join(folder, name)

  async function newPlace(name: string) {
    await ask(postgres.url, `create database ${name} owner switchboard`)
    const databaseUrl = postgres.url
      .replace('postgres@', `switchboard:${encodeURIComponent(PASSWORD)}@`)
      .replace(/postgres$/, name)
    const dataDir = at(`${name}-data`)
    mkdirSync(dataDir, { mode: 0o700 })
    return { dataDir, databaseUrl, remove: async () => {} }
  }
  const run = (args: string[], place = source, more: Record<string, string> = {}) =>
    runSwitchboard(args, { place, environment: { ...store.settings, ...more } })
  const withoutBucket = (args: string[], place: typeof source) =>
    runSwitchboard(args, {
      place,
      environment: {
        BACKUP_S3_ENDPOINT: store.url,
        BACKUP_S3_ACCESS_KEY: store.settings.S3_ACCESS_KEY!,
        BACKUP_S3_SECRET_KEY: store.settings.S3_SECRET_KEY!,
      },
    })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-postgres-backup-'))
    postgres = await startDebianPostgres(folder)
    store = await startObjectStore()
    bucket = openObjectStore(readConfig({}, store.settings).objectStore!, '', createLogger('silent'))
    // Not a superuser, as in production.
    await ask(postgres.url, 'create role switchboard login')
    source = await newPlace('source')
    const server = await startSwitchboard(['--development'], { place: source, environment: store.settings })
    const ben = await demoCaller(server.url, 'ben')
    await say(ben, 'before the backup')
    const [uploaded, filed] = [randomBytes(BYTES), randomBytes(BYTES)]
    const upload = await ben.upload(uploaded, 'large.bin')
    written = { upload, uploaded, file: await acmeCaller(server.url).addFile(filed), filed }
    expect(await backupMetrics(server.url)).toEqual([])
    // The server goes on during the backup.
    expect(await run(['backup', at('good'), '--with-key', '--keep', '3'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /Backed up \d+ files[\s\S]*includes the secret key[\s\S]*a dump of PostgreSQL \d+ that pg_restore reads to its end, with \d+ and \d+ migrations[\s\S]*Not checked: /,
      ),
    })
    const [made, failed, bytes, verified] = await backupMetrics(server.url)
    expect([made! > 0, failed, bytes! > BYTES, verified! >= made!]).toEqual([true, 0, true, true])
    await say(ben, 'after the backup')
    const refused = await run(['restore', at('good')])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Stop all servers')])
    await server.stop()
  })
  afterAll(async () => {
    await store?.remove()
    await postgres?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  const say = (ben: Awaited<ReturnType<typeof demoCaller>>, content: string) =>
    ben.call('POST', '/messages', { type: 'stream', to: 'test', topic: 'backups', content })

  /** Both products, from what a new server on the data says. */
  async function check(
    place: typeof source,
    environment: Record<string, string>,
    expected: string[],
  ): Promise<void> {
    const server = await startSwitchboard(['--development'], { place, environment })
    try {
      const ben = await demoCaller(server.url, 'ben')
      const narrow = JSON.stringify([{ operator: 'topic', operand: 'backups' }])
      const { messages } = await ben.call('GET', '/messages', {
        ...{ anchor: 'newest', num_before: '10', num_after: '0', narrow, apply_markdown: 'false' },
      })
      expect(messages.map(({ content }: { content: string }) => content)).toEqual(expected)
      expect((await ben.fetch(written.upload)).bytes.equals(written.uploaded)).toBe(true)
      const { bytes } = await acmeCaller(server.url).download(written.file)
      expect(bytes.equals(written.filed)).toBe(true)
      await say(ben, 'and it goes on')
    } finally {
      await server.stop()
    }
  }

  it('is restored with the bucket after both were lost', async () => {
    const keys: string[] = []
    for await (const { key } of bucket.list('')) keys.push(key)
    for (const key of keys) await bucket.remove(key)
    const target = await newPlace('again')
    const restored = await run(['restore', at('good')], target)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toMatch(
      /^Restored \d+ files, \d+ bytes, to PostgreSQL, [2-9]\d* of them to the bucket files\./,
    )
    expect(existsSync(join(target.dataDir, 'uploads'))).toBe(false)
    await check(target, store.settings, ['before the backup'])
    const twice = await run(['restore', at('good')], target)
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('The database is not empty')])
    // The bucket of another installation stays as it is.
    const other = await newPlace('other')
    const objects = openObjectStore(
      readConfig({}, { ...store.settings, S3_PREFIX: 'foreign' }).objectStore!,
      'x',
      createLogger('silent'),
    )
    await objects.claim()
    const foreign = await run(['restore', at('good')], other, { S3_PREFIX: 'foreign' })
    expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('of another installation')])
    const empty = await run(['backup', at('nothing')], other)
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('The database has no data')])
  })

  it('is encrypted into a bucket, pruned, and restored where files are in the database', async () => {
    const identity = await generateIdentity()
    writeFileSync(at('identity'), identity)
    const recipient = ['--encrypt-to', await identityToRecipient(identity)]
    for (const name of ['1', '2']) {
      const place = `s3://files/backups/${name}.tar.age`
      const made = await run(['backup', place, '--with-key', '--keep', '1', ...recipient])
      expect([made.code, made.stderr]).toEqual([0, ''])
    }
    const names: string[] = []
    const all = openObjectStore(
      { ...readConfig({}, store.settings).objectStore!, prefix: 'backups/' },
      '',
      createLogger('silent'),
    )
    for await (const { key } of all.list('')) names.push(key)
    expect(names).toEqual(['2.tar.age'])
    const target = await newPlace('moved')
    const place = ['s3://files/backups/2.tar.age', '--identity', at('identity')]
    const restored = await withoutBucket(['restore', ...place], target)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toContain('the server moves them into the database when it starts there')
    await check(target, {}, ['before the backup', 'after the backup'])
    expect(existsSync(join(target.dataDir, 'uploads'))).toBe(false)
  })

  it.each([
    [
      'a byte more',
      (copy: string) => appendFileSync(join(copy, 'postgres.dump'), 'x'),
      'postgres.dump is missing',
    ],
    [
      'a dump that is shorter, with the right checksum',
      (copy: string) => {
        const bytes = readFileSync(join(copy, 'postgres.dump'))
        writeFileSync(join(copy, 'postgres.dump'), bytes.subarray(0, bytes.length - 50_000))
        listBackup(copy)
      },
      'pg_restore failed',
    ],
    [
      'a migration of the future',
      (copy: string) => {
        const path = join(copy, 'manifest.json')
        const manifest = JSON.parse(readFileSync(path, 'utf8'))
        manifest.postgres.steps.chat.push('chat-9999-tomorrow')
        writeFileSync(path, JSON.stringify(manifest))
      },
      `a newer version of Switchboard`,
    ],
  ])('that is damaged is refused, and nothing is stored: %s', async (name, damage, complaint) => {
    const copy = at(`damaged ${name}`)
    cpSync(at('good'), copy, { recursive: true })
    damage(copy)
    const verified = await run(['backup', '--verify', copy])
    expect([verified.code, verified.stderr]).toEqual([1, expect.stringContaining(complaint)])
    const target = await newPlace(`damaged_${name.length}`)
    const restored = await withoutBucket(['restore', copy], target)
    expect([restored.code, restored.stderr]).toEqual([1, expect.stringContaining(complaint)])
    const schemas = await ask(target.databaseUrl, `select 1 from pg_namespace where nspname = 'chat'`)
    expect(schemas.rows).toEqual([])
  })

  it('says what to do where pg_dump is missing or too old, and never shows the password', async () => {
    const missing = await run(['backup', at('missing')], source, { PATH: '/nowhere' })
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringContaining('pg_dump was not found. Install the client programs of PostgreSQL'),
    ])
    const newer = await makePlace('PostgreSQL')
    const old = await runSwitchboard(['backup', at('old')], { place: newer })
    expect([old.code, old.stderr]).toEqual([
      1,
      expect.stringMatching(/^pg_dump \d+ is older than the server, PostgreSQL \d+: install/),
    ])
    await newer.remove()
    const pooled = { DATABASE_URL: `${source.databaseUrl}?pooler=transaction` }
    expect((await run(['backup', at('pooled')], source, pooled)).stderr).toContain('leads to a pooler')
    // A stand-in that writes down how it is called.
    mkdirSync(at('bin'))
    const stand = join(at('bin'), 'pg_dump')
    writeFileSync(
      stand,
      `#!/bin/sh\n{ echo "$@"; env; } >> ${at('called')}\nexec ${postgres.programs}/pg_dump "$@"\n`,
    )
    chmodSync(stand, 0o755)
    const path = `${at('bin')}:${process.env.PATH}`
    const made = await run(['backup', at('watched'), '--without-files'], source, { PATH: path })
    expect([made.code, made.stderr]).toEqual([0, ''])
    const called = readFileSync(at('called'), 'utf8')
    const commands = called.split('\n').filter((line) => line.startsWith('--'))
    expect(commands.filter((line) => line.includes(PASSWORD.slice(0, 10)))).toEqual([])
    expect(called).toContain(`PGPASSWORD=${PASSWORD}`)
    expect(called).not.toMatch(/S3_|SECRET|DATABASE_URL/)
    expect(readdirSync(at('watched')).sort()).toEqual(['checksums.sha256', 'manifest.json', 'postgres.dump'])
  })
})

/** When the last one was made, whether it failed, its size, and when it was verified. */
async function backupMetrics(url: string): Promise<number[]> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(/^switchboard_last_backup_\w+ (\S+)$/gm)].map(([, value]) => Number(value))
}

async function ask(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
