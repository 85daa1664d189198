import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { acmeCaller, type DemoCaller, demoCaller } from '../harness/demo-caller.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { eventually } from '../harness/fax-world.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

// Real processes, one after the other.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

interface Written {
  messages: Map<number, string>
  uploads: Map<string, Buffer>
  files: Map<string, Buffer>
}

const copyOf = ({ messages, uploads, files }: Written): Written => ({
  messages: new Map(messages),
  uploads: new Map(uploads),
  files: new Map(files),
})

/** Writes until it is stopped: messages, files, and uploads, of which every second is deleted again. */
function keepWriting(url: string, ben: DemoCaller) {
  const written: Written = { messages: new Map(), uploads: new Map(), files: new Map() }
  let isStopping = false
  const loop = async (work: (round: number) => Promise<void>) => {
    for (let round = 0; !isStopping && round < 5_000; round += 1) await work(round)
  }
  const loops = [
    loop(async (round) => {
      const content = `message ${round}`
      const args = { type: 'stream', to: 'test', topic: 'load', content }
      written.messages.set((await ben.call('POST', '/messages', args)).id, content)
    }),
    loop(async () => {
      const bytes = randomBytes(3000)
      const kept = await ben.upload(bytes, 'kept.bin')
      const doomed = await ben.upload(bytes, 'doomed.bin')
      written.uploads.set(kept, bytes)
      const { attachments } = await ben.call('GET', '/attachments')
      const path = doomed.replace('/user_uploads/', '')
      const { id } = attachments.find((one: { path_id: string }) => one.path_id === path)
      await ben.call('DELETE', `/attachments/${id}`)
    }),
    loop(async () => {
      const bytes = randomBytes(2000)
      written.files.set(await acmeCaller(url).addFile(bytes), bytes)
    }),
  ]
  return {
    written,
    async stop() {
      isStopping = true
      await Promise.all(loops)
    },
  }
}

describe('a backup of a server that is being written to', () => {
  let place: Place
  let emptied: Place
  let server: RunningSwitchboard
  let restored: RunningSwitchboard | undefined
  beforeAll(async () => {
    place = await makePlace('SQLite')
    emptied = await makePlace('SQLite')
    server = await startSwitchboard(['--development'], { place })
  })
  afterAll(async () => {
    await server.kill()
    await restored?.kill()
    await place.remove()
    await emptied.remove()
  })

  it('has everything that was acknowledged before it began, and can be restored to a server that works', async () => {
    const ben = await demoCaller(server.url, 'ben')
    const { queue_id: queue } = await ben.call('POST', '/register')
    const load = keepWriting(server.url, ben)
    const { written } = load
    await eventually(
      'there is something to lose',
      async () => written.uploads.size > 5 && written.files.size > 5,
    )
    const before = copyOf(written)
    const folder = join(place.dataDir, 'backups', 'first')
    const backup = await runSwitchboard(['backup', folder], { place })
    const during = written.messages.size - before.messages.size
    await load.stop()
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    expect(backup.stdout).toMatch(
      /^Backed up \d+ files, \d+ bytes, to .*first\.\nThe backup does not include the secret key: keep a copy of .*secret\.key/,
    )
    expect(during).toBeGreaterThan(0)

    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(existsSync(`${folder}.incomplete`)).toBe(false)
    expect(existsSync(join(place.dataDir, 'backup-under-way'))).toBe(false)
    const checked = execFileSync('sha256sum', ['--check', '--quiet', 'checksums.sha256'], { cwd: folder })
    expect(checked.toString()).toBe('')
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    const listed = readFileSync(join(folder, 'checksums.sha256'), 'utf8').trim().split('\n')
    expect(manifest).toMatchObject({
      format: 1,
      databases: ['chat.db', 'telephony.db'],
      holds_key: false,
      files: listed.length,
    })

    await server.kill()
    const restoring = await runSwitchboard(['restore', folder], { place: emptied })
    expect(restoring).toMatchObject({ code: 0, stderr: '' })
    // The backup alone reveals no secret.
    const without = await runSwitchboard(['list-companies'], { place: emptied })
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('SECRET_KEY is not set')])
    copyFileSync(join(place.dataDir, 'secret.key'), join(emptied.dataDir, 'secret.key'))
    restored = await startSwitchboard(['--development'], { place: emptied })
    await compare(restored.url, ben.key, queue, before)
  })

  async function compare(url: string, key: string, queue: string, before: Written): Promise<void> {
    const ben = await demoCaller(url, 'ben')
    // What was encrypted is decrypted: the key is the same one.
    expect(ben.key).toBe(key)
    const ids = [...before.messages.keys()]
    const narrow = {
      anchor: String(Math.min(...ids)),
      num_before: '0',
      num_after: '5000',
      apply_markdown: 'false',
    }
    const { messages } = await ben.call('GET', '/messages', narrow)
    const contents = new Map(messages.map((one: { id: number; content: string }) => [one.id, one.content]))
    expect(ids.filter((id) => contents.get(id) !== before.messages.get(id))).toEqual([])
    for (const [path, bytes] of before.uploads) expect((await ben.fetch(path)).bytes.equals(bytes)).toBe(true)
    // Every file that a row names is there, even if it was deleted during the backup.
    const { attachments } = await ben.call('GET', '/attachments')
    expect(attachments.length).toBeGreaterThanOrEqual(before.uploads.size)
    for (const { path_id, size } of attachments) {
      const { status, bytes } = await ben.fetch(`/user_uploads/${path_id}`)
      expect([status, bytes.length], path_id).toEqual([200, size])
    }
    const acme = acmeCaller(url)
    for (const [id, bytes] of before.files) expect((await acme.download(id)).bytes.equals(bytes)).toBe(true)
    for (const { id, size } of (await acme.list()).filter((file) => file.uploaded_at !== null)) {
      expect([(await acme.download(id)).bytes.length, id]).toEqual([size, id])
    }
    // Both go on.
    const args = { type: 'stream', to: 'test', topic: 'load', content: 'after' }
    expect((await ben.call('POST', '/messages', args)).id).toBeGreaterThan(Math.max(...ids))
    const again = await ben.upload(Buffer.from('again'), 'again.txt')
    expect((await ben.fetch(again)).bytes.toString()).toBe('again')
    expect((await acme.download(await acme.addFile(Buffer.from('again')))).bytes.toString()).toBe('again')
    await expect(ben.call('GET', '/events', { queue_id: queue, last_event_id: '-1' })).rejects.toThrow(
      'BAD_EVENT_QUEUE_ID',
    )
  }
})
