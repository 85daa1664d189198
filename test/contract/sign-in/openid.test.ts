import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { totpCode } from '../../../src/platform/secrets/totp.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { OpenIdBrowser } from '../../harness/openid-browser.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { runInProcess } from '../../harness/run-in-process.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../../harness/start-openid-provider.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { browserOf } from './browser.ts'

const PASSWORD = 'correct horse'
const redirectUri = 'http://chat.example.com/api/v1/openid/callback'

describe.each(engines)('Signing in with OpenID Connect on %s', (engine) => {
  let world: World
  let provider: TestOpenIdProvider
  let hosts = 0
  beforeAll(async () => {
    provider = await startOpenIdProvider()
    provider.serve(redirectUri)
    world = await startWorld(engine, { ...provider.settings, TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(async () => {
    await world?.stop()
    await provider?.stop()
  })

  /** From an address of its own, since sign-ins are limited. */
  const openBrowser = () => {
    hosts += 1
    return new OpenIdBrowser(world.nobody.with({ 'x-forwarded-for': `10.8.${hosts}.1` }))
  }
  const person = (name: string, rest: object = {}) => ({
    sub: `sub-of-${name}`,
    name: `${name} from the provider`,
    email: `${name}@example.com`,
    email_verified: true,
    ...rest,
  })
  const join = (name: string) =>
    createUser(world.chat, world.demo.realm, { email: `${name}@example.com`, fullName: name })
  async function signInAs(name: string, rest: object = {}) {
    provider.person = person(name, rest)
    const browser = openBrowser()
    return { browser, end: await browser.signIn() }
  }
  /** A command of the operator on the same data. */
  const run = (args: string[]) => {
    const { dataDir, databaseUrl } = world.config
    const place = { dataDir, databaseUrl, remove: async () => {} }
    return runInProcess(args, { place, environment: { LOG_LEVEL: 'error' } })
  }
  const whoIs = async (browser: OpenIdBrowser) => (await browser.client.get('/sessions/current')).body.email

  it('server_settings announces the provider, as the API family does', async () => {
    const { body } = await world.nobody.get('/server_settings')
    expect(body.external_authentication_methods).toEqual([
      {
        name: 'oidc:default',
        display_name: 'Acme ID',
        display_icon: null,
        login_url: '/api/v1/openid/sign_in',
        signup_url: '/api/v1/openid/sign_in',
      },
    ])
    expect(body.authentication_methods).toMatchObject({ 'openid connect': true })
  })

  it('mobile_flow_otp | the app gets the key, encrypted, at its own address; the browser gets no session', async () => {
    await join('molly')
    provider.person = person('molly')
    const otp = 'c0ffee00'.repeat(8)
    const browser = openBrowser()
    const end = new URL(await browser.signIn({ mobile_flow_otp: otp, next: '/elsewhere' }))
    expect(`${end.protocol}//${end.host}`).toBe('zulip://login')
    const given = Object.fromEntries(end.searchParams)
    expect(given).toMatchObject({
      realm: 'http://chat.example.com',
      email: 'molly@example.com',
      user_id: expect.stringMatching(/^\d+$/),
      otp_encrypted_api_key: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const [sealed, pad] = [given.otp_encrypted_api_key!, otp].map((hex) => Buffer.from(hex, 'hex'))
    const key = Buffer.from(sealed!.map((byte, place) => byte ^ pad![place]!)).toString('latin1')
    const molly = new ApiClient(world.app, { email: given.email!, key })
    expect((await molly.get('/users/me')).body.email).toBe('molly@example.com')
    expect((await browser.client.get('/sessions/current')).status).toBe(401)
    const short = await openBrowser().client.get('/openid/sign_in', { mobile_flow_otp: 'c0ffee' })
    expect(short).toMatchObject({ status: 400, body: { msg: 'Invalid OTP' } })
  })

  it('the verified address finds the account, whose owner gets a mail, once', async () => {
    await join('mona')
    const { browser, end } = await signInAs('mona')
    expect(end).toBe('/')
    expect(await whoIs(browser)).toBe('mona@example.com')
    const { csrf_token: csrf } = (await browser.client.get('/sessions/current')).body
    const { status } = await browser.client.with({ 'x-csrftoken': csrf }).delete('/sessions/current')
    expect(status).toBe(200)
    expect(await whoIs((await signInAs('mona')).browser)).toBe('mona@example.com')
    const mails = await waitForMails(world, 'mona@example.com')
    expect(mails.map(({ subject }) => subject)).toEqual(['New way to sign in at Acme'])
    expect(mails[0]!.text).toContain('with Acme ID for the first time')
  })

  /** Joins with a link, where nothing proves that the address is theirs. */
  async function joinByLink(email: string) {
    const { invite_link: link } = (await world.ada.post('/invites/multiuse')).body
    const person = { email, full_name: 'Some Body', password: PASSWORD }
    const { body } = await world.nobody.post(`/invites/accept/${link.split('/').at(-1)}`, person)
    return new ApiClient(world.app, { email, key: body.api_key })
  }
  const fetchKey = (username: string, password = PASSWORD) =>
    openBrowser().client.post('/fetch_api_key', { username, password })

  it('a person who joined with the address of somebody else loses the account to its owner', async () => {
    const email = 'wanda@example.com'
    const mallory = await joinByLink(email)
    const session = browserOf(
      mallory,
      await world.nobody.post('/sessions', { username: email, password: PASSWORD }),
    )
    const bot = (await mallory.post('/bots', { full_name: 'Spy', short_name: 'spy' })).body
    const spy = new ApiClient(world.app, { email: 'spy-bot@chat.example.com', key: bot.api_key })
    const { queue_id: queue } = (await mallory.post('/register', { event_types: ['message'] })).body
    const { secret } = (await mallory.post('/users/me/two_factor', { password: PASSWORD })).body
    const code = totpCode(secret, world.clock.now() / 1000)
    expect((await mallory.post('/users/me/two_factor/confirm', { code })).status).toBe(200)
    await mallory.patch('/settings', { email: 'mallory@example.com', old_password: PASSWORD })
    const change = (await waitForMails(world, 'mallory@example.com'))[0]!.link.split('/').at(-1)
    await world.nobody.post('/password_reset', { email })

    const { browser, end } = await signInAs('wanda')
    expect(end).toBe('/')
    expect(await whoIs(browser)).toBe(email)
    expect((await mallory.get('/users/me')).status).toBe(401)
    expect((await session.client.get('/users/me')).status).toBe(401)
    expect((await fetchKey(email)).body.reason).toBe('incorrect_creds')
    expect((await world.nobody.get(`/email_changes/${change}`)).status).toBe(400)
    expect((await browser.client.get('/users/me/two_factor')).body.enabled).toBe(false)
    const poll = { queue_id: queue, last_event_id: -1, dont_block: true }
    expect((await browser.client.get('/events', poll)).body.code).toBe('BAD_EVENT_QUEUE_ID')
    expect((await spy.get('/users/me')).status).toBe(401)
    expect((await world.ada.post(`/users/${bot.user_id}/reactivate`)).status).toBe(200)
    expect((await spy.get('/users/me')).body.code).toBe('INVALID_API_KEY')
    const mails = await waitForMails(world, email, 4)
    const resetLink = mails
      .find(({ subject }) => subject.startsWith('Reset'))!
      .link.split('/')
      .at(-1)
    expect((await world.nobody.get(`/password_reset/${resetLink}`)).status).toBe(400)
    expect(mails.at(-1)!.text).toContain('only Acme ID opens the account')
    // From now on it is like any other account.
    expect(await whoIs((await signInAs('wanda')).browser)).toBe(email)
    expect((await mallory.get('/users/me')).status).toBe(401)
  })

  it('an administrator who created an account does not keep a password of it', async () => {
    const person = { email: 'yoko@example.com', full_name: 'Yoko', password: PASSWORD }
    expect((await world.ada.post('/users', person)).status).toBe(200)
    expect((await signInAs('yoko')).end).toBe('/')
    expect((await fetchKey('yoko@example.com')).status).toBe(403)
  })

  it('a link that the inviter has seen proves no address: a password chosen with it ends', async () => {
    const { body } = await world.ada.post('/invites', { invitee_emails: 'zack@example.com' })
    const token = body.invite_links[0].link.split('/').at(-1)
    const person = { full_name: 'Zack', password: PASSWORD }
    expect((await world.nobody.post(`/invites/accept/${token}`, person)).status).toBe(200)
    const { user_id: id } = (await world.ada.get('/users/zack@example.com')).body.user
    const { reset_link: link } = (await world.ada.post(`/users/${id}/password_reset`)).body
    const reset = { password: PASSWORD }
    expect((await world.nobody.post(`/password_reset/${link.split('/').at(-1)}`, reset)).status).toBe(200)
    expect((await fetchKey('zack@example.com')).status).toBe(200)
    expect((await signInAs('zack')).end).toBe('/')
    expect((await fetchKey('zack@example.com')).status).toBe(403)
  })

  it('an account whose address was proven by mail keeps its password and key', async () => {
    const tokenOf = async (email: string, count = 1) =>
      (await waitForMails(world, email, count)).at(-1)!.link.split('/').at(-1)
    await joinByLink('abel@example.com')
    await world.nobody.post('/password_reset', { email: 'abel@example.com' })
    const reset = { password: PASSWORD }
    await world.nobody.post(`/password_reset/${await tokenOf('abel@example.com')}`, reset)

    const bela = await joinByLink('temporary@example.com')
    await bela.patch('/settings', { email: 'bela@example.com', old_password: PASSWORD })
    await world.nobody.post(`/email_changes/${await tokenOf('bela@example.com')}`)

    for (const name of ['abel', 'bela']) {
      const before = (await fetchKey(`${name}@example.com`)).body.api_key
      expect(before).toMatch(/^\w{32}$/)
      expect((await signInAs(name)).end).toBe('/')
      expect((await fetchKey(`${name}@example.com`)).body.api_key).toBe(before)
    }
  })

  it('the account stays the same when the address changes at the provider', async () => {
    await join('nils')
    await signInAs('nils')
    const { browser } = await signInAs('nils', { email: 'ada@example.com' })
    expect(await whoIs(browser)).toBe('nils@example.com')
    // Even without a verified address.
    const again = await signInAs('nils', { email: 'new@example.com', email_verified: false })
    expect(await whoIs(again.browser)).toBe('nils@example.com')
  })

  it('an address that was given to another person opens nothing', async () => {
    await join('olga')
    await signInAs('olga')
    const { browser, end } = await signInAs('olga', { sub: 'the-next-olga' })
    expect(end).toBe('/sign-in-failed/other_person')
    expect((await browser.client.get('/sessions/current')).status).toBe(401)
    const released = await run(['release-openid', 'olga@example.com'])
    expect(released).toMatchObject({ code: 0, stderr: '' })
    expect((await signInAs('olga', { sub: 'the-next-olga' })).end).toBe('/')
    expect((await signInAs('olga')).end).toBe('/sign-in-failed/other_person')
    expect((await run(['release-openid', 'cleo@example.com'])).stderr).toContain(
      'Nobody has signed in as cleo',
    )
  })

  it('an address that the provider has not verified opens nothing', async () => {
    for (const rest of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      const { browser, end } = await signInAs('ben', { sub: 'impostor', ...rest })
      expect(end).toBe('/sign-in-failed/unverified_email')
      expect((await browser.client.get('/sessions/current')).status).toBe(401)
    }
  })

  it('a deactivated account stays closed, and a bot is not a person', async () => {
    const { user: paul } = await join('paul')
    await signInAs('paul')
    await join('quinn')
    const quinn = (await world.ada.get('/users/quinn@example.com')).body.user.user_id
    for (const id of [paul.id, quinn]) expect((await world.ada.delete(`/users/${id}`)).status).toBe(200)
    expect((await signInAs('paul')).end).toBe('/sign-in-failed/deactivated')
    expect((await signInAs('quinn')).end).toBe('/sign-in-failed/deactivated')
    expect((await signInAs('echo-bot')).end).toBe('/sign-in-failed/not_registered')
  })

  it('only the browser that began can finish, and only once', async () => {
    await join('rosa')
    provider.person = person('rosa')
    const browser = openBrowser()
    const callback = await browser.visit(await browser.begin())
    const stranger = openBrowser()
    await stranger.begin()
    expect(await stranger.finish(callback)).toBe('/sign-in-failed/not_begun_here')
    expect(await openBrowser().finish(callback)).toBe('/sign-in-failed/not_begun_here')
    const forged = new URL(callback)
    forged.searchParams.set('state', 'made-up')
    expect(await browser.copy().finish(forged.href)).toBe('/sign-in-failed/not_begun_here')
    const thief = browser.copy()
    expect(await browser.finish(callback)).toBe('/')
    expect(await browser.finish(callback)).toBe('/sign-in-failed/not_begun_here')
    // A copied cookie does not help: the provider accepts the code once.
    expect(await thief.finish(callback)).toBe('/sign-in-failed/refused')
    expect((await thief.client.get('/sessions/current')).status).toBe(401)
  })

  it('an attempt ends after a quarter of an hour', async () => {
    const browser = openBrowser()
    provider.person = person('ben')
    const callback = await browser.visit(await browser.begin())
    world.clock.advance(901)
    expect(await browser.finish(callback)).toBe('/sign-in-failed/not_begun_here')
  })

  it('a wrong nonce, an expired code and a code of another attempt are refused', async () => {
    provider.person = person('ben')
    const browser = openBrowser()
    const begun = new URL(await browser.begin())
    begun.searchParams.set('nonce', 'of-somebody-else')
    expect(await browser.finish(await browser.visit(begun.href))).toBe('/sign-in-failed/refused')
    const late = await browser.visit(await browser.begin())
    await provider.expire(new URL(late).searchParams.get('code')!)
    expect(await browser.finish(late)).toBe('/sign-in-failed/refused')
    const other = openBrowser()
    const stolen = new URL(await other.visit(await other.begin())).searchParams.get('code')!
    const injected = new URL(await browser.visit(await browser.begin()))
    injected.searchParams.set('code', stolen)
    expect(await browser.finish(injected.href)).toBe('/sign-in-failed/refused')
    expect((await browser.client.get('/sessions/current')).status).toBe(401)
  })

  it('a person who cancels gets a message that says so', async () => {
    provider.person = undefined
    expect(await openBrowser().signIn()).toBe('/sign-in-failed/cancelled')
  })

  it('a provider that is down is asked again at the next sign-in', async () => {
    await join('sven')
    provider.person = person('sven')
    const browser = openBrowser()
    const callback = await browser.visit(await browser.begin())
    provider.isDown = true
    expect(await browser.finish(callback)).toBe('/sign-in-failed/unavailable')
    expect(await openBrowser().signIn()).toBe('/sign-in-failed/unavailable')
    provider.isDown = false
    expect((await signInAs('sven')).end).toBe('/')
  })

  it('new keys of the provider are fetched after a failed sign-in', async () => {
    await join('tina')
    expect((await signInAs('tina')).end).toBe('/')
    provider.serve(redirectUri)
    const ends = [(await signInAs('tina')).end, (await signInAs('tina')).end]
    expect(ends.at(-1)).toBe('/')
  })

  it('people without an account join only with an invitation, on its terms', async () => {
    expect((await signInAs('uma')).end).toBe('/sign-in-failed/not_registered')
    const { stream_id: id } = (await world.ada.get('/get_stream_id', { stream: 'leadership' })).body
    await world.ada.post('/invites', { invitee_emails: 'Uma@example.com', invite_as: 600, stream_ids: [id] })
    const { browser, end } = await signInAs('uma', { name: 'Uma *`@** Thurston' })
    expect(end).toBe('/')
    const { body: uma } = await browser.client.get('/users/me')
    expect(uma).toMatchObject({ full_name: 'Uma Thurston', email: 'uma@example.com', is_guest: true })
    const { body } = await browser.client.get('/users/me/subscriptions')
    expect(body.subscriptions.map(({ name }: { name: string }) => name)).toContain('leadership')
    const { invites } = (await world.ada.get('/invites')).body
    expect(invites.map(({ email }: { email: string }) => email)).not.toContain('Uma@example.com')
  })

  it('an invitation link works for its address, or for anybody', async () => {
    const { invite_link: link } = (await world.ada.post('/invites/multiuse')).body
    provider.person = person('vera')
    const browser = openBrowser()
    expect(await browser.signIn({ invitation: link.split('/').at(-1) })).toBe('/')
    expect(await whoIs(browser)).toBe('vera@example.com')
    await world.ada.post('/invites', { invitee_emails: 'will@example.com' })
    const mail = (await waitForMails(world, 'will@example.com'))[0]!
    provider.person = person('xena')
    const invitation = mail.link.split('/').at(-1)!
    expect(await openBrowser().signIn({ invitation })).toBe('/sign-in-failed/other_address')
    expect(await openBrowser().signIn({ invitation: 'unknown' })).toBe('/sign-in-failed/invitation_invalid')
  })

  it('opens the page that was asked for, but no other site', async () => {
    await join('yves')
    provider.person = person('yves')
    const next = '/portal/users?page=2#narrow/is/starred'
    expect(await openBrowser().signIn({ next })).toBe(next)
    for (const elsewhere of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/..//evil.example',
    ]) {
      expect(await openBrowser().signIn({ next: elsewhere })).toBe('/')
    }
  })

  it('failed attempts from one address are limited, and no others', async () => {
    const browser = openBrowser()
    const fail = () => browser.finish(`${redirectUri}?state=unknown`)
    for (let time = 0; time < 40; time += 1) expect(await browser.begin()).toMatch(/^http/)
    for (let time = 0; time < 30; time += 1) expect(await fail()).toBe('/sign-in-failed/not_begun_here')
    expect(await browser.begin()).toBe('/sign-in-failed/too_many_attempts')
  })
})

describe('Settings of OpenID Connect', () => {
  it('everyone at the provider can join if the operator allows it', async () => {
    const provider = await startOpenIdProvider()
    provider.serve(redirectUri)
    const world = await startWorld('SQLite', { ...provider.settings, OPENID_JOIN: 'everyone' })
    try {
      provider.person = { sub: 'zoe', email: 'zoe@example.com', email_verified: true }
      const browser = new OpenIdBrowser(world.nobody)
      expect(await browser.signIn()).toBe('/')
      const { body: zoe } = await browser.client.get('/users/me')
      expect(zoe).toMatchObject({ full_name: 'zoe', is_guest: false, is_admin: false })
      const { body } = await world.ada.post('/register', { fetch_event_types: ['realm'] })
      expect(body.realm_invite_required).toBe(false)
      await world.ada.post('/realm/domains', { domain: 'acme.example' })
      await world.ada.patch('/realm', { emails_restricted_to_domains: true })
      provider.person = { sub: 'yan', email: 'yan@elsewhere.example', email_verified: true }
      expect(await new OpenIdBrowser(world.nobody).signIn()).toBe('/sign-in-failed/not_registered')
      provider.person = { sub: 'xia', email: 'xia@acme.example', email_verified: true }
      expect(await new OpenIdBrowser(world.nobody).signIn()).toBe('/')
    } finally {
      await world.stop()
      await provider.stop()
    }
  })

  it('without a provider, the sign-in says so', async () => {
    const world = await startWorld('SQLite')
    try {
      expect(await new OpenIdBrowser(world.nobody).signIn()).toBe('/sign-in-failed/not_configured')
    } finally {
      await world.stop()
    }
  })
})
