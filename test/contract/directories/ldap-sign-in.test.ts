import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import type { LdapSettings } from '../../../src/chat/accounts/ldap/ldap-settings.ts'
import { findUserByEmail } from '../../../src/chat/identity/users/user-store.ts'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import { createRealm } from '../../../src/chat/organization/create-realm.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { totpCode } from '../../../src/platform/secrets/totp.ts'
import { isInstalled } from '../../debian-packages.js'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { LDAP_BASE, LDAP_PASSWORD, type RunningSlapd, startSlapd } from '../../harness/start-slapd.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'
import { browserOfAda, ldapSettingsOf } from './ldap-settings-of.ts'

describe.skipIf(!isInstalled('slapd')).each(engines)('LDAP: signing in, on %s', (engine) => {
  let world: WorkspaceWorld
  let slapd: RunningSlapd
  let ada: ApiClient
  const password = 'the password of Ada'
  beforeAll(async () => {
    slapd = await startSlapd()
    await slapd.addPerson('dora')
    world = await startWorkspaceWorld(engine, { WEBHOOKS_TO_PRIVATE_NETWORKS: 'no' })
    ada = await browserOfAda(world)
    const password_hash = await hashPassword(password)
    await world.workspace.transact(world.people.ada.realm_id, ({ db }) =>
      usersTable.update(db, world.people.ada, { password_hash }),
    )
    expect((await store()).status).toBe(200)
  })
  afterAll(async () => {
    await world?.stop()
    await slapd?.end()
  })

  const store = (rest: Partial<LdapSettings> = {}, bind_password: string | undefined = LDAP_PASSWORD) =>
    ada.put('/realm/ldap', { settings: ldapSettingsOf(slapd, rest), bind_password, password })
  const test = async (rest: Partial<LdapSettings>, bind_password = LDAP_PASSWORD) =>
    (await ada.post('/realm/ldap/test', { settings: ldapSettingsOf(slapd, rest), bind_password, password }))
      .body
  let clients = 0
  /** From an address of their own, since failed attempts are limited by address. */
  const signIn = async (username: string, given: string, from?: string) => {
    clients += 1
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/v1/fetch_api_key',
      payload: { username, password: given },
      headers: { host: 'chat.example.com' },
      remoteAddress: from ?? `198.51.100.${clients}`,
    })
    return { status: response.statusCode, body: response.json() }
  }
  const accountOf = (email: string) =>
    findUserByEmail(world.workspace.database.read, world.people.ada.realm_id, email)

  it('people sign in with their address or login; the first time creates the account', async () => {
    const first = await signIn('dora@example.com', 'dora-secret')
    expect(first).toMatchObject({ status: 200, body: { email: 'dora@example.com' } })
    expect(await accountOf('dora@example.com')).toMatchObject({
      full_name: 'dora of LDAP',
      email_proven: 1,
      password_hash: null,
      role: 'member',
    })
    expect((await signIn('dora', 'dora-secret')).body.user_id).toBe(first.body.user_id)
    await slapd.change(`uid=dora,ou=people,${LDAP_BASE}`, 'cn', ['Dora Changed'])
    await slapd.change(`uid=dora,ou=people,${LDAP_BASE}`, 'mail', ['dora.changed@example.com'])
    expect((await signIn('dora', 'dora-secret')).body).toMatchObject({
      user_id: first.body.user_id,
      email: 'dora.changed@example.com',
    })
    expect(await accountOf('dora.changed@example.com')).toMatchObject({ full_name: 'Dora Changed' })
  })

  it.each([
    ['a wrong password', 'emil', 'wrong'],
    ['an empty password, with which a directory lets anybody in', 'emil', ''],
    ['a filter instead of a name', 'emil)(uid=*', 'emil-secret'],
    ['a star', 'em*', 'emil-secret'],
    ['two people who match', 'twin@example.com', 'twin-secret'],
    ['nobody', 'nobody', 'nobody-secret'],
    ['a bot of the chat', 'hook-bot@example.com', 'emil-secret'],
  ])('refuses %s', async (_what, username, given) => {
    await slapd.addPerson('emil').catch(() => {})
    await slapd.addPerson('twin', { mail: 'twin@example.com' }).catch(() => {})
    await slapd
      .addPerson('other-twin', { mail: 'twin@example.com', userPassword: 'twin-secret' })
      .catch(() => {})
    const answer = await signIn(username, given)
    expect([answer.status, answer.body.reason]).toEqual([403, 'incorrect_creds'])
    expect(await accountOf('emil@example.com')).toBeUndefined()
  })

  it('attempts are limited as for passwords', async () => {
    await slapd.addPerson('guessed')
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await signIn('guessed', `wrong ${attempt}`)).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    expect((await signIn('guessed', 'guessed-secret')).status).toBe(429)
  })

  it('attempts are limited for each entry, whatever name of it is typed', async () => {
    await slapd.addPerson('hal')
    const names = ['hal', 'hal@example.com', 'HAL  ', 'Hal@Example.com']
    const statuses: number[] = []
    for (const name of [...names.slice(0, 2), 'hal', 'hal@example.com', 'hal', 'hal@example.com']) {
      statuses.push((await signIn(name, 'wrong')).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    for (const name of names) expect((await signIn(name, 'hal-secret')).status).toBe(429)
  })

  it('an organization of its own host connects to no directory inside the network of the server', async () => {
    const other = { name: 'Other', host: 'other.example.com', description: '' }
    const realm = await createRealm(world.workspace, other)
    const { user, apiKey } = await createUser(world.workspace, realm, {
      email: 'chief@other.example.com',
      fullName: 'Chief',
      role: 'administrator',
      passwordHash: await hashPassword(password),
    })
    const chief = new ApiClient(world.app, { email: user.email, key: apiKey }, { host: other.host })
    for (const url of [slapd.tlsUrl, 'ldaps://localhost:636', 'ldaps://[::1]']) {
      const settings = ldapSettingsOf(slapd, { url })
      const { body } = await chief.post('/realm/ldap/test', { settings, bind_password: 'x', password })
      expect(body).toMatchObject({ is_ok: false, fault: 'unreachable' })
      expect(body.message).toContain("inside the server's own network")
    }
  })

  it('an account that was there before is taken over, once; an administrator closes it for good', async () => {
    const dn = await slapd.addPerson('ben')
    expect((await signIn('ben', 'ben-secret')).body.user_id).toBe(world.people.ben.id)
    // The address of somebody who has left goes to somebody else.
    await slapd.remove(dn)
    await slapd.addPerson('ben2', { mail: 'ben@example.com' })
    expect((await signIn('ben2', 'ben2-secret')).status).toBe(403)
    await ada.delete(`/users/${world.people.cleo.id}`)
    await slapd.addPerson('cleo')
    expect((await signIn('cleo', 'cleo-secret')).status).toBe(403)
    expect((await accountOf('cleo@example.com'))!.is_active).toBe(0)
  })

  it('groups decide the role', async () => {
    const chief = await slapd.addPerson('chief')
    await slapd.addGroup('admins', [chief])
    await store({ administrators_group: 'admins' })
    expect((await signIn('chief', 'chief-secret')).status).toBe(200)
    expect((await accountOf('chief@example.com'))!.role).toBe('administrator')
    await slapd.change(`cn=admins,ou=groups,${LDAP_BASE}`, 'member', [`cn=nobody,${LDAP_BASE}`])
    await signIn('chief', 'chief-secret')
    expect((await accountOf('chief@example.com'))!.role).toBe('member')
    // The last administrator with a password stays one.
    await slapd.addPerson('ada')
    expect((await signIn('ada', 'ada-secret')).status).toBe(200)
    expect(await accountOf('ada@example.com')).toMatchObject({ role: 'administrator' })
    await store()
  })

  it('groups in groups, other spellings of a DN, and groups that name logins', async () => {
    const roleOf = async (uid: string) => {
      await signIn(uid, `${uid}-secret`)
      return (await accountOf(`${uid}@example.com`))!.role
    }
    await slapd.addPerson('nested')
    await slapd.addGroup('inner', [`UID=Nested, OU=people , ${LDAP_BASE}`])
    await slapd.addGroup('outer', [`cn=inner,ou=groups,${LDAP_BASE}`])
    await slapd.change(`cn=inner,ou=groups,${LDAP_BASE}`, 'member', [
      `UID=Nested, OU=people , ${LDAP_BASE}`,
      `cn=outer,ou=groups,${LDAP_BASE}`,
    ])
    await store({ administrators_group: 'outer' })
    expect(await roleOf('nested')).toBe('administrator')
    await slapd.addPerson('plain')
    expect(await roleOf('plain')).toBe('member')
    await slapd.addPerson('posix')
    await slapd.addPosixGroup('staff', ['posix'])
    await store({
      group_filter: '(objectClass=posixGroup)',
      group_member_attribute: 'memberUid',
      administrators_group: 'staff',
    })
    expect(await roleOf('posix')).toBe('administrator')
    expect(await roleOf('nested')).toBe('member')
    await store()
  })

  it('people prove their password of the directory, and a second factor can be required of them', async () => {
    await slapd.addPerson('fay')
    const { body } = await signIn('fay', 'fay-secret')
    const fay = new ApiClient(world.app, { email: body.email, key: body.api_key })
    const own = '/users/me/two_factor'
    expect((await fay.post(own)).body.msg).toBe("Missing 'password' argument")
    expect((await fay.post(own, { password: 'wrong' })).body.msg).toBe('Wrong password!')
    expect((await fay.post(own, { password: 'fay-secret' })).status).toBe(200)
    const set = (two_factor_required_for: number) => ada.patch('/realm', { two_factor_required_for })
    // Ada goes first.
    const { secret } = (await ada.post(own, { password })).body
    world.clock.advance(30_000)
    await ada.post(`${own}/confirm`, { code: totpCode(secret, world.clock.now() / 1000) })
    expect((await set(3)).status).toBe(200)
    expect((await fay.get('/users/me')).body.code).toBe('TWO_FACTOR_SETUP_REQUIRED')
    expect((await signIn('fay', 'fay-secret')).body.code).toBe('TWO_FACTOR_SETUP_REQUIRED')
    await slapd.addPerson('gil')
    expect((await signIn('gil', 'gil-secret')).body.code).toBe('TWO_FACTOR_SETUP_REQUIRED')
    expect((await set(1)).status).toBe(200)
    expect((await fay.get('/users/me')).status).toBe(200)
    world.clock.advance(30_000)
    const code = totpCode(secret, world.clock.now() / 1000)
    expect((await ada.delete(own, { password, code })).status).toBe(200)
  })

  it('without the directory, local passwords work, and others are told', async () => {
    await slapd.stop()
    expect((await signIn('ada@example.com', password)).status).toBe(200)
    const { log } = world.workspace
    const lines = { warn: vi.spyOn(log, 'warn'), error: vi.spyOn(log, 'error') }
    const answer = await signIn('dora', 'dora-secret')
    expect([answer.status, answer.body.code]).toEqual([503, 'DIRECTORY_UNAVAILABLE'])
    // One line, without a stack.
    expect(lines.error).not.toHaveBeenCalled()
    expect(lines.warn.mock.calls).toEqual([
      [
        expect.objectContaining({ account: 'dora', reason: expect.stringContaining('does not respond') }),
        'sign-in refused',
      ],
    ])
    for (const spy of Object.values(lines)) spy.mockRestore()
    await slapd.start()
    expect((await signIn('dora', 'dora-secret')).status).toBe(200)
  })

  it('the test says what is wrong', async () => {
    const faultOf = async (rest: Partial<LdapSettings>, given?: string) => (await test(rest, given)).fault
    expect(await test({})).toMatchObject({ is_ok: true, fault: null, groups: 3 })
    expect(await test({ url: slapd.url, start_tls: true })).toMatchObject({ is_ok: true })
    expect(await faultOf({ ca: '' })).toBe('certificate')
    expect(await faultOf({ url: slapd.url, start_tls: true, ca: '' })).toBe('certificate')
    expect(await faultOf({ url: 'ldaps://127.0.0.1:1' })).toBe('unreachable')
    expect(await faultOf({}, 'wrong')).toBe('bind')
    expect(await faultOf({}, '')).toBe('bind')
    expect(await faultOf({ base_dn: 'ou=nowhere,dc=example,dc=com' })).toBe('base')
    expect(await faultOf({ user_filter: '(&(uid=x)' })).toBe('filter')
    expect(await faultOf({ user_filter: '(objectClass=device)' })).toBe('filter')
    expect(await faultOf({ email_attribute: 'noSuchAttribute' })).toBe('attribute')
    expect(await faultOf({ administrators_group: 'nobody' })).toBe('attribute')
  })

  it('settings: no plain text, no password that goes elsewhere, none that is shown', async () => {
    const refusal = async (rest: Partial<LdapSettings>, given?: string) =>
      (
        await ada.put('/realm/ldap', {
          settings: ldapSettingsOf(slapd, rest),
          password,
          bind_password: given,
        })
      ).body.msg
    expect(await refusal({ url: 'ldap://ldap.example.com' })).toContain('Use ldaps://')
    expect(await refusal({ url: 'https://example.com' })).toContain('must be ldaps://')
    expect(await refusal({ url: 'ldaps://user:secret@example.com' })).toContain('password')
    expect(await refusal({ url: 'ldaps://evil.example.com' })).toContain(
      'Type the password of the bind DN again',
    )
    expect(await refusal({})).toBe('')
    const { body } = await ada.get('/realm/ldap')
    expect(body).toMatchObject({ has_password: true, settings: { base_dn: `ou=people,${LDAP_BASE}` } })
    const rows = await world.workspace.database.read.selectFrom('directories').selectAll().execute()
    expect(JSON.stringify([rows, body])).not.toContain(LDAP_PASSWORD)
    const withKey = world.chatAs(world.people.ada)
    expect((await withKey.put('/realm/ldap', { settings: ldapSettingsOf(slapd) })).status).toBe(400)
    expect(
      (await ada.put('/realm/ldap', { settings: ldapSettingsOf(slapd), password: 'wrong' })).status,
    ).toBe(400)
  })

  it('DELETE /realm/ldap: people of the directory sign in with it no more', async () => {
    await ada.delete('/realm/ldap')
    expect((await signIn('dora', 'dora-secret')).status).toBe(403)
    expect((await signIn('ada@example.com', password)).status).toBe(200)
    expect((await ada.get('/realm/ldap')).body).toMatchObject({ settings: null, has_password: false })
  })
})
