import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { acmeCaller, type DemoCaller, demoCaller } from '../harness/demo-caller.ts'
import { canMount, mountSmallDisk, type SmallDisk } from '../harness/faults/small-disk.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

const MEGABYTES = 128
const can = canMount()

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

describe.skipIf(!can)(`a full disk${can ? '' : ' (skipped: nothing may be mounted here)'}`, () => {
  let disk: SmallDisk
  let server: RunningSwitchboard
  let ben: DemoCaller
  let headers: Record<string, string>
  const accepted: string[] = []
  beforeAll(async () => {
    disk = mountSmallDisk(MEGABYTES)!
    const place = {
      dataDir: join(disk.folder, 'data'),
      databaseUrl: undefined,
      remove: async () => {},
    }
    server = await startSwitchboard(['--development'], { place })
    ben = await demoCaller(server.url, 'ben')
    headers = { authorization: `Basic ${Buffer.from(`ben@example.com:${ben.key}`).toString('base64')}` }
  })
  afterAll(async () => {
    await server?.kill()
    disk?.remove()
  })

  const health = async (path = '/health') => {
    const response = await fetch(`${server.url}${path}`)
    return [response.status, ((await response.json()) as { status: string }).status]
  }
  /** The status, and what the response says is wrong. */
  const send = async (content: string) => {
    const body = new URLSearchParams({ type: 'stream', to: 'test', topic: 'disk', content })
    const response = await fetch(`${server.url}/api/v1/messages`, { method: 'POST', headers, body })
    if (response.ok) accepted.push(content)
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  const chatForm = async (path: string, fields: Record<string, string | Blob>, signedIn = true) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      body,
      ...(signedIn && { headers }),
    })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  const stored = async () => {
    const narrow = JSON.stringify([{ operator: 'topic', operand: 'disk' }])
    const { messages } = await ben.call('GET', '/messages', {
      ...{ anchor: 'newest', num_before: '5000', num_after: '0', narrow, apply_markdown: 'false' },
    })
    return messages.map(({ content }: { content: string }) => content)
  }

  it('is told by /health before it is full, when everything still works', async () => {
    expect(await health()).toEqual([200, 'ok'])
    expect(await send('with room')).toEqual([200, undefined])
    disk.fill(8)
    expect(await health()).toEqual([503, 'disk full'])
    expect(await send('with little room')).toEqual([200, undefined])
  })

  it('refuses changes of all kinds with 507, and answers everything else', async () => {
    const full = [507, 'INSUFFICIENT_STORAGE']
    // SQLite goes on for a while in the room that it has.
    await vi.waitFor(
      async () => {
        disk.fill()
        expect(await send(randomBytes(4000).toString('hex'))).toEqual(full)
      },
      { timeout: 60_000, interval: 5 },
    )
    expect(await health()).toEqual([503, 'disk full'])
    expect(await health('/health/live')).toEqual([200, 'ok'])
    const file = new Blob([new Uint8Array(randomBytes(3_000_000))])
    expect(await chatForm('/user_uploads', { file })).toEqual(full)
    const signIn = { username: 'ben@example.com', password: 'demo-password' }
    expect([200, 507]).toContain((await chatForm('/fetch_api_key', signIn, false))[0])
    const phones = await fetch(`${server.url}/files`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer dev-acme-key',
        'x-user-id': 'primary',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'x'.repeat(200) }),
    })
    expect([phones.status, await phones.json()]).toEqual([
      507,
      expect.objectContaining({ detail: 'The server has no disk space left' }),
    ])
    expect(await stored()).toEqual(accepted)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
    expect((await fetch(`${server.url}/`)).status).toBe(200)
  })

  it('is over when there is room again, without a restart, and nothing accepted is lost', async () => {
    disk.makeRoom()
    expect(await health()).toEqual([200, 'ok'])
    await vi.waitFor(async () => expect(await send('with room again')).toEqual([200, undefined]), 10_000)
    const bytes = randomBytes(3_000_000)
    expect((await ben.fetch(await ben.upload(bytes, 'large.bin'))).bytes.equals(bytes)).toBe(true)
    expect(await acmeCaller(server.url).addFile(Buffer.from('a file'))).toEqual(expect.any(String))
    expect(await stored()).toEqual(accepted)
  })
})
