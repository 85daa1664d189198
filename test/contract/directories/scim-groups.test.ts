import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'
import { GROUP, ScimClient } from './scim-client.ts'

describe.each(engines)('SCIM: groups and the door, on %s', (engine) => {
  let world: WorkspaceWorld
  let scim: ScimClient
  let ben: string
  let cleo: string
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    scim = await ScimClient.connect(world)
    ben = String(world.people.ben.id)
    cleo = String(world.people.cleo.id)
  })
  afterAll(() => world.stop())

  const ada = () => world.chatAs(world.people.ada)
  const membersOf = async (id: string) => {
    const { body } = await scim.get(`/Groups/${id}`)
    return body.members.map(({ value }: { value: string }) => value)
  }
  const groupsInChat = async () => (await ada().get('/user_groups')).body.user_groups

  it('Entra ID creates a group, adds and removes members, renames and deletes it', async () => {
    const events = await watch(ada(), ['user_group'])
    expect((await scim.find('/Groups', 'displayName eq "Sales"')).totalResults).toBe(0)
    const { status, body } = await scim.post('/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Sales',
      meta: { resourceType: 'Group' },
    })
    expect(status).toBe(201)
    const at = `/Groups/${body.id}`
    expect(body).toMatchObject({ displayName: 'Sales', members: [], meta: { resourceType: 'Group' } })
    await scim.patch(at, { op: 'Add', path: 'members', value: [{ $ref: null, value: ben }] })
    await scim.patch(at, { op: 'Add', path: 'members', value: [{ $ref: null, value: cleo }] })
    expect(await membersOf(body.id)).toEqual([ben, cleo])
    const [user] = (await scim.find('/Users', `id eq "${ben}"`)).Resources
    expect(user.groups).toMatchObject([{ value: body.id, display: 'Sales' }])
    await scim.patch(at, { op: 'Remove', path: 'members', value: [{ $ref: null, value: ben }] })
    await scim.patch(at, { op: 'Replace', path: 'displayName', value: 'Sales EMEA' })
    expect((await groupsInChat()).find((one: { id: number }) => String(one.id) === body.id)).toMatchObject({
      name: 'Sales EMEA',
      members: [Number(cleo)],
    })
    const slim = (await scim.get(`${at}?excludedAttributes=members`)).body
    expect([slim.members, slim.displayName]).toEqual([undefined, 'Sales EMEA'])
    const is = await scim.find('/Groups', `id eq "${body.id}" and members eq "${cleo}"`)
    expect(is.totalResults).toBe(1)
    expect((await scim.find('/Groups', `id eq "${body.id}" and members eq "${ben}"`)).totalResults).toBe(0)
    expect((await scim.delete(at)).status).toBe(204)
    expect((await scim.get(at)).status).toBe(404)
    expect((await events.news()).map(({ op }) => op)).toEqual([
      'add',
      'add_members',
      'add_members',
      'remove_members',
      'update',
      'remove',
    ])
  })

  it('Okta sends the name with an id, removes by a filter, and replaces all members', async () => {
    const members = [{ value: ben, display: 'ben@example.com' }]
    const { body } = await scim.post('/Groups', { schemas: [GROUP], displayName: 'Support', members })
    const at = `/Groups/${body.id}`
    await scim.patch(at, { op: 'replace', value: { id: body.id, displayName: 'Support Team' } })
    await scim.patch(
      at,
      { op: 'remove', path: `members[value eq "${ben}"]` },
      { op: 'add', path: 'members', value: [{ value: cleo, display: 'cleo@example.com' }] },
    )
    expect(await membersOf(body.id)).toEqual([cleo])
    await scim.patch(at, { op: 'replace', path: 'members', value: [{ value: ben }, { value: cleo }] })
    expect(await membersOf(body.id)).toEqual([ben, cleo].sort((one, other) => Number(one) - Number(other)))
    await scim.put(at, { schemas: [GROUP], displayName: 'Support Team', members: [] })
    expect(await membersOf(body.id)).toEqual([])
    expect((await scim.post('/Groups', { displayName: 'support team' })).status).toBe(409)
  })

  it.each([
    ['an unknown member', { op: 'add', path: 'members', value: [{ value: '99999' }] }, 400, 'invalidValue'],
    [
      'a group as a member',
      { op: 'add', path: 'members', value: [{ value: '1', type: 'Group' }] },
      400,
      'invalidValue',
    ],
    ['an operation that is none', { op: 'move', path: 'members' }, 400, 'invalidSyntax'],
    ['a path that is none', { op: 'add', path: 'members[value eq "1"', value: 1 }, 400, 'invalidPath'],
    ['a filter that is none', { op: 'remove', path: 'members[value ~ 1]' }, 400, 'invalidFilter'],
    ['no path', { op: 'remove' }, 400, 'noTarget'],
  ])('refuses %s, and changes nothing', async (what, operation, status, scimType) => {
    const { body } = await scim.post('/Groups', { displayName: what, members: [{ value: ben }] })
    const answer = await scim.patch(
      `/Groups/${body.id}`,
      { op: 'replace', value: { displayName: 'x' } },
      operation,
    )
    expect([answer.status, answer.body.scimType]).toEqual([status, scimType])
    expect((await scim.get(`/Groups/${body.id}`)).body).toMatchObject({
      displayName: what,
      members: [{ value: ben }],
    })
  })

  it('pages, and describes itself', async () => {
    const page = async (query: string) => (await scim.get(`/Users?${query}`)).body
    const all = await page('')
    const [second] = (await page('startIndex=2&count=1')).Resources
    expect(second.id).toBe(all.Resources[1].id)
    expect(await page('count=0')).toMatchObject({ totalResults: all.totalResults, Resources: [] })
    expect(await page('startIndex=-5&count=1')).toMatchObject({ startIndex: 1, itemsPerPage: 1 })
    const config = (await scim.get('/ServiceProviderConfig')).body
    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
    expect((await scim.get('/ResourceTypes')).body.totalResults).toBe(2)
    expect((await scim.get('/ResourceTypes/User')).body.schema).toContain('core:2.0:User')
    const { body: schemas } = await scim.get('/Schemas')
    for (const { id } of schemas.Resources) expect((await scim.get(`/Schemas/${id}`)).body.id).toBe(id)
    expect((await scim.get('/Nothing')).body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
  })

  it.each([
    ['{', 'invalidSyntax'],
    ['[]', 'invalidSyntax'],
    ['', 'invalidSyntax'],
    [`{"a":${'['.repeat(50)}${']'.repeat(50)}}`, 'invalidSyntax'],
    ['{"__proto__":{"active":true},"userName":"a@example.com"}', 'invalidSyntax'],
  ])('the body %s is refused', async (body, scimType) => {
    const answer = await scim.call('POST', '/Users', body)
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType])
  })

  it('a new token replaces the old one, and GET /realm/scim shows none', async () => {
    const before = await ScimClient.connect(world)
    const now = await ScimClient.connect(world)
    expect((await before.get('/Users')).status).toBe(401)
    expect((await now.get('/Users')).status).toBe(200)
    const { body } = await ada().get('/realm/scim')
    expect(body).toMatchObject({ base_url: 'http://chat.example.com/scim/v2', is_connected: true })
    expect(body.used_at).not.toBeNull()
    await ada().delete('/realm/scim/token')
    expect((await now.get('/Users')).status).toBe(401)
    scim = await ScimClient.connect(world)
  })

  it('a wrong token, a key of the chat, and another organization are refused; guesses are limited', async () => {
    const strangers = [
      new ScimClient(world.app, 'x'.repeat(43)),
      new ScimClient(world.app, ada().credentials!.key),
      new ScimClient(world.app, ''),
    ]
    for (const one of strangers) expect((await one.get('/Users')).status).toBe(401)
    expect((await world.chatAs(world.people.ben).post('/realm/scim/token')).status).toBe(400)
    // An administrator's key alone is not enough.
    expect((await ada().post('/realm/scim/token')).status).toBe(400)
    const guesses: number[] = []
    for (let guess = 0; guess < 40; guess += 1) guesses.push((await strangers[0]!.get('/Users')).status)
    expect(guesses).toContain(429)
  })
})
