import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { buildSwitchboard, root } from '../harness/build-switchboard.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'
import { mailedTokens, type SecretHolder, startSecretHolder } from '../harness/secret-holder.ts'

const TIMEOUT_MS = 240_000

beforeAll(() => buildSwitchboard())

describe.each(engines)('rotate-secret-key on %s', (engine) => {
  let place: Place
  let holder: SecretHolder | undefined
  beforeEach(async () => {
    place = await makePlace(engine)
  })
  afterEach(async () => {
    await holder?.server.kill()
    await place.remove()
  })

  const start = async (key?: string, environment = {}) => {
    holder = await startSecretHolder(place, key, environment)
    return holder
  }
  const stop = async () => {
    await holder!.stop()
    holder = undefined
  }
  const run = (args: string[], environment = {}) => runSwitchboard(args, { place, environment })
  const keyFile = () => join(place.dataDir, 'secret.key')
  const readKey = () => readFileSync(keyFile(), 'utf8').trim()
  const tokensOfEve = () => mailedTokens(place, 'eve@example.com')

  /** One of each kind. Answers with how to look at them again. */
  async function makeSecrets(environment = {}) {
    const { chat } = await start(undefined, environment)
    const { api_key: adaKey } = (await chat('POST', '/dev_fetch_api_key', { username: 'ada@example.com' }))
      .body
    const session = (await chat('POST', '/dev_sessions', { username: 'ada@example.com' })).cookies.join('; ')
    await stop()
    const again = await start(adaKey, environment)
    const queue = (await again.chat('POST', '/register', { event_types: '["realm_bot"]' })).body
    const bot = await again.chat('POST', '/bots', {
      full_name: 'Post',
      short_name: 'post',
      bot_type: '3',
      payload_url: '"http://127.0.0.1:9/"',
    })
    expect(bot.status).toBe(200)
    const botKey: string = bot.body.api_key
    const secretPath = `/bots/${bot.body.user_id}/webhook_secret`
    const botSecret = (await again.chat('GET', secretPath)).body
    const { invite_link: link } = (await again.chat('POST', '/invites/multiuse', {})).body
    const [{ uuid }] = (await again.phones('GET', '/instances')).body
    const extensions = `/instances/${uuid}/bulks/extensions`
    const sip = (await again.phones('GET', extensions)).body.map((one: { data: object }) => one.data)
    const url = 'https://example.com/hook'
    const hook = await again.phones('POST', '/webhooks', { url, events: ['user_status_updated'] })
    expect(hook.status).toBe(201)
    const invited = { first_name: 'Eve', last_name: 'Moneypenny', work_email: 'eve@example.com' }
    // Globex has no chat, so the mail has a token of the telephony.
    expect((await again.phones('POST', '/company/contacts', invited, GLOBEX_KEY)).status).toBe(201)
    await expect.poll(tokensOfEve, { timeout: TIMEOUT_MS }).toHaveLength(1)
    await stop()
    const tokenOfLink = new URL(link).pathname.split('/').at(-1)
    const look = async (now: SecretHolder) => {
      expect((await now.chat('GET', '/users/me')).status).toBe(200)
      expect((await now.chat('GET', '/users/me', undefined, { cookie: session })).status).toBe(200)
      expect((await now.chat('GET', secretPath)).body).toEqual(botSecret)
      const poll = `/events?queue_id=${queue.queue_id}&last_event_id=-1&dont_block=true`
      expect((await now.chat('GET', poll)).body.events[0].bot.api_key).toBe(botKey)
      expect((await now.chat('GET', `/invites/accept/${tokenOfLink}`)).status).toBe(200)
      const listed = (await now.phones('GET', extensions)).body
      expect(listed.map((one: { data: object }) => one.data)).toEqual(sip)
      const test = await now.phones('POST', `/webhooks/${hook.body.id}/test`)
      expect(test.status).toBeLessThan(300)
    }
    return { adaKey, look }
  }

  it(
    'encrypts everything anew, and nobody has to do anything',
    async () => {
      const { adaKey, look } = await makeSecrets()
      const before = readKey()
      await look(await start(adaKey))
      const running = await run(['rotate-secret-key'])
      expect(running).toMatchObject({ code: 1, stdout: '' })
      expect(running.stderr).toMatch(/Stop (the server|all servers)/)
      expect(readKey()).toBe(before)
      await stop()

      const done = await run(['rotate-secret-key'])
      expect(done).toMatchObject({ code: 0, stderr: '' })
      expect(done.stdout).toMatch(/^The new key encrypts \d+ chat secrets and \d+ telephony secrets\.$/m)
      const after = readKey()
      expect(after).not.toBe(before)
      expect(done.stdout).not.toContain(after)
      expect(existsSync(`${keyFile()}.new`)).toBe(false)
      expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
      const holding = await start(adaKey)
      await look(holding)
      // The old token could be made with the old key: it is void, and another mail was sent.
      await expect.poll(tokensOfEve, { timeout: TIMEOUT_MS }).toHaveLength(2)
      const [first, second] = await tokensOfEve()
      expect((await holding.phones('GET', `/invitations/${first}`)).status).toBe(404)
      expect((await holding.phones('GET', `/invitations/${second}`)).status).toBe(200)
      await stop()

      expect((await run(['rotate-secret-key'])).code).toBe(0)
      await look(await start(adaKey))
      await stop()
      writeFileSync(keyFile(), before)
      expect(await run(['list-users'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is not the key'),
      })
    },
    TIMEOUT_MS,
  )

  it(
    'continues after kill -9 at any point, and no server starts in between',
    async () => {
      const { adaKey, look } = await makeSecrets()
      const environment = {
        DATA_DIR: place.dataDir,
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      }
      const config = readConfig({}, environment)
      const dieAt = (encryption?: number) =>
        spawnSync(process.execPath, [
          join(root, 'test/harness/die-while-rotating.js'),
          JSON.stringify({ config, encryption }),
        ]).signal
      // In the transaction of the chat: nothing has happened yet.
      expect(dieAt(3)).toBe('SIGKILL')
      await look(await start(adaKey))
      await stop()
      // Later and later, until it is in that of the telephony: only the chat has the new key.
      let started = await run(['list-users'])
      for (let encryption = 8; started.code === 0; encryption += 4) {
        expect(dieAt(encryption)).toBe('SIGKILL')
        started = await run(['list-users'])
      }
      expect(started.stderr).toContain('run rotate-secret-key again')
      expect(dieAt(2)).toBe('SIGKILL')
      // Before the file of the key is replaced.
      expect(dieAt(undefined)).toBe('SIGKILL')
      expect((await run(['list-users'])).code).toBe(1)
      expect((await run(['rotate-secret-key'])).code).toBe(0)
      await look(await start(adaKey))
    },
    TIMEOUT_MS,
  )

  it.runIf(engine === 'SQLite')(
    'with SECRET_KEY: the new one is in a file, and printed only when asked',
    async () => {
      const old = { SECRET_KEY: '8'.repeat(64) }
      const { adaKey, look } = await makeSecrets(old)
      const done = await run(['rotate-secret-key', '--print-key'], old)
      expect(done.code).toBe(0)
      const next = { SECRET_KEY: readFileSync(`${keyFile()}.new`, 'utf8').trim() }
      expect(done.stdout).toContain(next.SECRET_KEY)
      expect((await run(['list-users'], old)).stderr).toContain('set SECRET_KEY to the new key')
      await look(await start(adaKey, next))
      await stop()
      expect(await run(['rotate-secret-key'], next)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('contains the key that is in use'),
      })
    },
    TIMEOUT_MS,
  )
})
