import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { identityProvidersTable } from '../../../src/chat/accounts/providers/identity-providers-table.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { OpenIdBrowser } from '../../harness/openid-browser.ts'
import {
  redirectUrisOf,
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '../../harness/start-openid-provider.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from './browser.ts'

const server = 'http://chat.example.com'
const api = `${server}/api/v1/openid`

describe.each(engines)('Identity providers of an organization on %s', (engine) => {
  let world: World
  /** Ada in her browser: an API key is not enough. */
  let admin: ApiClient
  let provider: TestOpenIdProvider
  let secret: string
  let issuer: string
  let clients = 0
  beforeAll(async () => {
    provider = await startOpenIdProvider()
    provider.serve(redirectUrisOf(server))
    issuer = provider.settings.OPENID_ISSUER!
    secret = provider.settings.OPENID_CLIENT_SECRET!
    const settings = { WEBHOOKS_TO_PRIVATE_NETWORKS: 'yes', TRUSTED_PROXIES: '127.0.0.1' }
    world = await startWorld(engine, settings)
    admin = (await signIn(world.nobody, 'ada@example.com')).client
  })
  afterAll(async () => {
    await world?.stop()
    await provider?.stop()
  })

  const path = '/realm/identity_providers'
  const given = (rest: object = {}) => ({
    label: 'Acme ID',
    issuer,
    client_id: 'switchboard',
    client_secret: secret,
    is_active: true,
    ...rest,
  })
  const add = async (rest: object = {}) => {
    const { status, body } = await admin.post(path, given(rest))
    expect(body.msg).toBe('')
    expect(status).toBe(200)
    return body.id as number
  }
  const openBrowser = () => {
    clients += 1
    return new OpenIdBrowser(world.nobody.with({ 'x-forwarded-for': `10.7.${clients}.1` }))
  }
  const person = (name: string, rest: object = {}) => ({
    sub: `sub-of-${name}`,
    name,
    email: `${name}@example.com`,
    email_verified: true,
    ...rest,
  })
  const join = (name: string) =>
    createUser(world.chat, world.demo.realm, { email: `${name}@example.com`, fullName: name })
  const methods = async () =>
    (await world.nobody.get('/server_settings')).body.external_authentication_methods as {
      login_url: string
    }[]

  it('sign people in while they are active; the secret is sealed and never shown', async () => {
    await join('mona')
    const id = await add({ is_active: false })
    expect(await methods()).toEqual([])
    provider.person = person('mona')
    expect(await openBrowser().signIn({ provider: String(id) })).toBe('/sign-in-failed/not_configured')
    expect((await admin.patch(`${path}/${id}`, { is_active: true })).status).toBe(200)
    expect(await methods()).toEqual([
      {
        name: `oidc:${id}`,
        display_name: 'Acme ID',
        display_icon: null,
        login_url: `/api/v1/openid/${id}/sign_in`,
        signup_url: `/api/v1/openid/${id}/sign_in`,
      },
    ])
    const browser = openBrowser()
    expect(await browser.signIn({ provider: String(id) })).toBe('/')
    expect(await openBrowser().signIn({}, `/openid/${id}/sign_in`)).toBe('/')
    expect((await browser.client.get('/sessions/current')).body.email).toBe('mona@example.com')

    const { body } = await world.ada.get(path)
    expect(body.identity_providers).toEqual([
      expect.objectContaining({
        ...{ id, issuer, has_secret: true, join: 'invited' },
        own_redirect_uri: true,
        redirect_uri: `${api}/${id}/callback`,
        logout_uri: `${api}/backchannel_logout`,
      }),
    ])
    expect(JSON.stringify(body)).not.toContain(secret)
    const rows = await world.chat.database.read.selectFrom('identity_providers').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await world.ada.delete(`${path}/${id}`)).status).toBe(200)
    expect(await methods()).toEqual([])
    expect((await browser.client.get('/sessions/current')).status).toBe(200)
  })

  it('take only their own responses; older ones come to the address that all share', async () => {
    await join('mia')
    provider.person = person('mia')
    const [one, other] = [await add({ own_redirect_uri: true }), await add({ label: 'Other ID' })]
    /** Signs in at the first provider, with a response that is changed on its way back. */
    const returned = async (change: (callback: URL) => void) => {
      const browser = openBrowser()
      const callback = new URL(await browser.visit(await browser.begin({ provider: String(one) })))
      change(callback)
      return browser.finish(callback.href)
    }
    const at = (path: string) => (callback: URL) => {
      callback.pathname = `/api/v1${path}`
    }
    expect(await returned(() => {})).toBe('/')
    const attacks = [
      at(`/openid/${other}/callback`),
      at('/openid/callback'),
      (callback: URL) => callback.searchParams.set('iss', 'https://evil.example.com'),
      (callback: URL) => callback.searchParams.delete('iss'),
    ]
    for (const attack of attacks) expect(await returned(attack)).toBe('/sign-in-failed/refused')
    await admin.patch(`${path}/${one}`, { own_redirect_uri: false })
    const [shown] = (await world.ada.get(path)).body.identity_providers
    expect(shown).toMatchObject({ own_redirect_uri: false, redirect_uri: `${api}/callback` })
    expect(await returned(() => {})).toBe('/')
    expect(await returned(at(`/openid/${one}/callback`))).toBe('/sign-in-failed/refused')
    // As it was stored before providers had their own.
    const { realm } = world.demo
    await world.chat.transact(realm.id, async ({ db }) => {
      const key = { realm_id: realm.id, id: one }
      const { hasOwnCallback: _, ...settings } = JSON.parse(
        (await identityProvidersTable.find(db, key))!.settings,
      )
      await identityProvidersTable.update(db, key, { settings: JSON.stringify(settings) })
    })
    expect(await returned(() => {})).toBe('/')
    for (const id of [one, other]) await world.ada.delete(`${path}/${id}`)
  })

  it('are for administrators, and of one organization only', async () => {
    const id = await add()
    for (const client of [world.ben, world.gus, world.echoBot]) {
      expect((await client.get(path)).status).toBe(400)
      expect((await client.patch(`${path}/${id}`, { is_active: true })).status).toBe(400)
      expect((await client.post(`${path}/${id}/test`)).status).toBe(400)
    }
    expect((await admin.patch(`${path}/999`, { is_active: true })).body.msg).toBe('No such identity provider')
    await world.ada.delete(`${path}/${id}`)
  })

  it('are added and changed with a proof only: they decide who gets in', async () => {
    const id = await add()
    const refused = 'An API key is not enough for this: sign in with a browser'
    expect((await world.ada.post(path, given({ label: 'Mine' }))).body.msg).toBe(refused)
    expect((await world.ada.patch(`${path}/${id}`, { label: 'Mine' })).body.msg).toBe(refused)
    const { body } = await admin.get(path)
    expect(body.identity_providers.map(({ label }: { label: string }) => label)).toEqual(['Acme ID'])
    await admin.delete(`${path}/${id}`)
  })

  it('a secret stays with its issuer', async () => {
    const id = await add()
    const moved = await admin.patch(`${path}/${id}`, { issuer: 'https://elsewhere.example.com' })
    expect(moved.body.msg).toBe('client_secret is required for a new issuer')
    expect((await admin.post(path, given({ issuer: 'http://id.example.com' }))).body.msg).toContain(
      'https://',
    )
    expect((await admin.post(path, given({ client_id: ' ' }))).body.msg).toBe("client_id can't be empty")
    expect((await admin.post(path, given({ label: ' ' }))).body.msg).toBe("The label can't be empty")
    expect((await world.ada.get(path)).body.identity_providers).toHaveLength(1)
    await world.ada.delete(`${path}/${id}`)
  })

  it('decide by their settings who may join, and whether addresses count as proven', async () => {
    const id = await add()
    const signIn = (name: string, rest: object = {}) => {
      provider.person = person(name, rest)
      return openBrowser().signIn({ provider: String(id) })
    }
    expect(await signIn('nora')).toBe('/sign-in-failed/not_registered')
    expect((await admin.patch(`${path}/${id}`, { join: 'nobody' })).status).toBe(400)
    expect((await admin.patch(`${path}/${id}`, { join: 'everyone' })).status).toBe(200)
    const registered = await world.ben.post('/register', { fetch_event_types: ['realm'] })
    expect(registered.body.realm_invite_required).toBe(false)
    expect(await signIn('nora')).toBe('/')
    expect(await signIn('olaf', { email_verified: undefined })).toBe('/sign-in-failed/unverified_email')
    await admin.patch(`${path}/${id}`, { trusts_addresses: true })
    expect(await signIn('olaf', { email_verified: undefined })).toBe('/')
    await world.ada.delete(`${path}/${id}`)
  })

  describe('groups', () => {
    const noGroups = { attribute: '', administrators_group: '', guests_group: '', user_groups: false }
    const decides = {
      attribute: 'groups',
      administrators_group: 'Chat Admins',
      guests_group: 'externals',
      user_groups: true,
    }
    /** The number of the role that the person then has. */
    async function signIn(id: number, name: string, groups?: string[] | string) {
      provider.person = person(name, { groups })
      const browser = openBrowser()
      expect(await browser.signIn({ provider: String(id) })).toBe('/')
      return (await world.ada.get(`/users/${name}@example.com`)).body.user.role
    }
    const userGroups = async () =>
      (await world.ada.get('/user_groups')).body.user_groups.map(
        ({ name, members }: { name: string; members: number[] }) => [name, members],
      )
    const idOf = async (name: string) =>
      (await world.ada.get(`/users/${name}@example.com`)).body.user.user_id as number

    it('decide roles and user groups at each sign-in', async () => {
      const taken = { name: 'taken', description: '', members: [world.demo.people.ben.id] }
      expect((await world.ada.post('/user_groups/create', taken)).status).toBe(200)
      const id = await add({ join: 'everyone', groups: JSON.stringify(decides) })
      expect(await signIn(id, 'gina', ['chat admins', 'Developers', 'Taken', ' '])).toBe(200)
      const gina = await idOf('gina')
      expect(await userGroups()).toEqual([
        ['taken', taken.members],
        ['chat admins', [gina]],
        ['Developers', [gina]],
      ])
      expect(await signIn(id, 'hugo', 'externals')).toBe(600)
      expect(await signIn(id, 'gina', ['developers'])).toBe(400)
      expect(await signIn(id, 'gina')).toBe(400)
      expect(await userGroups()).toEqual([
        ['taken', taken.members],
        ['chat admins', []],
        ['Developers', []],
        ['externals', [await idOf('hugo')]],
      ])
      provider.person = person('gina', { groups: Array.from({ length: 501 }, (_, index) => `g${index}`) })
      expect(await openBrowser().signIn({ provider: String(id) })).toBe('/sign-in-failed/refused')
      await world.ada.delete(`${path}/${id}`)
    })

    it('leave an administrator, and decide nothing without settings', async () => {
      await join('ines')
      const id = await add({ groups: JSON.stringify(noGroups) })
      const ines = await world.ada.get('/users/ines@example.com')
      await world.ada.patch(`/users/${ines.body.user.user_id}`, { role: 600 })
      expect(await signIn(id, 'ines', ['Chat Admins', 'Secret'])).toBe(600)
      expect(JSON.stringify(await userGroups())).not.toContain('Secret')
      await admin.patch(`${path}/${id}`, { groups: JSON.stringify(decides) })
      expect(await signIn(id, 'ada', [])).toBe(200)
      expect(await signIn(id, 'ines', ['Chat Admins'])).toBe(200)
      // What is left out is unchanged.
      await admin.patch(`${path}/${id}`, { label: 'Renamed' })
      expect(await signIn(id, 'ines', [])).toBe(400)
      await world.ada.delete(`${path}/${id}`)
    })

    it.each([
      { ...decides, attribute: ' ' },
      { ...noGroups, user_groups: true },
      { ...decides, administrators_group: 'a'.repeat(1001) },
      { ...decides, owners_group: 'all' },
      { attribute: 'groups' },
    ])('%o is refused', async (groups) => {
      const { status } = await admin.post(path, given({ groups: JSON.stringify(groups) }))
      expect(status).toBe(400)
      expect((await world.ada.get(path)).body.identity_providers).toEqual([])
    })
  })

  it('the test names what is wrong', async () => {
    const id = await add()
    const test = async () => {
      const { body } = await world.ada.post(`${path}/${id}/test`)
      return Object.fromEntries(
        body.checks.map(({ check, ok, detail }: { check: string; ok: boolean; detail: string }) => [
          check,
          ok || detail,
        ]),
      )
    }
    expect(await test()).toEqual({ discovery: true, keys: true, redirect_uri: true, client: true })
    await admin.patch(`${path}/${id}`, { client_secret: 'wrong' })
    expect(await test()).toEqual({
      discovery: true,
      keys: true,
      redirect_uri: true,
      client: 'The provider does not accept the client id with this client secret.',
    })
    await admin.patch(`${path}/${id}`, { client_secret: secret })
    provider.serve('http://another.example.com/callback')
    expect((await test()).redirect_uri).toContain(`Register the redirect URI ${api}/${id}/callback there`)
    provider.serve(redirectUrisOf(server))
    provider.isDown = true
    expect((await test()).discovery).toContain('/.well-known/openid-configuration cannot be used')
    provider.isDown = false
    await world.ada.delete(`${path}/${id}`)
  })
})

describe('Identity providers inside private networks', () => {
  it('are not asked, unless the operator allows it', async () => {
    const provider = await startOpenIdProvider()
    provider.serve(redirectUrisOf(server))
    const world = await startWorld('SQLite', { WEBHOOKS_TO_PRIVATE_NETWORKS: 'no' })
    const { client: admin } = await signIn(world.nobody, 'ada@example.com')
    const { body } = await admin.post('/realm/identity_providers', {
      label: 'Inside',
      issuer: provider.settings.OPENID_ISSUER!,
      client_id: 'switchboard',
      client_secret: 'a secret',
      is_active: true,
    })
    const tested = await world.ada.post(`/realm/identity_providers/${body.id}/test`)
    expect(tested.body.checks).toEqual([
      { check: 'discovery', ok: false, detail: expect.stringContaining('cannot be used') },
    ])
    const browser = new OpenIdBrowser(world.nobody)
    expect(await browser.signIn({ provider: String(body.id) })).toBe('/sign-in-failed/unavailable')
    await world.stop()
    await provider.stop()
  })
})
