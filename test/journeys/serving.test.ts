import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSwitchboard } from '../harness/build-switchboard.ts'
import { missingDocumentPrograms } from '../harness/documents.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

beforeAll(() => buildSwitchboard())

interface Member {
  is_bot: boolean
  avatar_url: string
}

describe.each(engines)('a development server on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard
  let banner: string
  beforeAll(async () => {
    place = await makePlace(engine)
    server = await startSwitchboard(['--development'], { place })
    banner = server.stdout()
  })
  afterAll(async () => {
    await server?.kill()
    await place?.remove()
  })

  it('prints people, keys and calls that work as they are', async () => {
    for (const name of ['ada', 'ben', 'cleo', 'gus', 'hook-bot', 'echo-bot']) {
      expect(keyOf(banner, name), name).toMatch(/^[A-Za-z0-9]{32}$/)
    }
    expect(banner).toMatch(/ada@example\.com +administrator/)
    expect(banner).toContain('demo-password')
    const calls = banner.split('\n').filter((line) => line.trim().startsWith('curl '))
    expect(calls).toHaveLength(4)
    const answers = []
    for (const call of calls) {
      const { stdout: body } = await promisify(execFile)('bash', ['-c', call])
      answers.push(JSON.parse(body))
    }
    expect(answers.slice(0, 3).map(({ result }) => result)).toEqual(['success', 'success', 'success'])
    expect(answers[3].map((user: { first_name: string }) => user.first_name)).toEqual(['Ada', 'Ben'])
    expect(answers[1].messages.at(-1).content).toContain('Hello from Ada')
    const settings = await (await fetch(`${server.url}/api/v1/server_settings`)).json()
    expect(settings).toMatchObject({ realm_uri: server.url, realm_name: 'Acme' })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'at %s answers waiting polls and ends; the next one has the same keys and queues',
    async (signal) => {
      const key = keyOf(banner, 'ben')!
      const ben = callAs(server.url, 'ben', key)
      const { body: registered } = await ben('/register', { event_types: '["message"]' })
      const poll = `/events?queue_id=${registered.queue_id}&last_event_id=-1`
      const waiting = ben(poll)
      await new Promise((next) => setTimeout(next, 300))
      const began = Date.now()
      const finished = server.stop(signal)
      expect(await waiting).toMatchObject({ status: 200, body: { result: 'success', events: [] } })
      expect(await finished).toMatchObject({ code: 0 })
      expect(Date.now() - began).toBeLessThan(4000)

      server = await startSwitchboard(['--development'], { place })
      expect(keyOf(server.stdout(), 'ben')).toBe(key)
      const resumed = await callAs(server.url, 'ben', key)(`${poll}&dont_block=true`)
      expect(resumed).toMatchObject({ status: 200, body: { events: [] } })
    },
  )

  it('sees a key that a command rotates', async () => {
    const old = callAs(server.url, 'ada', keyOf(banner, 'ada')!)
    expect(await old('/users/me')).toMatchObject({ status: 200 })
    const rotated = await runSwitchboard(['rotate-key', 'ada@example.com'], { place })
    const key = /API key: (\S+)/.exec(rotated.stdout)![1]!
    expect(await callAs(server.url, 'ada', key)('/users/me')).toMatchObject({ status: 200 })
    const deadline = Date.now() + 2000
    while ((await old('/users/me')).status === 200 && Date.now() < deadline) {
      await new Promise((next) => setTimeout(next, 50))
    }
    expect(await old('/users/me')).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } })
    expect(await callAs(server.url, 'ada', key)('/users/me')).toMatchObject({ status: 200 })
  })
})

describe.each(engines)('a server on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard | undefined
  beforeEach(async () => {
    place = await makePlace(engine)
  })
  afterEach(async () => {
    await server?.kill()
    server = undefined
    await place.remove()
  })

  const start = async (...args: string[]) => {
    server = await startSwitchboard(args, { place })
    return server
  }

  it('with --demo has a week of conversations, texts and a fax, and needs --development for it', async () => {
    const { url, stdout, stop } = await start('--development', '--demo')
    const ada = callAs(url, 'ada', keyOf(stdout(), 'ada')!)
    const { body: page } = await ada('/messages?anchor=newest&num_before=100&num_after=0')
    const messages = page.messages as { timestamp: number; content: string; reactions: object[] }[]
    expect(messages.length).toBeGreaterThan(20)
    const times = messages.map(({ timestamp }) => timestamp)
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(5 * 86_400)
    expect(times.at(-1)!).toBeLessThanOrEqual(Date.now() / 1000)
    expect(JSON.stringify(messages)).toContain('/user_uploads/')
    expect(messages.some(({ reactions }) => reactions.length > 3)).toBe(true)
    const phones = async (path: string) => {
      const headers = { authorization: 'Bearer dev-acme-key', 'x-user-id': 'primary' }
      return (await (await fetch(`${url}${path}`, { headers })).json()) as object[]
    }
    expect(await phones('/texting/conversations')).toHaveLength(3)
    // Everybody but the guest has phones, and was seen today; the guest is in a stream.
    expect(await phones('/system/company/contacts?items_per_page=100')).toHaveLength(6)
    const { members } = (await ada('/users')).body as { members: Member[] }
    const people = members.filter(({ is_bot: isBot }) => !isBot)
    expect(people.every(({ avatar_url: url }) => url.includes('/user_avatars/'))).toBe(true)
    const { presences } = (await ada('/realm/presence')).body as { presences: object }
    expect(Object.keys(presences).length).toBeGreaterThanOrEqual(6)
    const gus = callAs(url, 'gus', keyOf(stdout(), 'gus')!)
    expect(JSON.stringify((await gus('/users/me/subscriptions')).body)).toContain('"support"')
    expect(JSON.stringify((await ada('/workspace/numbers')).body)).toContain('+12025550103')
    if (!missingDocumentPrograms) expect(await phones('/fax/messages')).toMatchObject([{ pages: 1 }])
    expect(await stop()).toMatchObject({ code: 0 })
    const refused = await runSwitchboard(['serve', '--demo'], { place })
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('--demo needs --development.')
  })

  it('for production prints one line and has no demo data', async () => {
    const { url, stdout } = await start()
    expect(stdout()).toMatch(/^Switchboard \S+ listens on http:\/\/127\.0\.0\.1:\d+\n$/)
    const settings = (await (await fetch(`${url}/api/v1/server_settings`)).json()) as object
    expect(settings).not.toHaveProperty('realm_name')
  })

  it('for development leaves the organization that it finds alone', async () => {
    await runSwitchboard(['create-organization', 'Denmark'], { place })
    const { stdout } = await start('--development')
    expect(stdout()).toContain('Denmark')
    expect(stdout()).not.toContain('/api/v1')
  })
})

function keyOf(banner: string, name: string): string | undefined {
  return new RegExp(`^ *${name}@example\\.com .*API key (\\S+)$`, 'm').exec(banner)?.[1]
}

function callAs(url: string, name: string, key: string) {
  const authorization = `Basic ${Buffer.from(`${name}@example.com:${key}`).toString('base64')}`
  return async (path: string, form?: Record<string, string>) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      headers: { authorization },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
    return { status: response.status, body: (await response.json()) as any }
  }
}
