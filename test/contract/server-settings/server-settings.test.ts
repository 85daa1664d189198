import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRealm } from '../../../src/chat/organization/create-realm.ts'
import { changeRealm } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Get global settings on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
    await createRealm(world.chat, {
      name: 'Bolts & Co',
      host: 'bolts.example.com',
      description: 'We make **bolts**.',
    })
  })
  afterAll(() => world.stop())

  const settings = async (headers: Record<string, string> = {}) => {
    const { status, body } = await world.nobody.with(headers).get('/server_settings')
    expect(status).toBe(200)
    return body
  }

  it('No parameters; no authentication. Response fields plus msg, result', async () => {
    expect(Object.keys(await settings()).sort()).toEqual([
      'authentication_methods',
      'chat_version',
      'email_auth_enabled',
      'external_authentication_methods',
      'is_incompatible',
      'msg',
      'push_notifications_enabled',
      'realm_description',
      'realm_icon',
      'realm_name',
      'realm_uri',
      'realm_web_public_access_enabled',
      'require_email_format_usernames',
      'result',
      'zulip_feature_level',
      'zulip_merge_base',
      'zulip_version',
    ])
  })

  it('authentication_methods | one key per method, true when enabled', async () => {
    expect((await settings()).authentication_methods).toEqual({
      dev: true,
      email: true,
      ldap: false,
      password: true,
      remoteuser: false,
      saml: false,
    })
  })

  it('authentication_methods | dev is false in production', async () => {
    const production = await startWorld(engine, { SERVER_MODE: 'production' })
    try {
      const { body } = await production.nobody.get('/server_settings')
      expect(body.authentication_methods).toMatchObject({ dev: false, password: true })
    } finally {
      await production.stop()
    }
  })

  it('chat_version | string, also as zulip_version with zulip_feature_level', async () => {
    const body = await settings()
    expect(body.chat_version).toMatch(/^\d+\.\d+/)
    expect(body.zulip_version).toBe(body.chat_version)
    expect(body.zulip_feature_level).toBe(0)
    const registered = await world.ada.post('/register', { event_types: [] })
    expect(registered.body).toMatchObject({
      chat_version: body.chat_version,
      zulip_version: body.chat_version,
      zulip_feature_level: 0,
    })
  })

  it('push_notifications_enabled | false without a service for them', async () => {
    expect((await settings()).push_notifications_enabled).toBe(false)
  })

  it('is_incompatible | whether the requesting client is deemed incompatible', async () => {
    expect((await settings()).is_incompatible).toBe(false)
    expect((await settings({ 'user-agent': 'ZulipMobile/26.1' })).is_incompatible).toBe(false)
    expect((await settings({ 'user-agent': 'ZulipInvalid/1.0' })).is_incompatible).toBe(true)
  })

  it('email_auth_enabled | true: people sign in with their address', async () => {
    expect((await settings()).email_auth_enabled).toBe(true)
  })

  it('require_email_format_usernames | true: a user name is an address', async () => {
    expect((await settings()).require_email_format_usernames).toBe(true)
  })

  it('realm_uri | canonical URI of the organization, per host', async () => {
    expect((await settings()).realm_uri).toBe('http://chat.example.com')
    expect((await settings({ host: 'bolts.example.com' })).realm_uri).toBe('http://bolts.example.com')
  })

  it('realm_name | display name, per host', async () => {
    expect((await settings()).realm_name).toBe('Acme')
    expect((await settings({ host: 'Bolts.example.com:9991' })).realm_name).toBe('Bolts & Co')
  })

  it('realm_icon | URI of square logo', async () => {
    const { realm_icon: icon } = await settings()
    const { pathname, host } = new URL(icon)
    expect(host).toBe('chat.example.com')
    const picture = await world.app.inject({ method: 'GET', url: pathname })
    expect(picture.statusCode).toBe(200)
    expect(picture.headers['content-type']).toMatch(/^image\//)
  })

  it('realm_description | HTML description', async () => {
    expect((await settings({ host: 'bolts.example.com' })).realm_description).toBe(
      '<p>We make <strong>bolts</strong>.</p>',
    )
  })

  it('external_authentication_methods | an empty array without a provider', async () => {
    expect((await settings()).external_authentication_methods).toEqual([])
  })

  it('a root domain without an organization omits what belongs to one', async () => {
    const apart = await startWorld(engine)
    try {
      await changeRealm(apart, apart.demo.realm, { host: 'acme.example.com' })
      const { status, body } = await apart.nobody.get('/server_settings')
      expect(status).toBe(200)
      expect(Object.keys(body).filter((key) => key.startsWith('realm_'))).toEqual([])
      expect(body.authentication_methods.email).toBe(true)
      const own = await apart.nobody.with({ host: 'acme.example.com' }).get('/server_settings')
      expect(own.body.realm_name).toBe('Acme')
    } finally {
      await apart.stop()
    }
  })
})
