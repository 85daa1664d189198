import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCode } from '../../src/platform/secrets/totp.ts'
import { buildSwitchboard } from '../harness/build-switchboard.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { runInProcess } from '../harness/run-in-process.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

beforeAll(() => buildSwitchboard())

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
type Answer = { status: number; body: any }

describe.each(engines)('commands for accounts beside a running server, on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard
  // The built program on one engine; for the other it is enough that the same commands run.
  const start = engine === 'SQLite' ? runSwitchboard : runInProcess
  const run = (args: string[], input?: string) =>
    start(args, { place, ...(input !== undefined && { input }) })
  beforeAll(async () => {
    place = await makePlace(engine)
    server = await startSwitchboard(['--development'], { place, environment: { LOG_LEVEL: 'error' } })
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  const keyOf = (name: string) =>
    new RegExp(`^ *${name}@example\\.com .*API key (\\S+)$`, 'm').exec(server.stdout())![1]!

  async function call(
    path: string,
    form?: Record<string, string>,
    who?: { name: string; key: string },
  ): Promise<Answer> {
    const basic = who && Buffer.from(`${who.name}@example.com:${who.key}`).toString('base64')
    const response = await fetch(`${server.url}/api/v1${path}`, {
      ...(basic && { headers: { authorization: `Basic ${basic}` } }),
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return { status: response.status, body: await response.json() }
  }

  const as =
    (name: string, key = keyOf(name)) =>
    (path: string, form?: Record<string, string>) =>
      call(path, form, { name, key })

  /** Answers with the first event that fits, as a client that waits gets it. */
  async function watchUsers(name: string) {
    const { body } = await as(name)('/register', { event_types: '["realm_user"]', fetch_event_types: '[]' })
    let last: number = body.last_event_id
    return async (fits: (event: Answer['body']) => boolean) => {
      for (;;) {
        const answer = await as(name)(`/events?queue_id=${body.queue_id}&last_event_id=${last}`)
        expect(answer.status).toBe(200)
        for (const event of answer.body.events) {
          last = event.id
          if (fits(event)) return event
        }
      }
    }
  }

  /** A server asks the log at most about a second after a command has written to it. */
  async function until(status: number, ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await ask()
      if (answer.status === status) return answer
      await new Promise((next) => setTimeout(next, 50))
    }
  }

  it('list-users names everybody but the notification bot', async () => {
    const { code, stdout, stderr } = await run(['list-users'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+ +active +administrator +person +ada@example\.com +Ada Lovelace$/m)
    expect(stdout).toMatch(/^\d+ +active +guest +person +gus@example\.com/m)
    expect(stdout).toMatch(/^\d+ +active +member +incoming webhook +hook-bot@example\.com/m)
    expect(stdout).not.toContain('notification-bot')
    const acme = await run(['list-users', '--company', 'Acme'])
    expect(acme.stdout).toMatch(/^\S+ +active +ada@\S+ +Ada/m)
    expect((await run(['list-users', '--company', 'Acme', '--organization', ''])).code).toBe(2)
  })

  it('change-role notifies clients, and takes effect at once', async () => {
    const next = await watchUsers('ada')
    expect((await run(['change-role', 'ben@example.com', 'administrator'])).stdout).toBe(
      'Ben Okri <ben@example.com> is administrator of Acme.\n',
    )
    expect(await next(({ person }) => person?.role !== undefined)).toMatchObject({
      op: 'update',
      person: { role: 200 },
    })
    const all = () => as('ben')('/streams?include_all_active=true')
    expect((await until(200, all)).status).toBe(200)
    expect((await run(['change-role', 'ben@example.com', 'member'])).code).toBe(0)
    expect(await next(({ person }) => person?.role !== undefined)).toMatchObject({ person: { role: 400 } })
    expect(await run(['change-role', 'ada@example.com', 'guest'])).toMatchObject({
      code: 1,
      stderr: 'Cannot remove the only organization administrator\n',
    })
    expect(await run(['change-role', 'ada@example.com', 'king'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('ROLE must be one of administrator, member, guest'),
    })
  })

  it('set-password ends what was signed in with the old one', async () => {
    const { body } = await as('ben')('/register', { event_types: '["message"]' })
    const poll = `/events?queue_id=${body.queue_id}&last_event_id=-1&dont_block=true`
    expect((await as('ben')(poll)).status).toBe(200)
    const set = await run(['set-password', 'ben@example.com'], 'an unguessed phrase\n')
    expect(set).toMatchObject({ code: 0, stderr: '' })
    expect(set.stdout).not.toContain('an unguessed phrase')
    await until(401, () => as('ben')('/users/me'))
    await until(401, () => as('echo-bot')('/users/me'))
    const signIn = (password: string) => call('/fetch_api_key', { username: 'ben@example.com', password })
    expect((await signIn('demo-password')).status).not.toBe(200)
    const { api_key: key } = (await until(200, () => signIn('an unguessed phrase'))).body
    expect(await as('ben', key)('/users/me')).toMatchObject({ status: 200 })
    expect(await as('ben', key)(poll)).toMatchObject({ status: 400, body: { code: 'BAD_EVENT_QUEUE_ID' } })
    expect(await run(['set-password', 'ben@example.com'], 'short\n')).toMatchObject({ code: 1, stdout: '' })
    expect(await run(['set-password', 'echo-bot@example.com'], 'long enough\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is a bot'),
    })
  })

  it('remove-two-factor lets a person who lost the device sign in, and ends the sessions', async () => {
    const cleo = { username: 'cleo@example.com', password: 'demo-password' }
    const { secret } = (await as('cleo')('/users/me/two_factor', { password: cleo.password })).body
    const code = totpCode(secret, Date.now() / 1000)
    expect((await as('cleo')('/users/me/two_factor/confirm', { code })).status).toBe(200)
    expect((await call('/fetch_api_key', cleo)).body.code).toBe('TWO_FACTOR_REQUIRED')
    const begun = await fetch(`${server.url}/api/v1/dev_sessions`, {
      method: 'POST',
      body: new URLSearchParams({ username: cleo.username }),
    })
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
    const current = async (): Promise<Answer> => {
      const response = await fetch(`${server.url}/api/v1/sessions/current`, { headers: { cookie } })
      return { status: response.status, body: await response.json() }
    }
    expect((await current()).status).toBe(200)
    const removed = await run(['remove-two-factor', cleo.username])
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('All sessions have ended.') })
    // A command that runs in this process logs to the output of the test.
    if (engine === 'SQLite') expect(removed.stderr).toContain('"removedBy":"operator"')
    await until(401, current)
    await until(200, () => call('/fetch_api_key', cleo))
    expect(await run(['remove-two-factor', cleo.username])).toMatchObject({
      code: 1,
      stderr: 'Two-factor authentication is not on.\n',
    })
  })

  it('deactivate-user closes an account with its bots, and reactivate-user opens it again', async () => {
    const next = await watchUsers('cleo')
    const { stdout } = await run(['deactivate-user', 'ben@example.com'])
    expect(stdout).toBe('Deactivated Ben Okri <ben@example.com> of Acme.\n')
    const gone = await next(({ op }) => op === 'remove')
    expect(gone.person.full_name).toBe('Ben Okri')
    const signIn = () =>
      call('/fetch_api_key', { username: 'ben@example.com', password: 'an unguessed phrase' })
    expect((await signIn()).status).toBe(403)
    expect((await run(['list-users'])).stdout).toMatch(/deactivated +member +generic bot +echo-bot@/)
    expect(await run(['set-password', 'ben@example.com'], 'long enough\n')).toMatchObject({ code: 1 })
    expect(await run(['deactivate-user', 'ben@example.com'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is already deactivated'),
    })
    expect(await run(['reactivate-user', 'echo-bot@example.com'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('reactivate the owner first'),
    })
    expect((await run(['reactivate-user', 'ben@example.com'])).code).toBe(0)
    await next(({ op, person }) => op === 'add' && person.full_name === 'Ben Okri')
    expect((await signIn()).status).toBe(200)
    expect((await run(['reactivate-user', 'echo-bot@example.com'])).code).toBe(0)
    expect((await run(['deactivate-user', 'echo-bot@example.com'])).code).toBe(0)
    expect(await run(['deactivate-user', 'ada@example.com'])).toMatchObject({
      code: 1,
      stderr: 'Cannot deactivate the only organization administrator.\n',
    })
    expect(await run(['deactivate-user', 'yorick@example.com'])).toMatchObject({ code: 1, stdout: '' })
  })

  it('deactivate-organization signs everybody out, and reactivate-organization opens it again', async () => {
    const signIn = () =>
      call('/fetch_api_key', { username: 'ben@example.com', password: 'an unguessed phrase' })
    const { stdout } = await run(['deactivate-organization'])
    expect(stdout).toBe('Deactivated Acme. Everybody is signed out.\n')
    expect((await until(403, signIn)).body.code).toBe('REALM_DEACTIVATED')
    const opened = await run(['reactivate-organization'])
    expect(opened.stdout).toBe('Reactivated Acme. People can sign in again.\n')
    await until(200, signIn)
  })
})
