import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'

describe.each(engines)('Subgroups and deactivated groups on %s', (engine) => {
  let world: World
  let id: Record<'ada' | 'ben' | 'cleo' | 'gus', number>
  beforeAll(async () => {
    world = await startWorld(engine)
    const { ada, ben, cleo, gus } = world.demo.people
    id = { ada: ada.id, ben: ben.id, cleo: cleo.id, gus: gus.id }
  })
  afterAll(() => world.stop())

  const success = { result: 'success', msg: '' }
  const create = async (name: string, members: number[], subgroups: number[] = []): Promise<number> => {
    const args = { name, description: '', members, subgroups }
    return (await world.ada.post('/user_groups/create', args)).body.group_id
  }
  const groupOf = async (groupId: number, args = {}) => {
    const { body } = await world.gus.get('/user_groups', args)
    return body.user_groups.find((one: { id: number }) => one.id === groupId)
  }
  const mentions = async (name: string) => {
    const heard = await watch(world.ben, ['message'])
    await world.ada.post('/messages', { type: 'stream', to: 'test', topic: 'x', content: `@*${name}*` })
    return (await heard.news())[0].flags
  }

  it('POST /user_groups/:user_group_id/subgroups | added and removed, with events', async () => {
    const inner = await create('inner', [id.ben])
    const outer = await create('outer', [id.cleo])
    const path = `/user_groups/${outer}/subgroups`
    const gus = await watch(world.gus, ['user_group'])
    expect((await world.cleo.post(path, { add: [inner] })).body).toEqual(success)
    const event = { type: 'user_group', group_id: outer, direct_subgroup_ids: [inner] }
    expect(await gus.news()).toEqual([{ ...event, op: 'add_subgroups', id: expect.any(Number) }])
    expect(await groupOf(outer)).toMatchObject({ members: [id.cleo], direct_subgroup_ids: [inner] })
    expect((await world.cleo.post(path, { delete: [inner] })).body).toEqual(success)
    expect(await gus.news()).toEqual([{ ...event, op: 'remove_subgroups', id: expect.any(Number) }])
    expect((await world.cleo.get(path)).body.subgroups).toEqual([])
  })

  it('GET /user_groups/:user_group_id/members/:user_id, members, subgroups | through all levels, or direct ones only', async () => {
    const bottom = await create('bottom', [id.ben])
    const middle = await create('middle', [id.cleo], [bottom])
    const top = await create('top', [id.ada], [middle])
    const get = async (rest: string, args = {}) =>
      (await world.gus.get(`/user_groups/${top}/${rest}`, args)).body
    expect(await get('members')).toEqual({ ...success, members: [id.ada, id.ben, id.cleo].sort() })
    expect((await get('members', { direct_member_only: true })).members).toEqual([id.ada])
    expect(await get(`members/${id.ben}`)).toEqual({ ...success, is_user_group_member: true })
    const direct = await get(`members/${id.ben}`, { direct_member_only: true })
    expect(direct.is_user_group_member).toBe(false)
    expect((await get(`members/${id.gus}`)).is_user_group_member).toBe(false)
    expect((await get('members/99999')).msg).toBe('No such user')
    expect(await get('subgroups')).toEqual({ ...success, subgroups: [bottom, middle] })
    expect((await get('subgroups', { direct_subgroup_only: true })).subgroups).toEqual([middle])
  })

  it('@*name* | mentions the members of its subgroups', async () => {
    const deep = await create('deep', [id.ben])
    const above = await create('above', [], [deep])
    await create('all of us', [id.gus], [above])
    expect(await mentions('all of us')).toEqual(['mentioned'])
    await world.ada.post(`/user_groups/${above}/subgroups`, { delete: [deep] })
    expect(await mentions('all of us')).toEqual([])
  })

  it('POST subgroups | a group never contains itself; unknown and known ones are refused', async () => {
    const low = await create('low', [id.ben])
    const high = await create('high', [id.cleo], [low])
    const post = (group: number, args: Arguments, client = world.ada) =>
      client.post(`/user_groups/${group}/subgroups`, args)
    const cycle = 'A user group cannot contain itself, directly or through its subgroups.'
    expectRefusal(await post(low, { add: [high] }), cycle)
    expectRefusal(await post(low, { add: [low] }), cycle)
    expectRefusal(await post(high, { add: [9999] }), 'Invalid user group ID: 9999')
    expectRefusal(await post(high, { add: [low] }), `User group ${low} is already a subgroup of this group.`)
    expectRefusal(await post(low, { delete: [high] }), `User group ${high} is not a subgroup of this group.`)
    expectRefusal(await post(high, {}), 'Nothing to do. Specify at least one of "add" or "delete".')
    expectRefusal(await post(9999, { add: [low] }), 'Invalid user group')
    expectRefusal(
      await post(high, { delete: [low] }, world.ben),
      'Only group members and organization administrators can administer this group.',
    )
    expectRefusal(await post(high, { delete: [low] }, world.gus), 'Not allowed for guest users')
    expect(await groupOf(high)).toMatchObject({ direct_subgroup_ids: [low] })
  })

  it('DELETE | the group leaves the groups that contain it', async () => {
    const part = await create('part', [])
    const whole = await create('whole', [], [part])
    const gus = await watch(world.gus, ['user_group'])
    expect((await world.ada.delete(`/user_groups/${part}`)).body).toEqual(success)
    expect((await gus.news()).map(({ op, group_id }) => [op, group_id])).toEqual([
      ['remove_subgroups', whole],
      ['remove', part],
    ])
    expect(await groupOf(whole)).toMatchObject({ direct_subgroup_ids: [] })
    const piece = await create('piece', [])
    const unknown = await create('unknown to clients', [], [piece])
    await world.ada.post(`/user_groups/${unknown}/deactivate`)
    await gus.news()
    await world.ada.delete(`/user_groups/${piece}`)
    expect((await gus.news()).map(({ op, group_id }) => [op, group_id])).toEqual([['remove', piece]])
  })

  it('POST /user_groups/:user_group_id/deactivate | no mention, no change, until it is reactivated', async () => {
    const group = await create('seasonal', [id.ben])
    const path = `/user_groups/${group}`
    expect(await mentions('seasonal')).toEqual(['mentioned'])
    expectRefusal(
      await world.cleo.post(`${path}/deactivate`),
      'Only group members and organization administrators can administer this group.',
    )
    const gus = await watch(world.gus, ['user_group'])
    expect((await world.ben.post(`${path}/deactivate`)).body).toEqual(success)
    expect(await gus.news()).toEqual([
      { type: 'user_group', op: 'remove', group_id: group, id: expect.any(Number) },
    ])
    expect(await mentions('seasonal')).toEqual([])
    expect(await groupOf(group)).toBeUndefined()
    const all = { include_deactivated_groups: true }
    expect(await groupOf(group, all)).toMatchObject({ deactivated: true, members: [id.ben] })
    const { body } = await world.gus.post('/register', { event_types: ['user_group'] })
    expect(body.realm_user_groups.map((one: { id: number }) => one.id)).not.toContain(group)
    const refusal = 'User group is deactivated.'
    expectRefusal(await world.ben.post(`${path}/members`, { add: [id.ada] }), refusal)
    expectRefusal(await world.ben.patch(path, { name: 'x' }), refusal)
    expectRefusal(await world.ben.post(`${path}/deactivate`), refusal)
    expect(await create('Seasonal', [])).toBeUndefined()
    expect((await world.ben.patch(path, { deactivated: false, name: 'yearly' })).body).toEqual(success)
    expect((await gus.news()).map(({ op }) => op)).toEqual(['add', 'update'])
    expect(await mentions('yearly')).toEqual(['mentioned'])
  })

  it('POST deactivate | not while another group contains it', async () => {
    const used = await create('used', [])
    const user = await create('user', [], [used])
    const answer = await world.ada.post(`/user_groups/${used}/deactivate`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      objections: [{ type: 'subgroup', supergroup_ids: [user] }],
    })
    expect((await world.ada.post(`/user_groups/${user}/deactivate`)).body).toEqual(success)
    expect((await world.ada.post(`/user_groups/${used}/deactivate`)).body).toEqual(success)
    expectRefusal(
      await world.ada.patch(`/user_groups/${user}`, { deactivated: false }),
      `Its subgroup ${used} is deactivated. Reactivate that first.`,
    )
  })
})
