import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { findUserByEmail } from '../../../src/chat/identity/users/user-store.ts'
import { createRealm } from '../../../src/chat/organization/create-realm.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'
import { ENTERPRISE, ScimClient, USER } from './scim-client.ts'

describe.each(engines)('SCIM: people, on %s', (engine) => {
  let world: WorkspaceWorld
  let scim: ScimClient
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    scim = await ScimClient.connect(world)
  })
  afterAll(() => world.stop())

  const ada = () => world.chatAs(world.people.ada)
  const realmId = () => world.people.ada.realm_id
  const accountOf = (email: string) => findUserByEmail(world.workspace.database.read, realmId(), email)
  /** As Entra ID sends it. */
  const fromEntra = (name: string, rest: object = {}) => ({
    schemas: [USER, ENTERPRISE],
    externalId: `entra-${name}`,
    userName: `${name}@example.com`,
    active: true,
    displayName: `${name} of Entra`,
    emails: [{ primary: true, type: 'work', value: `${name}@example.com` }],
    meta: { resourceType: 'User' },
    name: { formatted: `${name} Given Family`, familyName: 'Family', givenName: name },
    roles: [],
    [ENTERPRISE]: { department: 'Sales', employeeNumber: '7' },
    ...rest,
  })
  const create = async (name: string, rest: object = {}): Promise<string> => {
    const { status, body } = await scim.post('/Users', fromEntra(name, rest))
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id
  }

  it('Entra ID looks for a person, creates them, and finds them again', async () => {
    expect(await scim.find('/Users', 'userName eq "dora@example.com"')).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
    const events = await watch(ada(), ['realm_user'])
    const { status, headers, body } = await scim.post('/Users', fromEntra('dora'))
    expect(status).toBe(201)
    expect(headers['content-type']).toContain('application/scim+json')
    expect(headers.location).toBe(`http://chat.example.com/scim/v2/Users/${body.id}`)
    expect(body).toMatchObject({
      schemas: [USER],
      externalId: 'entra-dora',
      userName: 'dora@example.com',
      displayName: 'dora of Entra',
      name: { formatted: 'dora Given Family', givenName: 'dora', familyName: 'Family' },
      active: true,
      emails: [{ value: 'dora@example.com', type: 'work', primary: true }],
      roles: [{ value: 'member' }],
      meta: { resourceType: 'User' },
    })
    expect(await events.news()).toMatchObject([
      { op: 'add', person: { full_name: 'dora of Entra', email: 'dora@example.com' } },
    ])
    for (const filter of [
      'userName eq "DORA@example.com"',
      'externalId eq "entra-dora"',
      'emails[type eq "work"].value eq "dora@example.com"',
      `id eq "${body.id}"`,
      'userName sw "dora" and active eq true and not (displayName co "nobody")',
      `${USER}:userName eq "dora@example.com"`,
    ]) {
      const found = await scim.find('/Users', filter)
      expect(
        found.Resources.map(({ id }: { id: string }) => id),
        filter,
      ).toEqual([body.id])
    }
    const account = await accountOf('dora@example.com')
    expect(account).toMatchObject({ email_proven: 1, password_hash: null, role: 'member' })
    await world.sync()
    const { body: contacts } = await world.owner.get('/system/company/contacts')
    expect(contacts.map((one: { first_name: string }) => one.first_name)).toContain('dora')
  })

  it('Entra ID changes, closes and opens an account by PATCH, with its own way to write booleans', async () => {
    const id = await create('emil')
    const changed = await scim.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Emil Changed' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'emil.changed@example.com' },
      { op: 'Add', path: 'name.familyName', value: 'Changed' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Support' },
    )
    expect(changed.body).toMatchObject({
      displayName: 'Emil Changed',
      userName: 'emil@example.com',
      name: { familyName: 'Changed', givenName: 'emil' },
      emails: [{ value: 'emil.changed@example.com' }],
    })
    expect((await ada().get(`/users/${id}`)).body.user.full_name).toBe('Emil Changed')
    const user = (await accountOf('emil.changed@example.com'))!
    const session = await world.signIn(user)
    const { status, body } = await scim.patch(`/Users/${id}`, {
      op: 'Replace',
      path: 'active',
      value: 'False',
    })
    expect([status, body.active]).toEqual([200, false])
    const gone = await world.app.inject({
      url: '/api/v1/users/me',
      headers: { host: 'chat.example.com', cookie: session.cookie },
    })
    expect(gone.statusCode).toBe(401)
    expect((await world.chatAs(user).get('/users/me')).body.code).toBe('USER_DEACTIVATED')
    expect((await scim.find('/Users', 'externalId eq "entra-emil"')).Resources[0].active).toBe(false)
    expect((await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: true } })).body.active).toBe(
      true,
    )
    expect((await world.chatAs(user).get('/users/me')).status).toBe(200)
  })

  it('Okta tests the connection, and replaces a person with PUT', async () => {
    expect((await scim.get('/Users?startIndex=1&count=2')).body).toMatchObject({
      itemsPerPage: 2,
      startIndex: 1,
    })
    const sent = {
      schemas: [USER],
      userName: 'fay@example.com',
      name: { givenName: 'Fay', familyName: 'Okta' },
      emails: [{ primary: true, value: 'fay@example.com', type: 'work' }],
      displayName: 'Fay Okta',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const { body } = await scim.post('/Users', sent)
    expect(JSON.stringify(body)).not.toContain('1mz050nq')
    const put = await scim.put(`/Users/${body.id}`, {
      ...sent,
      name: { givenName: 'Fay', familyName: 'Married' },
      displayName: 'Fay Married',
      userName: 'fay.married@example.com',
      emails: [{ primary: true, value: 'fay.married@example.com', type: 'work' }],
    })
    expect(put.body).toMatchObject({
      id: body.id,
      displayName: 'Fay Married',
      userName: 'fay.married@example.com',
    })
    expect(await accountOf('fay.married@example.com')).toMatchObject({ full_name: 'Fay Married' })
    const off = await scim.patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } })
    expect(off.body.active).toBe(false)
  })

  it('people who were there before can be found, and are taken over; a claimed address opens nothing any more', async () => {
    const { user } = await createUser(world.workspace, await world.workspace.realmsById.require(realmId()), {
      email: 'gil@example.com',
      fullName: 'Somebody',
      passwordHash: 'stored',
    })
    const [found] = (await scim.find('/Users', 'userName eq "gil@example.com"')).Resources
    expect(found).toMatchObject({ id: String(user.id), userName: 'gil@example.com', active: true })
    expect((await scim.post('/Users', fromEntra('gil'))).status).toBe(409)
    await scim.patch(`/Users/${user.id}`, { op: 'Add', path: 'externalId', value: 'entra-gil' })
    expect(await accountOf('gil@example.com')).toMatchObject({ email_proven: 1, password_hash: null })
    expect((await scim.find('/Users', 'externalId eq "entra-gil"')).totalResults).toBe(1)
  })

  it('roles are followed, and taken away with the assignment', async () => {
    const id = await create('hanna', { roles: [{ primary: true, value: 'administrator' }] })
    const roleOf = async () => (await scim.get(`/Users/${id}`)).body.roles[0].value
    expect(await roleOf()).toBe('administrator')
    await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'displayName', value: 'Hanna' })
    expect(await roleOf()).toBe('administrator')
    await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'roles', value: [] })
    expect(await roleOf()).toBe('member')
    await scim.patch(`/Users/${id}`, { op: 'Add', path: 'roles', value: [{ value: 'guest' }] })
    expect(await roleOf()).toBe('guest')
  })

  it('DELETE closes the account, and the same person can come back', async () => {
    const id = await create('ivo')
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204)
    expect((await accountOf('ivo@example.com'))!.is_active).toBe(0)
    const missing = await scim.get(`/Users/${id}`)
    expect([missing.status, missing.body.schemas]).toEqual([
      404,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ])
    expect((await scim.find('/Users', 'userName eq "ivo@example.com"')).totalResults).toBe(0)
    expect((await scim.delete(`/Users/${id}`)).status).toBe(404)
    expect(await create('ivo')).toBe(id)
    expect((await accountOf('ivo@example.com'))!.is_active).toBe(1)
  })

  it('an account that an administrator has closed stays closed, whatever the client sends', async () => {
    const id = await create('nora')
    const isOpen = async () => (await accountOf('nora@example.com'))!.is_active === 1
    expect((await ada().delete(`/users/${id}`)).status).toBe(200)
    const put = await scim.put(`/Users/${id}`, fromEntra('nora'))
    expect([put.status, put.body.active]).toEqual([200, false])
    for (const value of ['False', 'True']) {
      const { body } = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value })
      expect(body.active).toBe(false)
    }
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204)
    expect(await create('nora')).toBe(id)
    expect(await isOpen()).toBe(false)
    expect((await ada().post(`/users/${id}/reactivate`)).status).toBe(200)
    expect((await scim.get(`/Users/${id}`)).body.active).toBe(true)
    // What the client closes itself, it opens again.
    await scim.put(`/Users/${id}`, fromEntra('nora', { active: false }))
    expect(await isOpen()).toBe(false)
    await scim.put(`/Users/${id}`, fromEntra('nora'))
    expect(await isOpen()).toBe(true)
  })

  it('the last administrator stays', async () => {
    const others = (await scim.get('/Users?count=200')).body.Resources.filter(
      (one: { roles: [{ value: string }]; id: string }) =>
        one.roles[0].value === 'administrator' && one.id !== String(world.people.ada.id),
    )
    for (const { id } of others) await scim.delete(`/Users/${id}`)
    const refused = await scim.patch(`/Users/${world.people.ada.id}`, {
      op: 'replace',
      path: 'active',
      value: false,
    })
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      'Cannot deactivate the only organization administrator.',
    ])
    expect((await scim.delete(`/Users/${world.people.ada.id}`)).status).toBe(400)
    expect((await ada().get('/users/me')).status).toBe(200)
  })

  it.each([
    ['no user name', { userName: '' }, 400],
    ['no address', { userName: 'nobody', emails: [] }, 400],
    ['an address that is none', { userName: 'a b@c', emails: [] }, 400],
    ['a state that is none', { active: 'perhaps' }, 400],
    ['a user name that is too long', { userName: `${'x'.repeat(501)}@example.com` }, 400],
    ['a null byte', { userName: 'nul\0@example.com' }, 400],
    ['an address in use', { userName: 'BEN@example.com', emails: [] }, 409],
  ])('refuses %s, and stores nothing', async (_what, rest, status) => {
    const before = (await scim.get('/Users')).body.totalResults
    const answer = await scim.post('/Users', fromEntra('jo', rest))
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({
      status: String(status),
      detail: expect.any(String),
      scimType: expect.any(String),
    })
    expect((await scim.get('/Users')).body.totalResults).toBe(before)
  })

  it('names that the chat cannot show lose those characters', async () => {
    const id = await create('kim', { displayName: '**Kim** @all|<b>' })
    expect((await ada().get(`/users/${id}`)).body.user.full_name).toBe('Kim all <b')
  })

  it('bots and other organizations do not exist', async () => {
    const elsewhere = await createRealm(world.workspace, { name: 'Elsewhere', host: 'elsewhere.example.com' })
    const stranger = { email: 'stranger@elsewhere.example.com', fullName: 'A Stranger' }
    await createUser(world.workspace, elsewhere, stranger)
    const all = (await scim.get('/Users?count=200')).body.Resources.map(({ id }: { id: string }) =>
      Number(id),
    )
    const bots = await world.workspace.database.read
      .selectFrom('users')
      .select('id')
      .where('realm_id', '=', realmId())
      .where('bot_type', 'is not', null)
      .execute()
    expect(bots.length).toBeGreaterThan(0)
    for (const { id } of bots) {
      expect(all).not.toContain(id)
      expect((await scim.get(`/Users/${id}`)).status).toBe(404)
      expect((await scim.delete(`/Users/${id}`)).status).toBe(404)
    }
    expect((await scim.find('/Users', 'userName co "elsewhere"')).totalResults).toBe(0)
  })
})
