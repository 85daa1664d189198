import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

/** What the version before has written; see the README there. */
const before = join(import.meta.dirname, 'before-0.1.0')
const form = (values: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(values) })

let place: string
let dataDir: string
let server: RunningSwitchboard
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'switchboard-upgrade-test-'))
  const backup = join(place, 'backup')
  dataDir = join(place, 'data')
  mkdirSync(backup)
  execFileSync('tar', ['-xzf', join(before, 'backup.tar.gz'), '-C', backup])
  const restored = await runSwitchboard(['restore', backup], { environment: { DATA_DIR: dataDir } })
  expect(restored).toMatchObject({ code: 0 })
  cpSync(join(backup, 'secret.key'), join(dataDir, 'secret.key'))
  server = await startSwitchboard([], { environment: { DATA_DIR: dataDir } })
}, 120_000)
afterAll(async () => {
  await server?.stop()
  rmSync(place, { recursive: true, force: true })
})

async function chatOf(url: string, email: string) {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, init)
    const body = await response.json()
    expect({ path, status: response.status, body }).toMatchObject({ path, status: 200 })
    return body
  }
  const { api_key: key } = await call('/fetch_api_key', form({ username: email, password: 'demo-password' }))
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  return (path: string, init: RequestInit = {}) => call(path, { ...init, headers: { authorization } })
}

it('people sign in after an upgrade, and find messages, stars, unread messages and statuses', async () => {
  const ada = await chatOf(server.url, 'ada@example.com')
  const { messages } = await ada('/messages?anchor=newest&num_before=100&num_after=0&apply_markdown=false')
  expect(messages).toHaveLength(30)
  expect(messages.at(-1)).toMatchObject({ content: 'Did the upgrade go well?', flags: [] })
  expect(messages.at(-2)).toMatchObject({ subject: 'upgrade', flags: expect.arrayContaining(['starred']) })
  const { user_id: id } = await ada('/users/me')
  expect((await ada(`/users/${id}/status`)).status).toMatchObject({ status_text: 'At lunch' })
  const { id: sent } = await ada(
    '/messages',
    form({ type: 'stream', to: 'general', topic: 'upgrade', content: 'It did' }),
  )
  const hits = await ada(
    `/messages?anchor=newest&num_before=10&num_after=0&narrow=${encodeURIComponent('[["search","upgrade"]]')}`,
  )
  expect(hits.messages.map((message: { id: number }) => message.id)).toContain(38)
  expect(sent).toBe(40)
})

it('phones, trunks and voicemail are there after an upgrade, with values for what is new', async () => {
  const call = async (path: string) => {
    const headers = { authorization: 'Bearer dev-acme-key', 'x-user-id': 'primary' }
    const response = await fetch(server.url + path, { headers })
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    return response.json()
  }
  expect(listOf(await call('/trunks'))).toContainEqual(
    expect.objectContaining({ name: 'Old provider', has_password: true, media_encryption: 'no' }),
  )
  const [instance] = listOf(await call('/instances')) as { uuid: string }[]
  expect(listOf(await call(`/instances/${instance!.uuid}/extensions`)).length).toBeGreaterThan(2)
  expect(listOf(await call('/voicemail/messages')).length).toBeGreaterThan(0)
})

it('an archive that the version before has exported is imported with all its messages', async () => {
  const target = join(place, 'imported')
  mkdirSync(target)
  const options = { environment: { DATA_DIR: target } }
  const { code, stdout } = await runSwitchboard(['import', join(before, 'export.tar.gz')], options)
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('39 messages') })
})

const listOf = (body: unknown): object[] =>
  Array.isArray(body) ? body : (Object.values(body as object).find(Array.isArray) ?? [])
