import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import type { User } from '../../../src/chat/identity/users/user.ts'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Update a user on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let dan: User
  let id: number
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'dan@example.com',
      fullName: 'Dan Dare',
    })
    dan = user
    id = user.id
  })
  afterAll(() => world.stop())

  const user = async (args = {}) => (await world.ben.get(`/users/${id}`, args)).body.user
  const refuses = async (args: Arguments, msg: string, client = world.ada, target = id) => {
    const before = await user({ include_custom_profile_fields: true })
    const ada = await watch(world.ada, undefined)
    const answer = await client.patch(`/users/${target}`, args)
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toBe(msg)
    expect(await user({ include_custom_profile_fields: true })).toEqual(before)
    expect(await ada.news()).toEqual([])
  }

  it('full_name | the new name, told to everybody in the organization, and in messages', async () => {
    const sent = await world.as(dan).post('/messages', {
      type: 'private',
      to: ['ben@example.com'],
      content: 'Hello',
    })
    const gus = await watch(world.gus, ['realm_user'])
    const outsider = await watch(elsewhere.chief, ['realm_user'])
    expect((await world.ada.patch(`/users/${id}`, { full_name: ' Daniel Dare ' })).body).toEqual({
      result: 'success',
      msg: '',
    })
    expect((await user()).full_name).toBe('Daniel Dare')
    expect(await gus.news()).toEqual([
      {
        type: 'realm_user',
        op: 'update',
        person: { user_id: id, email: 'dan@example.com', full_name: 'Daniel Dare' },
        id: expect.any(Number),
      },
    ])
    expect(await outsider.news()).toEqual([])
    const { messages } = (
      await world.ben.get('/messages', { anchor: sent.body.id, num_before: 0, num_after: 0 })
    ).body
    expect(messages[0].sender_full_name).toBe('Daniel Dare')
  })

  it('full_name | also in quotation marks, as older clients send it; names need not be unique', async () => {
    await world.ada.patch(`/users/${id}`, { full_name: '"Ben Okri"' })
    expect((await user()).full_name).toBe('Ben Okri')
  })

  it('full_name | empty changes nothing; with forbidden signs it is refused', async () => {
    const gus = await watch(world.gus, ['realm_user'])
    expect((await world.ada.patch(`/users/${id}`, { full_name: '' })).status).toBe(200)
    expect(await gus.news()).toEqual([])
    await refuses({ full_name: 'a@b' }, 'Invalid characters in name!')
  })

  it.each([
    [100, 200],
    [300, 400],
    [200, 200],
    [600, 600],
    [400, 400],
  ])('role %i | is %i', async (given, shown) => {
    expect((await world.ada.patch(`/users/${id}`, { role: given })).status).toBe(200)
    expect((await user()).role).toBe(shown)
  })

  it('role | an unknown one is refused', () => refuses({ role: 250 }, 'Invalid role'))

  it('role | what is not a number is refused', () => refuses({ role: '"admin"' }, 'role is not an integer'))

  it('is_admin, is_guest | what older clients send in place of the role', async () => {
    const change = async (args: Arguments) => {
      expect((await world.ada.patch(`/users/${id}`, args)).status).toBe(200)
      return (await user()).role
    }
    expect(await change({ is_admin: true })).toBe(200)
    expect(await change({ is_admin: false })).toBe(400)
    expect(await change({ is_guest: true })).toBe(600)
    expect(await change({ is_guest: true })).toBe(600)
    await refuses({ is_admin: true }, 'Guests cannot be organization administrators')
    expect(await change({ is_guest: false })).toBe(400)
    await refuses({ is_admin: true, is_guest: true }, 'Guests cannot be organization administrators')
  })

  it('profile_data | fills in and empties fields of somebody else', async () => {
    const { custom_fields: fields } = (await world.ada.get('/realm/profile_fields')).body
    const [phone, biography] = fields.map((field: { id: number }) => field.id)
    const data = [
      { id: phone, value: '123' },
      { id: biography, value: '*Pilot*' },
    ]
    expect((await world.ada.patch(`/users/${id}`, { profile_data: data })).status).toBe(200)
    expect((await user({ include_custom_profile_fields: true })).profile_data).toEqual({
      [phone]: { value: '123', rendered_value: '<p>123</p>' },
      [biography]: { value: '*Pilot*', rendered_value: '<p><em>Pilot</em></p>' },
    })
    await refuses({ full_name: 'Half', profile_data: [{ id: 77, value: 'x' }] }, 'Field id 77 not found.')
    await world.ada.patch(`/users/${id}`, { profile_data: [{ id: phone, value: '' }] })
    expect(Object.keys((await user({ include_custom_profile_fields: true })).profile_data)).toEqual([
      String(biography),
    ])
  })

  it('profile_data | not of bots', async () => {
    const { echoBot } = world.demo.bots
    await refuses({ profile_data: [] }, 'Bots have no profile data.', world.ada, echoBot.id)
  })

  it('only administrators may change users', async () => {
    for (const client of [world.ben, world.gus, world.echoBot])
      await refuses({ full_name: 'X' }, 'Must be an organization administrator', client)
  })

  it('unknown, of another organization, or the notification bot: No such user', async () => {
    await refuses({ full_name: 'X' }, 'No such user', world.ada, 9999)
    await refuses({ full_name: 'X' }, 'No such user', world.ada, 1)
    const { chief } = elsewhere.people
    await elsewhere.chief.patch(`/users/${id}`, { full_name: 'Taken over' })
    expect((await user()).full_name).toBe('Ben Okri')
    expect((await elsewhere.chief.get(`/users/${chief.id}`)).body.user.email).toBe(chief.email)
  })

  it('the last administrator cannot be demoted, but one of two can', async () => {
    const { ada } = world.demo.people
    const msg = 'Cannot remove the only organization administrator'
    await refuses({ role: 400 }, msg, world.ada, ada.id)
    await refuses({ is_admin: false }, msg, world.ada, ada.id)
    await world.ada.patch(`/users/${id}`, { role: 200 })
    expect((await world.ada.patch(`/users/${id}`, { role: 400 })).status).toBe(200)
    // A bot cannot run an organization.
    await world.ada.patch(`/users/${world.demo.bots.echoBot.id}`, { role: 200 })
    await refuses({ role: 400 }, msg, world.ada, ada.id)
    await world.ada.patch(`/users/${world.demo.bots.echoBot.id}`, { role: 400 })
  })

  it('full_name of a bot | its owner also gets a realm_bot event', async () => {
    const ben = await watch(world.ben, ['realm_bot', 'realm_user'])
    const { echoBot } = world.demo.bots
    await world.ada.patch(`/users/${echoBot.id}`, { full_name: 'Echo Beta' })
    expect(await ben.news()).toMatchObject([
      { type: 'realm_user', op: 'update', person: { full_name: 'Echo Beta' } },
      { type: 'realm_bot', op: 'update', bot: { user_id: echoBot.id, full_name: 'Echo Beta' } },
    ])
  })
})
