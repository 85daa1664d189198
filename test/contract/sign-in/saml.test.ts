import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deleteExpiredSignIns } from '../../../src/chat/accounts/sign-in-jobs.ts'
import type { Answer, ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import {
  type Deviation,
  type SamlPerson,
  type SamlService,
  TestSamlProvider,
} from '../../harness/saml-provider.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { cookieOf, signIn as signInBrowser } from './browser.ts'

const toBase64 = (text: string) => Buffer.from(text).toString('base64')
const path = '/realm/identity_providers'

describe.each(engines)('Signing in with SAML on %s', (engine) => {
  let world: World
  let admin: ApiClient
  let idp: TestSamlProvider
  let id: number
  let service: SamlService
  let clients = 0
  beforeAll(async () => {
    idp = new TestSamlProvider()
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
    admin = (await signInBrowser(world.nobody, 'ada@example.com')).client
    const added = await admin.post(path, { label: 'Acme SAML', metadata: idp.metadata, is_active: true })
    expect(added.body.msg).toBe('')
    id = added.body.id
    const [provider] = (await world.ada.get(path)).body.identity_providers
    service = { entityId: provider.entity_id, acsUrl: provider.redirect_uri }
    await createUser(world.chat, world.demo.realm, { email: 'mona@example.com', fullName: 'Mona' })
  })
  afterAll(() => world.stop())

  const mona = { nameId: 'mona-at-the-provider', email: 'mona@example.com', name: 'Mona Moss' }
  const locationOf = ({ headers }: Answer) => String(headers.location)
  /** Begins a sign-in in a browser of its own. */
  async function begin(args = {}) {
    clients += 1
    const nobody = world.nobody.with({ 'x-forwarded-for': `10.5.${clients}.1` })
    const answer = await nobody.get(`/saml/${id}/sign_in`, args)
    const requestId = await idp.readRequest(locationOf(answer), service)
    return { nobody, browser: nobody.with({ cookie: cookieOf(answer) }), requestId }
  }
  /** The page of the provider posts it: the browser sends no cookies. */
  const post = async (client: ApiClient, response: string) =>
    locationOf(await client.post(`/saml/${id}/acs`, { SAMLResponse: response, RelayState: '' }))
  const finish = (browser: ApiClient, location: string) => {
    const { pathname, searchParams } = new URL(location, 'http://chat.example.com')
    expect(pathname).toBe('/api/v1/saml/finish')
    return browser.get('/saml/finish', { ticket: searchParams.get('ticket')! })
  }
  const respond = (requestId: string, person: SamlPerson, deviation: Deviation = {}) =>
    idp.respond(service, requestId, person, world.clock.now(), deviation)
  /** Returns where the browser ends, and the API as it then sees it. */
  async function signIn(person: SamlPerson, deviation: Deviation = {}, args = {}) {
    const { nobody, browser, requestId } = await begin(args)
    const location = await post(nobody, await respond(requestId, person, deviation))
    if (location.startsWith('/sign-in-failed/')) return { end: location, client: nobody }
    const answer = await finish(browser, location)
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map(String)
    const session = cookies.find((cookie) => cookie.startsWith('switchboard_session='))
    return { end: locationOf(answer), client: nobody.with({ cookie: session?.split(';', 1)[0] ?? '' }) }
  }
  /** Changes the XML of a response. */
  const forge = (response: string, change: (xml: string) => string) => {
    const xml = Buffer.from(response, 'base64').toString('utf8')
    const forged = change(xml)
    expect(forged).not.toBe(xml)
    return Buffer.from(forged).toString('base64')
  }

  it('opens the account with the address, and later that of the same person', async () => {
    const { end, client } = await signIn(mona, {}, { next: '/portal' })
    expect(end).toBe('/portal')
    expect((await client.get('/sessions/current')).body.email).toBe('mona@example.com')
    const again = await signIn({ ...mona, email: 'another@example.com' })
    expect((await again.client.get('/sessions/current')).body.email).toBe('mona@example.com')
    expect((await signIn({ ...mona, nameId: 'successor' })).end).toBe('/sign-in-failed/other_person')
    expect((await signIn({ nameId: 'stranger', email: 'stranger@example.com' })).end).toBe(
      '/sign-in-failed/not_registered',
    )
    const { body } = await world.nobody.get('/server_settings')
    expect(body.authentication_methods.saml).toBe(true)
    expect(body.external_authentication_methods).toEqual([
      expect.objectContaining({ display_name: 'Acme SAML', login_url: `/api/v1/saml/${id}/sign_in` }),
    ])
  })

  it('mobile_flow_otp | the app gets the key, encrypted, at its own address; the browser gets no session', async () => {
    const { end, client } = await signIn(mona, {}, { mobile_flow_otp: 'c0ffee00'.repeat(8) })
    expect(end).toMatch(/^zulip:\/\/login\?otp_encrypted_api_key=[0-9a-f]{64}&email=mona%40example.com/)
    expect((await client.get('/sessions/current')).status).toBe(401)
    expect((await world.nobody.get(`/saml/${id}/sign_in`, { mobile_flow_otp: 'x' })).status).toBe(400)
  })

  it('groups decide roles and user groups at each sign-in, also after new metadata', async () => {
    const patch = (input: Record<string, string>) => admin.patch(`${path}/${id}`, input)
    const decides = {
      attribute: 'memberOf',
      administrators_group: 'admins',
      guests_group: '',
      user_groups: true,
    }
    expect((await patch({ groups: JSON.stringify(decides) })).status).toBe(200)
    expect((await patch({ metadata: idp.metadata })).status).toBe(200)
    const roleWith = async (groups?: string[]) => {
      const { client } = await signIn(groups ? { ...mona, groups } : mona)
      const { user_id } = (await client.get('/users/me')).body
      const { role } = (await world.ada.get(`/users/${user_id}`)).body.user
      const { user_groups: all } = (await world.ada.get('/user_groups')).body
      const names = all.flatMap(({ name, members }: { name: string; members: number[] }) =>
        members.includes(user_id) ? [name] : [],
      )
      return [role, names]
    }
    const many = Array.from({ length: 150 }, (_, index) => `department ${index} of the company`)
    expect(await roleWith(['Admins', 'Sales'])).toEqual([200, ['Admins', 'Sales']])
    expect(await roleWith(['Sales', ...many])).toEqual([400, ['Sales', ...many]])
    expect(await roleWith(['Admins'])).toEqual([200, ['Admins']])
    expect(await roleWith()).toEqual([400, []])
    const none = { ...decides, attribute: '', administrators_group: '', user_groups: false }
    expect((await patch({ groups: JSON.stringify(none) })).status).toBe(200)
    expect(await roleWith(['Admins'])).toEqual([400, []])
  })

  it.each<[string, Deviation]>([
    ['another audience', { audience: 'https://other.example.com' }],
    ['another recipient', { recipient: 'https://other.example.com/acs' }],
    ['another issuer', { issuer: 'https://evil.example.com' }],
    ['too old', { notOnOrAfter: -130_000 }],
    ['not valid yet', { notBefore: 130_000 }],
    ['a transient name', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ])('refuses a response with %s', async (_, deviation) => {
    expect((await signIn(mona, deviation)).end).toBe('/sign-in-failed/refused')
  })

  it('tolerates clocks that differ by a minute', async () => {
    expect((await signIn(mona, { notOnOrAfter: -60_000 })).end).toBe('/')
    expect((await signIn(mona, { notBefore: 60_000 })).end).toBe('/')
  })

  it('refuses a changed response, and every way to wrap the signed one', async () => {
    const { nobody, requestId } = await begin()
    const response = await respond(requestId, mona)
    const xml = Buffer.from(response, 'base64').toString('utf8')
    const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0]
    const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(assertion)![0]
    const ofEve = (text: string) => text.replaceAll('mona', 'ada')
    const evil = ofEve(assertion.replace(signature, '')).replace(/ ID="[^"]*"/, ' ID="_evil"')
    const evilWithSameId = ofEve(assertion.replace(signature, ''))
    const attacks: Record<string, (given: string) => string> = {
      'a changed address': ofEve,
      'no signature': (given) => given.replace(signature, ''),
      'an evil assertion before the signed one': (given) => given.replace(assertion, evil + assertion),
      'an evil assertion after it': (given) => given.replace(assertion, assertion + evil),
      'the signed one inside an evil one': (given) =>
        given.replace(assertion, evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
      'the signed one in an extension': (given) =>
        given.replace(assertion, `${evil}<samlp:Extensions>${assertion}</samlp:Extensions>`),
      'the signed one in an object of the signature': (given) =>
        given.replace(
          assertion,
          ofEve(assertion).replace(
            signature,
            signature.replace(
              '</ds:Signature>',
              `<ds:Object>${assertion.replace(signature, '')}</ds:Object></ds:Signature>`,
            ),
          ),
        ),
      'two with the same id': (given) => given.replace(assertion, evilWithSameId + assertion),
      'a signature that moved to an evil one': (given) =>
        given.replace(assertion, evil.replace('<saml:Subject>', `${signature}<saml:Subject>`)),
      'a comment inside the name': (given) => given.replace('mona-at', 'mona<!-- -->-at'),
      'a document type': (given) => `<!DOCTYPE x [<!ENTITY a "b">]>${given}`,
    }
    for (const [name, attack] of Object.entries(attacks)) {
      expect([name, await post(nobody, forge(response, attack))]).toEqual([name, '/sign-in-failed/refused'])
    }
    const other = new TestSamlProvider()
    const forged = await other.respond(service, requestId, mona, world.clock.now())
    expect(await post(nobody, forged)).toBe('/sign-in-failed/refused')
    for (const garbage of [
      '',
      '!!!',
      'PHg+',
      toBase64('<a>'.repeat(50_000)),
      toBase64('<a>'.repeat(1_900)),
    ]) {
      const { status, headers } = await nobody.post(`/saml/${id}/acs`, { SAMLResponse: garbage })
      expect([status, headers.location]).toEqual([302, '/sign-in-failed/refused'])
    }
  })

  it('SHA-1 is refused wherever a signature names it, and the log says so', async () => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'
    const warn = vi.spyOn(world.chat.log, 'warn')
    const detailOf = async (nobody: ApiClient, response: string) => {
      warn.mockClear()
      expect(await post(nobody, response)).toBe('/sign-in-failed/refused')
      return (warn.mock.calls as unknown[][]).map(([about]) => (about as { detail: string }).detail)
    }
    const refused = (name: string, what: string) => [
      `The response is signed with ${name} (${what}); use SHA-256 at the provider`,
    ]
    const old = new TestSamlProvider('http://www.w3.org/2000/09/xmldsig#rsa-sha1')
    const added = await admin.post(path, { label: 'Old', metadata: old.metadata, is_active: true })
    const { nobody, requestId } = await begin()
    const ofOld = {
      entityId: service.entityId.replace(/\d+$/, `${added.body.id}`),
      acsUrl: service.acsUrl.replace(/\d+(?=\/acs$)/, `${added.body.id}`),
    }
    const signed = await old.respond(ofOld, requestId, mona, world.clock.now())
    const toOld = await nobody.post(`/saml/${added.body.id}/acs`, { SAMLResponse: signed })
    expect(locationOf(toOld)).toBe('/sign-in-failed/refused')
    expect(warn.mock.calls.at(-1)![0]).toMatchObject({
      detail: refused('http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'SignatureMethod')[0],
    })
    await world.ada.delete(`${path}/${added.body.id}`)

    const response = await respond(requestId, mona)
    const digest = /<ds:DigestMethod Algorithm="[^"]*"\/>/
    const spellings = [
      `<ds:DigestMethod Algorithm="${sha1}"/>`,
      `<ds:DigestMethod Algorithm='http://www.w3.org/2000/09/xmldsig#sha&#49;'/>`,
      `<x:DigestMethod\n xmlns:x="http://www.w3.org/2000/09/xmldsig#"\n Algorithm = "${sha1}"></x:DigestMethod>`,
      `<DigestMethod Algorithm="${sha1}" xmlns="urn:another"/>`,
    ]
    for (const spelling of spellings) {
      const forged = forge(response, (xml) => xml.replace(digest, spelling))
      expect([spelling, await detailOf(nobody, forged)]).toEqual([spelling, refused(sha1, 'DigestMethod')])
    }
    const without = forge(response, (xml) => xml.replace(digest, '<ds:DigestMethod/>'))
    expect(await detailOf(nobody, without)).toEqual(refused('no algorithm', 'DigestMethod'))
    const hidden = forge(response, (xml) =>
      xml.replace(
        '</ds:Signature>',
        '<ds:Object><SignatureMethod Algorithm="none"/></ds:Object></ds:Signature>',
      ),
    )
    expect(await detailOf(nobody, hidden)).toEqual(refused('none', 'SignatureMethod'))
    warn.mockRestore()
  })

  it('a response works once, in the browser that asked for it', async () => {
    const { nobody, browser, requestId } = await begin()
    const response = await respond(requestId, mona)
    const other = await begin()
    const location = await post(nobody, response)
    expect(locationOf(await finish(other.browser, location))).toBe('/sign-in-failed/not_begun_here')
    expect(locationOf(await finish(nobody, location))).toBe('/sign-in-failed/not_begun_here')
    expect(locationOf(await finish(browser, location))).toBe('/')
    expect(locationOf(await finish(browser, location))).toBe('/sign-in-failed/refused')
    expect(locationOf(await finish(browser, await post(nobody, response)))).toBe('/sign-in-failed/refused')
    const used = () => world.chat.database.read.selectFrom('saml_assertions').selectAll().execute()
    expect((await used()).length).toBeGreaterThan(0)
    const late = await begin()
    const lateLocation = await post(late.nobody, await respond(late.requestId, mona))
    world.clock.advance(61)
    expect(locationOf(await finish(late.browser, lateLocation))).toBe('/sign-in-failed/not_begun_here')
    world.clock.advance(3600)
    await deleteExpiredSignIns(world.chat)
    expect(await used()).toEqual([])
  })

  it('a response that nobody asked for begins a sign-in instead', async () => {
    const { nobody, requestId } = await begin()
    const response = await respond(requestId, mona, { inResponseTo: '' })
    const location = await post(nobody, response)
    expect(location).toBe(`/api/v1/saml/${id}/sign_in`)
  })

  it('refuses metadata that describes no provider, and says why', async () => {
    const add = async (metadata: string) => {
      const { status, body } = await admin.post(path, { label: 'Broken', metadata })
      return [status, body.msg]
    }
    expect(await add('<a>'.repeat(20_000))).toEqual([400, 'The metadata has too many elements'])
    expect(await add('<a')).toEqual([400, expect.stringContaining('The metadata is')])
    expect(await add('<a/>')).toEqual([400, expect.stringContaining('no EntityDescriptor')])
    expect(await add(`<!DOCTYPE a>${idp.metadata}`)).toEqual([400, 'The metadata contains a document type'])
    expect(await add(idp.metadata.replaceAll('HTTP-Redirect', 'SOAP'))).toEqual([
      400,
      expect.stringContaining('HTTP-Redirect'),
    ])
    expect(
      await add(idp.metadata.replace('https://idp.example.com/sign-in', 'http://idp.example.com')),
    ).toEqual([400, 'The sign-in address in the metadata must start with https://'])
    expect((await world.ada.get(path)).body.identity_providers).toHaveLength(1)
  })

  it('is tested by an administrator', async () => {
    const { body } = await world.ada.post(`${path}/${id}/test`)
    expect(body.checks).toEqual([
      { check: 'certificate', ok: true, detail: expect.stringContaining('Valid until') },
      { check: 'sign_in', ok: false, detail: expect.stringContaining('does not begin a sign-in') },
    ])
  })
})
