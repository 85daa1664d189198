import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeLdap } from '../../../src/chat/accounts/ldap/change-ldap.ts'
import { createRealm } from '../../../src/chat/organization/create-realm.ts'
import { isInstalled } from '../../debian-packages.js'
import { engines } from '../../harness/engines.ts'
import { runInProcess } from '../../harness/run-in-process.ts'
import { TestSamlProvider } from '../../harness/saml-provider.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '../../harness/start-openid-provider.ts'
import { LDAP_PASSWORD, type RunningSlapd, startSlapd } from '../../harness/start-slapd.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { ldapSettingsOf } from '../directories/ldap-settings-of.ts'
import { signIn } from '../sign-in/browser.ts'

interface Found {
  check: string
  level: string
  text: string
}

describe.skipIf(!isInstalled('slapd')).each(engines)('switchboard doctor on %s', (engine) => {
  let world: World
  let slapd: RunningSlapd
  let provider: TestOpenIdProvider
  beforeAll(async () => {
    slapd = await startSlapd()
    provider = await startOpenIdProvider()
    provider.serve('http://chat.example.com/api/v1/openid/callback')
    world = await startWorld(engine, { WEBHOOKS_TO_PRIVATE_NETWORKS: 'yes' })
  })
  afterAll(async () => {
    await world?.stop()
    await provider?.stop()
    await slapd?.end()
  })

  async function examine(name: string): Promise<string[]> {
    const { dataDir, databaseUrl } = world.config
    const place = { dataDir, databaseUrl, remove: async () => {} }
    const environment = {
      ...provider.settings,
      NODE_ENV: 'development',
      WEBHOOKS_TO_PRIVATE_NETWORKS: 'yes',
      PUBLIC_URL: 'http://chat.switchboard.invalid',
    }
    const { stdout } = await runInProcess(['doctor', '--json'], { place, environment })
    const found = (JSON.parse(stdout) as Found[]).filter(({ check }) => check === name)
    return found.map(({ level, text }) => `${level}: ${text}`)
  }
  async function connect(name: string, settings: object, bindPassword = LDAP_PASSWORD) {
    const realm =
      name === 'Acme'
        ? world.demo.realm
        : await createRealm(world.chat, { name, host: `${name.toLowerCase()}.example.com` })
    const wanted = { settings: ldapSettingsOf(slapd, { sign_in: false, ...settings }), bindPassword }
    await storeLdap(world.chat, { realm, user: world.demo.people.ada }, wanted)
  }

  it('signs in at each LDAP directory, and has a line for each', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const url = `ldap://127.0.0.1:${(silent.address() as AddressInfo).port}`
    await connect('Acme', {})
    await connect('Wrong', {}, 'another password')
    await connect('Silent', { url })
    expect(await examine('directories')).toEqual([
      `ok: The LDAP directory of Acme at ${slapd.tlsUrl} accepts the sign-in of this server.`,
      expect.stringMatching(/^problem: The LDAP directory of Wrong does not work: The directory refuses the/),
      expect.stringMatching(/^problem: The LDAP directory of Silent does not work: The directory cannot be/),
    ])
    silent.close()
  })

  it('asks each identity provider what it says about itself', async () => {
    const { client: admin } = await signIn(world.nobody, 'ada@example.com')
    const add = (input: Record<string, string | boolean>) =>
      admin.post('/realm/identity_providers', { is_active: true, ...input })
    const issuer = provider.settings.OPENID_ISSUER!
    const client = { client_id: 'switchboard', client_secret: 'a secret' }
    await add({ label: 'Good', issuer, ...client })
    await add({ label: 'Moved', issuer: `${issuer}/elsewhere`, ...client })
    await add({ label: 'Off', issuer: `${issuer}/elsewhere`, ...client, is_active: false })
    await add({ label: 'Old', metadata: new TestSamlProvider().metadata })
    expect(await examine('identity providers')).toEqual([
      `ok: The provider of the server (${issuer}) responds, and publishes 1 keys.`,
      `ok: The provider Good of Acme (${issuer}) responds, and publishes 1 keys.`,
      expect.stringMatching(/^problem: The provider Moved of Acme .* cannot be used/),
      expect.stringMatching(/^problem: The provider Old of Acme \(https:\/\/idp\.example\.com\/saml\): /),
    ])
  })
})
