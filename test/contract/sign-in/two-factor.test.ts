import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { totpCode } from '../../../src/platform/secrets/totp.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from './browser.ts'

const password = 'correct horse'

describe.each(engines)('Two-factor authentication on %s', (engine) => {
  let world: World
  let passwordHash: string
  let hosts = 0
  beforeAll(async () => {
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
    passwordHash = await hashPassword(password)
  })
  afterAll(() => world.stop())

  const fresh = () => {
    hosts += 1
    return world.nobody.with({ 'x-forwarded-for': `10.9.${hosts}.1` })
  }
  const now = () => world.clock.now() / 1000
  /** Each code works once: the next one comes half a minute later. */
  const nextCode = (secret: string) => {
    world.clock.advance(30)
    return totpCode(secret, now())
  }
  async function join(name: string) {
    const person = { email: `${name}@example.com`, fullName: name, passwordHash }
    const { user, apiKey } = await createUser(world.chat, world.demo.realm, person)
    return { user, email: user.email, client: new ApiClient(world.app, { email: user.email, key: apiKey }) }
  }
  async function protect(name: string) {
    const person = await join(name)
    const begun = await person.client.post('/users/me/two_factor', { password })
    const { secret } = begun.body as { secret: string }
    const { status, body } = await person.client.post('/users/me/two_factor/confirm', {
      code: nextCode(secret),
    })
    expect(status).toBe(200)
    return { ...person, secret, codes: body.recovery_codes as string[] }
  }
  const fetchKey = (username: string, code?: string, client = fresh()) =>
    client.post('/fetch_api_key', { username, password, code })

  it('is set up with the password and confirmed with a code; other sessions end', async () => {
    const { client, email } = await join('setup')
    expect((await client.get('/users/me/two_factor')).body).toMatchObject({ enabled: false })
    expect((await client.post('/users/me/two_factor', { password: 'wrong' })).body.msg).toBe(
      'Wrong password!',
    )
    const { client: kept } = await signIn(fresh(), email)
    const { client: other } = await signIn(fresh(), email)
    const begun = await kept.post('/users/me/two_factor', { password })
    expect(begun.body.uri).toBe(
      `otpauth://totp/Acme:setup%40example.com?issuer=Acme&secret=${begun.body.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    // It has no effect yet.
    expect((await fetchKey(email)).status).toBe(200)
    const wrong = await kept.post('/users/me/two_factor/confirm', { code: '000000' })
    expect(wrong.body.msg).toContain('The code is wrong.')
    const code = nextCode(begun.body.secret)
    const confirmed = await kept.post('/users/me/two_factor/confirm', {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(confirmed.body.recovery_codes).toHaveLength(10)
    expect((await kept.get('/users/me/two_factor')).body).toMatchObject({
      enabled: true,
      recovery_codes_left: 10,
    })
    expect((await other.get('/users/me')).status).toBe(401)
    expect((await client.get('/users/me')).status).toBe(200)
    expect((await kept.post('/users/me/two_factor', { password })).body.msg).toContain('already on')
    expect((await waitForMails(world, email))[0]!.subject).toBe(
      'Two-factor authentication was switched on at Acme',
    )
  })

  it('signing in needs a code of the app, which works once', async () => {
    const { email, secret } = await protect('signer')
    const asked = await fetchKey(email)
    expect(asked.status).toBe(403)
    expect(asked.body).toMatchObject({ code: 'TWO_FACTOR_REQUIRED', reason: 'two factor required' })
    expect(asked.body.msg).toContain("as 'code'")
    const right = nextCode(secret)
    expect((await fetchKey(email, right)).status).toBe(200)
    expect((await fetchKey(email, right)).body).toMatchObject({ reason: 'incorrect_code' })
    const session = { username: email, password }
    expect((await fresh().post('/sessions', session)).body.code).toBe('TWO_FACTOR_REQUIRED')
    const begun = await fresh().post('/sessions', { ...session, code: nextCode(secret) })
    expect(begun.body).toMatchObject({ email })
    const guess = { username: email, password: 'wrong', code: nextCode(secret) }
    expect((await fresh().post('/fetch_api_key', guess)).body.reason).toBe('incorrect_creds')
  })

  it('a recovery code replaces the app once', async () => {
    const { email, codes, client } = await protect('recoverer')
    expect((await fetchKey(email, codes[0]!.toUpperCase())).status).toBe(200)
    expect((await fetchKey(email, codes[0])).body.reason).toBe('incorrect_code')
    expect((await client.get('/users/me/two_factor')).body.recovery_codes_left).toBe(9)
  })

  it('new recovery codes take the password and a code, and the owner gets a mail', async () => {
    const { email, codes, client, secret } = await protect('renewer')
    const renew = (rest: object) => client.post('/users/me/two_factor/recovery_codes', { ...rest })
    expect((await renew({ password })).body.msg).toBe("Missing 'code' argument")
    expect((await renew({ password, code: '000000' })).body.msg).toContain('The code is wrong.')
    expect((await renew({ password: 'wrong', code: codes[0] })).body.msg).toBe('Wrong password!')
    expect((await fetchKey(email, codes[0])).status).toBe(200)
    const code = nextCode(secret)
    const renewed = (await renew({ password, code })).body.recovery_codes
    expect(renewed).toHaveLength(10)
    expect((await renew({ password, code })).status).toBe(400)
    expect((await fetchKey(email, codes[1])).body.reason).toBe('incorrect_code')
    expect((await fetchKey(email, renewed[0])).status).toBe(200)
    expect((await renew({ password, code: renewed[1] })).status).toBe(200)
    const subjects = (await waitForMails(world, email, 3)).map(({ subject }) => subject)
    expect(subjects.slice(1)).toEqual(Array(2).fill('New recovery codes were created at Acme'))
  })

  it('a new API key, which needs no code later, takes one now', async () => {
    const { client, secret } = await protect('keyholder')
    const renew = (code?: string) => client.post('/users/me/api_key/regenerate', { password, code })
    expect((await renew()).body.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await renew('000000')).body.msg).toContain('The code is wrong.')
    expect((await client.get('/users/me')).status).toBe(200)
    expect((await renew(nextCode(secret))).body.api_key).toMatch(/^\w{32}$/)
    expect((await client.get('/users/me')).status).toBe(401)
  })

  it('codes cannot be guessed: five wrong ones lock the account, from wherever they come', async () => {
    const { email, secret } = await protect('target')
    for (let time = 0; time < 5; time += 1) {
      expect((await fetchKey(email, '000000')).body.reason).toBe('incorrect_code')
    }
    expect((await fetchKey(email, nextCode(secret))).status).toBe(429)
  })

  it('secrets and codes are not readable in the database', async () => {
    const { secret, codes } = await protect('hidden')
    const { read } = world.chat.database
    const rows = JSON.stringify([
      await read.selectFrom('two_factors').selectAll().execute(),
      await read.selectFrom('recovery_codes').selectAll().execute(),
    ])
    for (const text of [secret, ...codes]) expect(rows).not.toContain(text)
  })

  it('is switched off with password and code', async () => {
    const { client, email, secret, codes } = await protect('quitter')
    const off = (rest: object) => client.delete('/users/me/two_factor', { ...rest })
    expect((await off({ password: 'wrong', code: nextCode(secret) })).status).toBe(400)
    expect((await off({ password, code: '000000' })).status).toBe(400)
    expect((await off({ password, code: codes[3] })).status).toBe(200)
    expect((await fetchKey(email)).status).toBe(200)
    expect((await off({ password, code: codes[4] })).body.msg).toBe('Two-factor authentication is not on.')
  })

  it('an administrator can remove it, and the member gets a message; others cannot', async () => {
    const { user, email } = await protect('loser')
    const path = `/users/${user.id}/two_factor`
    expect((await world.ben.delete(path)).status).toBe(400)
    expect((await fetchKey(email)).status).toBe(403)
    const { client: session } = await signIn(fresh(), email)
    expect((await world.ada.delete(path)).status).toBe(200)
    expect((await session.get('/users/me')).status).toBe(401)
    expect((await fetchKey(email)).status).toBe(200)
    expect((await waitForMails(world, email, 2)).at(-1)!.subject).toContain('removed by an administrator')
    expect((await world.ada.delete(path)).body.msg).toBe('Two-factor authentication is not on.')
    expect((await world.ada.delete('/users/999999/two_factor')).body.msg).toBe('No such user')
  })
})
