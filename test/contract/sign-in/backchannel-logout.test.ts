import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { engines } from '../../harness/engines.ts'
import { OpenIdBrowser } from '../../harness/openid-browser.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../../harness/start-openid-provider.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from './browser.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const redirectUri = 'http://chat.example.com/api/v1/openid/callback'

describe.each(engines)('Back-channel logout on %s', (engine) => {
  let world: World
  let provider: TestOpenIdProvider
  let clients = 0
  beforeAll(async () => {
    provider = await startOpenIdProvider()
    world = await startWorld(engine, { ...provider.settings, TRUSTED_PROXIES: '127.0.0.1' })
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
    provider.serve(redirectUri, `${url}/api/v1/openid/backchannel_logout`)
    for (const name of ['mona', 'nora']) {
      await createUser(world.chat, world.demo.realm, { email: `${name}@example.com`, fullName: name })
    }
  })
  afterAll(async () => {
    await world?.stop()
    await provider?.stop()
  })

  const from = () => {
    clients += 1
    return world.nobody.with({ 'x-forwarded-for': `10.6.${clients}.1` })
  }
  async function enter(name: string) {
    provider.person = { sub: `sub-of-${name}`, email: `${name}@example.com`, email_verified: true }
    const browser = new OpenIdBrowser(from())
    expect(await browser.signIn()).toBe('/')
    return browser
  }
  const isIn = async (browser: OpenIdBrowser) => (await browser.client.get('/users/me')).status === 200
  const sessionsOf = async (name: string) => {
    const rows = await world.chat.database.read
      .selectFrom('sessions')
      .selectAll()
      .where('subject', '=', `sub-of-${name}`)
      .orderBy('id')
      .execute()
    return rows.map((row) => row.provider_session!)
  }
  const claims = (rest: object = {}) => ({
    iss: provider.settings.OPENID_ISSUER!,
    aud: 'switchboard',
    iat: Math.floor(world.clock.now() / 1000),
    jti: randomUUID(),
    sub: 'sub-of-mona',
    events: { [EVENT]: {} },
    ...rest,
  })
  const send = async (token: string) => {
    const { status } = await from().post('/openid/backchannel_logout', { logout_token: token })
    return status
  }

  it('the provider ends one session of a person, and no other', async () => {
    const [first, second, other] = [await enter('mona'), await enter('mona'), await enter('nora')]
    const { client: byHand } = await signIn(from(), 'mona@example.com')
    const [sid] = await sessionsOf('mona')
    world.clock.advance(Math.max(0, (Date.now() - world.clock.now()) / 1000))
    await provider.logOut('sub-of-mona', sid!)
    expect(await isIn(first)).toBe(false)
    expect(await isIn(second)).toBe(true)
    expect(await isIn(other)).toBe(true)
    expect((await byHand.get('/users/me')).status).toBe(200)
  })

  it('a token without a session ends all that began there', async () => {
    const [mona, nora] = [await enter('mona'), await enter('nora')]
    const { client: byHand } = await signIn(from(), 'mona@example.com')
    expect(await send(await provider.sign(claims()))).toBe(200)
    expect(await isIn(mona)).toBe(false)
    expect(await isIn(nora)).toBe(true)
    expect((await byHand.get('/users/me')).status).toBe(200)
  })

  it('many tokens come from one address; each works once', async () => {
    const sender = from()
    const post = async (token: string) =>
      (await sender.post('/openid/backchannel_logout', { logout_token: token })).status
    const token = await provider.sign(claims())
    expect(await post(token)).toBe(200)
    const mona = await enter('mona')
    expect(await post(token)).toBe(200)
    expect(await isIn(mona)).toBe(true)
    for (let time = 0; time < 35; time += 1) {
      expect(await post(await provider.sign(claims({ sub: 'sub-of-nora' })))).toBe(200)
    }
    expect(await post(await provider.sign(claims()))).toBe(200)
    expect(await isIn(mona)).toBe(false)
  })

  it('refuses every other token, and ends nothing', async () => {
    const mona = await enter('mona')
    const secret = new TextEncoder().encode(provider.settings.OPENID_CLIENT_SECRET!)
    const unsigned = (await provider.sign(claims())).split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const tokens: Record<string, string> = {
      'another audience': await provider.sign(claims({ aud: 'another' })),
      'another issuer': await provider.sign(claims({ iss: 'https://evil.example.com' })),
      'an ID token': await provider.sign(claims({ nonce: 'abc' })),
      'no event': await provider.sign(claims({ events: {} })),
      'no events': await provider.sign(claims({ events: undefined })),
      'no id': await provider.sign(claims({ jti: undefined })),
      nobody: await provider.sign(claims({ sub: undefined })),
      'too old': await provider.sign(claims({ iat: claims().iat - 500 })),
      'from the future': await provider.sign(claims({ iat: claims().iat + 500 })),
      'signed with the client secret': await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256' })
        .sign(secret),
      unsigned: `${none}.${unsigned[1]}.`,
      changed: `${unsigned[0]}.${unsigned[1]}.${unsigned[2]!.slice(0, -8)}AAAAAAAA`,
      garbage: 'x',
      'too long': 'x'.repeat(20_000),
    }
    for (const [name, token] of Object.entries(tokens)) expect([name, await send(token)]).toEqual([name, 400])
    expect(await isIn(mona)).toBe(true)
  })
})
