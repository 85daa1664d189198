import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import type { Answer, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

interface Group {
  id: number
  name: string
  description: string
  members: number[]
  direct_subgroup_ids: number[]
  is_system_group: false
  deactivated: boolean
}

const plain = { direct_subgroup_ids: [], is_system_group: false, deactivated: false }

describe.each(engines)('User groups on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let id: Record<'ada' | 'ben' | 'cleo' | 'gus', number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    const { ada, ben, cleo, gus } = world.demo.people
    id = { ada: ada.id, ben: ben.id, cleo: cleo.id, gus: gus.id }
  })
  afterAll(() => world.stop())

  const groups = async (client = world.gus): Promise<Group[]> =>
    (await client.get('/user_groups')).body.user_groups
  const create = async (name: string, members: number[], client = world.ben): Promise<number> => {
    const { body } = await client.post('/user_groups/create', { name, description: 'x', members })
    return body.group_id
  }
  const refuses = async (call: () => Promise<Answer>, msg: string, code = 'BAD_REQUEST') => {
    const before = await groups()
    const ada = await watch(world.ada, ['user_group'])
    const answer = await call()
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ result: 'error', msg, code })
    expect(await groups()).toEqual(before)
    expect(await ada.news()).toEqual([])
  }
  const strangersOnly = 'Only group members and organization administrators can administer this group.'

  it('POST /user_groups/create | by a member; seen by everybody, in register and by an event', async () => {
    const gus = await watch(world.gus, ['user_group'])
    const outsider = await watch(elsewhere.chief, ['user_group'])
    const args = { name: ' Backend ', description: 'Those who run it', members: [id.cleo, id.ben, id.ben] }
    const answer = await world.ben.post('/user_groups/create', args)
    expect(answer.body).toEqual({ result: 'success', msg: '', group_id: expect.any(Number) })
    const group = {
      id: answer.body.group_id,
      name: 'Backend',
      description: 'Those who run it',
      members: [id.ben, id.cleo],
      ...plain,
    }
    expect(await groups()).toContainEqual(group)
    expect(await gus.news()).toEqual([{ type: 'user_group', op: 'add', group, id: expect.any(Number) }])
    expect(await outsider.news()).toEqual([])
    for (const type of ['realm_user_groups', 'user_group']) {
      const { body } = await world.gus.post('/register', { event_types: [type] })
      expect(body.realm_user_groups).toEqual(await groups())
    }
    expect(await groups(elsewhere.chief)).toEqual([])
  })

  it('POST /user_groups/create | bots may, guests may not', async () => {
    expect(await create('by a bot', [], world.echoBot)).toEqual(expect.any(Number))
    await refuses(
      () => world.gus.post('/user_groups/create', { name: 'g', description: '' }),
      'Not allowed for guest users',
    )
  })

  it('POST /user_groups/create | bad names and unknown people are refused', async () => {
    await create('taken', [])
    const post = (args: Arguments) => () =>
      world.ben.post('/user_groups/create', { name: 'new', description: '', ...args })
    await refuses(post({ name: 'TAKEN' }), "User group 'TAKEN' already exists.")
    await refuses(post({ name: '  ' }), "User group name can't be empty!")
    await refuses(post({ name: 'x'.repeat(101) }), 'User group name cannot exceed 100 characters.')
    await refuses(post({ description: 'x'.repeat(1025) }), 'description is too long (limit: 1024 characters)')
    await refuses(post({ members: [id.ben, 99999] }), 'Invalid user ID: 99999')
    await refuses(post({ members: [1] }), 'Invalid user ID: 1')
    await refuses(post({ members: ['x'] }), 'members[0] is not an integer')
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'gone@example.com',
      fullName: 'Gone',
    })
    await deactivateUser(world.chat, user)
    await refuses(post({ members: [user.id] }), `Invalid user ID: ${user.id}`)
    await refuses(
      () => world.ben.post('/user_groups/create', { name: 'x' }),
      "Missing 'description' argument",
      'REQUEST_VARIABLE_MISSING',
    )
  })

  it('PATCH /user_groups/:user_group_id | name and description, each with an event', async () => {
    const group = await create('old name', [id.ben])
    const gus = await watch(world.gus, ['user_group'])
    const args = { name: 'new name', description: 'new words' }
    expect((await world.ben.patch(`/user_groups/${group}`, args)).body).toEqual({
      result: 'success',
      msg: '',
    })
    const event = { type: 'user_group', op: 'update', group_id: group, id: expect.any(Number) }
    expect(await gus.news()).toEqual([
      { ...event, data: { name: 'new name' } },
      { ...event, data: { description: 'new words' } },
    ])
    expect(await groups()).toContainEqual({ id: group, members: [id.ben], ...plain, ...args })
    await world.ben.patch(`/user_groups/${group}`, args)
    expect(await gus.news()).toEqual([])
    expect((await world.ben.patch(`/user_groups/${group}`, { name: 'New Name' })).status).toBe(200)
  })

  it('PATCH, DELETE, members | only by its members and administrators', async () => {
    const group = await create('closed', [id.ben])
    const path = `/user_groups/${group}`
    await refuses(() => world.cleo.patch(path, { name: 'mine' }), strangersOnly)
    await refuses(() => world.cleo.delete(path), strangersOnly)
    await refuses(() => world.cleo.post(`${path}/members`, { add: [id.cleo] }), strangersOnly)
    await refuses(() => world.gus.patch(path, { name: 'mine' }), 'Not allowed for guest users')
    await refuses(() => world.gus.delete(path), 'Not allowed for guest users')
    await refuses(() => world.gus.post(`${path}/members`, {}), 'Not allowed for guest users')
    expect((await world.ada.patch(path, { name: 'opened' })).status).toBe(200)
    await refuses(() => elsewhere.chief.delete(path), 'Invalid user group')
  })

  it('PATCH | no change, an empty or taken name and an unknown group are refused', async () => {
    const group = await create('to change', [id.ben])
    await create('in the way', [])
    const path = `/user_groups/${group}`
    await refuses(() => world.ben.patch(path), 'No new data supplied')
    await refuses(
      () => world.ben.patch(path, { name: 'In The Way' }),
      "User group 'In The Way' already exists.",
    )
    await refuses(() => world.ben.patch(path, { name: '' }), "User group name can't be empty!")
    await refuses(() => world.ada.patch('/user_groups/9999', { name: 'x' }), 'Invalid user group')
  })

  it('DELETE /user_groups/:user_group_id | it is gone; its name is free', async () => {
    const group = await create('short-lived', [id.ben, id.cleo])
    const gus = await watch(world.gus, ['user_group'])
    expect((await world.cleo.delete(`/user_groups/${group}`)).body).toEqual({ result: 'success', msg: '' })
    expect(await gus.news()).toEqual([
      { type: 'user_group', op: 'remove', group_id: group, id: expect.any(Number) },
    ])
    await refuses(() => world.ada.delete(`/user_groups/${group}`), 'Invalid user group')
    expect(await create('short-lived', [])).toBeGreaterThan(group)
  })

  it('POST /user_groups/:user_group_id/members | adds and removes, with events', async () => {
    const group = await create('changing', [id.ben])
    const path = `/user_groups/${group}/members`
    const gus = await watch(world.gus, ['user_group'])
    const args = { add: [id.gus, id.cleo], delete: [id.ben] }
    expect((await world.ben.post(path, args)).body).toEqual({ result: 'success', msg: '' })
    const event = { type: 'user_group', group_id: group, id: expect.any(Number) }
    expect(await gus.news()).toEqual([
      { ...event, op: 'add_members', user_ids: [id.cleo, id.gus] },
      { ...event, op: 'remove_members', user_ids: [id.ben] },
    ])
    expect((await world.echoBot.get(path)).body).toEqual({
      result: 'success',
      msg: '',
      members: [id.cleo, id.gus],
    })
    await refuses(() => world.ben.post(path, { add: [id.ben] }), strangersOnly)
  })

  it('POST members | errors; nothing happens', async () => {
    const group = await create('stable', [id.ben])
    const post = (args: Arguments) => () => world.ben.post(`/user_groups/${group}/members`, args)
    await refuses(post({}), 'Nothing to do. Specify at least one of "add" or "delete".')
    await refuses(post({ add: [id.cleo, id.ben] }), `User ${id.ben} is already a member of this group`)
    await refuses(
      post({ add: [id.cleo], delete: [id.gus] }),
      `There is no member '${id.gus}' in this user group`,
    )
    await refuses(post({ add: [99999] }), 'Invalid user ID: 99999')
    await refuses(() => world.ada.post('/user_groups/9999/members', { add: [2] }), 'Invalid user group')
  })

  it('GET /user_groups/:user_group_id/members | unknown group', async () => {
    await refuses(() => world.ben.get('/user_groups/9999/members'), 'Invalid user group')
  })

  it('initial state + events = fresh state', async () => {
    const { body } = await world.cleo.post('/register', {
      event_types: ['user_group'],
      fetch_event_types: ['realm_user_groups'],
    })
    const known = new Map<number, Group>(body.realm_user_groups.map((one: Group) => [one.id, one]))
    const group = await create('followed', [id.ben])
    await world.ben.post(`/user_groups/${group}/members`, { add: [id.ada] })
    await world.ben.patch(`/user_groups/${group}`, { name: 'followed on' })
    await world.ben.post(`/user_groups/${group}/members`, { delete: [id.ben] })
    await world.ada.delete(`/user_groups/${await create('gone again', [])}`)
    const { events } = (
      await world.cleo.get('/events', { queue_id: body.queue_id, last_event_id: -1, dont_block: true })
    ).body
    for (const event of events) {
      const one = known.get(event.group_id)!
      if (event.op === 'add') known.set(event.group.id, event.group)
      else if (event.op === 'update') Object.assign(one, event.data)
      else if (event.op === 'add_members')
        one.members = [...one.members, ...event.user_ids].sort((a, b) => a - b)
      else if (event.op === 'remove_members')
        one.members = one.members.filter((member) => !event.user_ids.includes(member))
      else known.delete(event.group_id)
    }
    expect([...known.values()]).toEqual(await groups())
  })
})
