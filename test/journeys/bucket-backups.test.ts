import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { type ObjectStore, openObjectStore } from '../../src/platform/objects/object-store.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { eventually } from '../harness/fax-world.ts'
import { runSwitchboard, startCommand, startSwitchboard } from '../harness/run-switchboard.ts'
import { type RunningObjectStore, startObjectStore } from '../harness/start-object-store.ts'

// Real processes, one after the other.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const TOKEN = 'b'.repeat(32)

describe('backups in a bucket', () => {
  let place: Place
  let store: RunningObjectStore
  let environment: Record<string, string>
  let bucket: ObjectStore
  const run = (command: string, ...args: string[]) =>
    runSwitchboard([command, ...args], { place, environment })
  const backup = (...args: string[]) => run('backup', ...args)
  const names = async () => {
    const found: string[] = []
    for await (const { key } of bucket.list('')) found.push(key)
    return found
  }
  const leftovers = () =>
    ['backup-to-send', 'backup-to-send.incomplete', 'backup-under-way'].filter((name) =>
      existsSync(join(place.dataDir, name)),
    )

  beforeAll(async () => {
    place = await makePlace('SQLite')
    store = await startObjectStore()
    // Keys of their own: the files of this server are in its folder.
    environment = {
      BACKUP_S3_ENDPOINT: store.url,
      BACKUP_S3_ACCESS_KEY: store.settings.S3_ACCESS_KEY!,
      BACKUP_S3_SECRET_KEY: store.settings.S3_SECRET_KEY!,
    }
    const settings = readConfig({}, { ...store.settings, S3_PREFIX: '' }).objectStore!
    bucket = openObjectStore(settings, '', createLogger('silent'))
    await runSwitchboard(['seed-demo'], { place })
    // Larger than a part of an upload.
    mkdirSync(join(place.dataDir, 'uploads', '1'), { recursive: true })
    writeFileSync(join(place.dataDir, 'uploads', '1', TOKEN), randomBytes(40 * 2 ** 20))
  })
  afterAll(async () => {
    await store.remove()
    await place.remove()
  })
  beforeEach(() => {
    store.fault = undefined
  })
  afterEach(() => {
    expect(leftovers()).toEqual([])
  })

  it('are made, proved and restored, with every file', async () => {
    const made = await backup('s3://files/acme/1.tar')
    expect([made.code, made.stderr, made.stdout]).toEqual([
      0,
      '',
      expect.stringMatching(
        / is whole: [\s\S]*Backed up \d+ files, \d+ bytes, to s3:\/\/files\/acme\/1\.tar\./,
      ),
    ])
    expect(await names()).toEqual(['acme/1.tar'])
    const nowhere = { place: { ...place, dataDir: join(place.dataDir, 'nowhere') }, environment }
    const verified = await runSwitchboard(['backup', '--verify', 's3://files/acme/1.tar'], nowhere)
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('2 valid databases')])
    const empty = await makePlace('SQLite')
    const restored = await runSwitchboard(['restore', 's3://files/acme/1.tar'], { place: empty, environment })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const file = (from: Place) => readFileSync(join(from.dataDir, 'uploads', '1', TOKEN))
    expect(file(empty).equals(file(place))).toBe(true)
    await empty.remove()
    const again = await backup('s3://files/acme/1.tar')
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('acme/1.tar exists already')])
  })

  it.each([
    ['the store refuses a part', 'PUT', /partNumber=2/],
    ['the store does not put the parts together', 'POST', /uploadId=/],
    ['the key may not write', 'POST', /uploads=/],
  ])('of which the upload breaks leave nothing: %s', async (_, method, path) => {
    store.fault = (ofMethod, url) => (ofMethod === method && path.test(url) ? 403 : undefined)
    const broken = await backup('s3://files/acme/broken.tar', '--keep', '1')
    expect([broken.code, broken.stderr]).toEqual([
      1,
      expect.stringContaining('The store of the bucket failed: 403'),
    ])
    store.fault = undefined
    // No old one was deleted for it.
    expect(await names()).toEqual(['acme/1.tar'])
    expect((await backup('--verify', 's3://files/acme/broken.tar')).stderr).toContain('There is no backup')
    expect(JSON.parse(readFileSync(join(place.dataDir, 'backup-result.json'), 'utf8'))).toMatchObject({
      has_failed: true,
    })
  })

  it('survive a store that fails for a moment', async () => {
    let failures = 0
    store.fault = (method, url) => {
      if (method !== 'PUT' || !/partNumber=2/.test(url) || failures === 2) return undefined
      failures += 1
      return 503
    }
    expect(await backup('s3://files/acme/2.tar')).toMatchObject({ code: 0 })
    expect(failures).toBe(2)
    expect((await backup('--verify', 's3://files/acme/2.tar')).code).toBe(0)
  })

  it.each([
    ['killed', 'SIGKILL' as const],
    ['stopped', 'SIGTERM' as const],
  ])('whose command is %s leave nothing that counts, and the next one succeeds', async (_, signal) => {
    let isWaiting = false
    store.fault = (method, url) => {
      if (method !== 'PUT' || !/partNumber=2/.test(url)) return undefined
      isWaiting = true
      return 'no response'
    }
    const started = await startCommand(['backup', `s3://files/acme/${signal}.tar`], { place, environment })
    await eventually('the second part is sent', async () => isWaiting)
    if (signal === 'SIGKILL') {
      await started.kill()
      expect(leftovers()).toContain('backup-to-send')
      // It says who is running for two minutes.
      rmSync(join(place.dataDir, 'backup-under-way'))
    } else {
      process.kill(started.pid, signal)
      store.fault = undefined
      expect(await started.finished).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The backup was interrupted'),
      })
    }
    store.fault = undefined
    expect(await names()).toEqual(['acme/1.tar', 'acme/2.tar'])
    expect(await backup('s3://files/other/next.tar')).toMatchObject({ code: 0 })
    await bucket.remove('other/next.tar')
  })

  it('are deleted when newer ones are there, and nothing else is', async () => {
    await bucket.put('acme/notes.tar', Buffer.from('no backup'))
    await bucket.put('acme/deeper/3.tar', Buffer.from('no backup beside it'))
    const made = await backup('s3://files/acme/3.tar', '--keep', '2')
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('Deleted the old backup 1.tar.')])
    expect(await names()).toEqual(['acme/2.tar', 'acme/3.tar', 'acme/deeper/3.tar', 'acme/notes.tar'])
  })

  it('are encrypted on the way: the store never has a readable byte, and only the identity opens them', async () => {
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    const [mine, other] = ['mine.txt', 'other.txt'].map((name) => join(place.dataDir, name))
    writeFileSync(mine!, identity)
    writeFileSync(other!, await generateIdentity())
    const address = 's3://files/acme/4.tar.age'
    const plainKey = await backup('s3://files/acme/4.tar', '--with-key')
    expect([plainKey.code, plainKey.stderr]).toEqual([2, expect.stringContaining('only with --encrypt-to')])
    expect((await backup(address)).stderr).toContain('Name the public key')
    const made = await backup(address, '--with-key', '--encrypt-to', recipient)
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('Only the identity of age1')])
    const chunks: Buffer[] = []
    for await (const chunk of (await bucket.get('acme/4.tar.age'))!) chunks.push(chunk)
    const sealed = Buffer.concat(chunks)
    expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(sealed.includes('checksums.sha256')).toBe(false)
    expect((await backup('--verify', address, '--identity', mine!)).stdout).toContain('is whole')
    expect((await backup('--verify', address, '--identity', other!)).stderr).toContain('cannot be decrypted')
    const empty = await makePlace('SQLite')
    const restored = await runSwitchboard(['restore', address, '--identity', mine!], {
      place: empty,
      environment,
    })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const server = await startSwitchboard([], { place: empty })
    await server.stop()
    await empty.remove()
    // A shortened one is none.
    await bucket.put('acme/5.tar.age', sealed.subarray(0, sealed.length - 100_000))
    const short = await backup('--verify', 's3://files/acme/5.tar.age', '--identity', mine!)
    expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('cannot be decrypted')])
  })

  it('that are damaged are refused, and so are addresses and settings that are wrong', async () => {
    const plain = join(place.dataDir, 'plain.tar')
    writeFileSync(plain, 'x'.repeat(2000))
    await bucket.putFile('acme/6.tar', plain)
    const refused = async (args: string[], message: string, settings = environment) => {
      const { code, stderr } = await runSwitchboard(['backup', ...args], { place, environment: settings })
      expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining(message)])
      expect(code).not.toBe(0)
    }
    await refused(['--verify', 's3://files/acme/6.tar'], 'damaged')
    await refused(['s3://files/acme/7'], 'named like')
    await refused(['s3://files/../7.tar'], 'named like')
    await refused(['s3://X/7.tar'], 'named like')
    await refused(['s3://nowhere/7.tar'], 'The store of the bucket failed')
    await refused(['s3://files/7.tar'], 'Set BACKUP_S3_ACCESS_KEY', {})
    await refused(['s3://files/7.tar'], 'belong together', { BACKUP_S3_ACCESS_KEY: 'x' })
    await refused(['s3://files/7.tar'], '403', { ...environment, BACKUP_S3_SECRET_KEY: 'wrong' })
    expect((await names()).filter((name) => name.includes('7'))).toEqual([])
  })
})
