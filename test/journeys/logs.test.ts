import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

/** A provider that nobody runs: the secret must not be part of the complaint. */
const openid = {
  OPENID_ISSUER: 'http://127.0.0.1:1',
  OPENID_CLIENT_ID: 'switchboard',
  OPENID_CLIENT_SECRET: 'the-secret-of-the-client',
}
const environment = { LOG_LEVEL: 'trace', ...openid }

describe('the log of a server', () => {
  let place: Place
  let server: RunningSwitchboard
  beforeAll(async () => {
    place = await makePlace('SQLite')
    server = await startSwitchboard(['--development'], { place, environment })
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  const keyOf = async (name: string) => {
    const body = new URLSearchParams({ username: `${name}@example.com` })
    const answer = await fetch(`${server.url}/api/v1/dev_fetch_api_key`, { method: 'POST', body })
    return ((await answer.json()) as { api_key: string }).api_key
  }

  it('each answer has a line with its request id, and no line has a key', async () => {
    const [ada, hook] = [await keyOf('ada'), await keyOf('hook-bot')]
    const basic = Buffer.from(`ada@example.com:${ada}`).toString('base64')
    const me = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: `Basic ${basic}` } })
    const body = '{"featured_title":"T","featured_url":"http://example.com/"}'
    const address = `${server.url}/api/v1/external/helloworld?api_key=${hook}&stream=test`
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
    expect((await fetch(`${server.url}/api/v1/users/me?api_key=${ada}`)).status).toBe(401)
    const readLines = () =>
      server
        .stderr()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    // A line is written after its answer, and read here some time after that.
    await expect
      .poll(() => readLines().filter(({ msg }) => msg === 'answered').length)
      .toBeGreaterThanOrEqual(5)
    const lines = readLines()
    const line = lines.find(({ requestId }) => requestId === me.headers.get('x-request-id'))
    expect(line).toMatchObject({ method: 'GET', path: '/api/v1/users/me', status: 200 })
    for (const secret of [ada, hook, basic]) expect(server.stderr()).not.toContain(secret)
  })

  it('lines that are logged while a request is served have its id, also of concurrent ones', async () => {
    const attempts = Array.from({ length: 5 }, (_, index) => `somebody${index}@example.com`)
    const responses = await Promise.all(
      attempts.flatMap((username) => [
        // With a body, which arrives in pieces, and without one.
        fetch(`${server.url}/api/v1/fetch_api_key`, {
          method: 'POST',
          body: new URLSearchParams({ username, password: 'wrong' }),
        }),
        fetch(`${server.url}/api/v1/users/me`, {
          headers: { authorization: `Basic ${Buffer.from(`${username}:wrong`).toString('base64')}` },
        }),
      ]),
    )
    const ids = responses.map(({ headers }) => headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(10)
    const idsOf = (wanted: string) =>
      server
        .stderr()
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
        .filter(({ msg, account }) => msg === wanted && account?.startsWith('somebody'))
        .sort((one, other) => one.account.localeCompare(other.account))
        .map(({ requestId }) => requestId)
    const every = (remainder: number) => ids.filter((_id, index) => index % 2 === remainder)
    await expect.poll(() => idsOf('sign-in refused'), { timeout: 20_000 }).toEqual(every(0))
    await expect.poll(() => idsOf('wrong credentials'), { timeout: 20_000 }).toEqual(every(1))
  })

  it('no line has the token of a link, on pages and calls, good or bad', async () => {
    const token = 'Zt'.repeat(21).padEnd(43, '_')
    const paths = [
      'join',
      'reset-password',
      'email_changes',
      'portal/invitation',
      'invitations',
      'files/shared',
      'fax/pages',
    ]
    const calls = ['invites/accept', 'password_reset', 'email_changes']
    for (const path of [...paths, ...calls.map((call) => `api/v1/${call}`), 'nowhere', '%zz']) {
      for (const method of ['GET', 'POST']) await fetch(`${server.url}/${path}/${token}`, { method })
    }
    expect(server.stderr()).not.toContain(token)
  })

  it('no line has the secret of the OpenID Connect client', async () => {
    const response = await fetch(`${server.url}/api/v1/openid/sign_in`, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('/sign-in-failed/unavailable')
    await expect.poll(() => server.stderr()).toContain('sign-in at an identity provider refused')
    expect(server.stderr()).not.toContain(openid.OPENID_CLIENT_SECRET)
  })

  it('/health, /metrics and the root address answer', async () => {
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'ok' })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('switchboard_http_request_seconds_count')
    expect(metrics).toMatch(/^switchboard_waiting_polls 0$/m)
    const root = await fetch(server.url)
    expect(await root.text()).toContain('<div id="root"></div>')
    expect(root.headers.get('content-type')).toContain('text/html')
  })
})
