import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Get a user on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const listed = async (email: string, args = {}) => {
    const { body } = await world.ben.get('/users', args)
    return body.members.find((one: { email: string }) => one.email === email)
  }

  it('by id | as in Get all users', async () => {
    const { ada } = world.demo.people
    const answer = await world.gus.get(`/users/${ada.id}`)
    expect(answer.body).toEqual({ result: 'success', msg: '', user: await listed(ada.email) })
    expect(answer.body.user.role).toBe(200)
  })

  it('by email address, in any spelling', async () => {
    const answer = await world.ben.get('/users/CLEO@example.com')
    expect(answer.body.user).toEqual(await listed('cleo@example.com'))
  })

  it('role | 200 administrator, 400 member, 600 guest', async () => {
    const roles = async (name: string) => (await world.ben.get(`/users/${name}@example.com`)).body.user.role
    expect([await roles('ada'), await roles('ben'), await roles('gus')]).toEqual([200, 400, 600])
  })

  it('client_gravatar, client_avatar | no picture of who has none', async () => {
    const path = `/users/${world.demo.people.ada.id}`
    expect((await world.ben.get(path, { client_gravatar: true })).body.user.avatar_url).toBeNull()
    expect((await world.ben.get(path, { client_avatar: true })).body.user.avatar_url).toBeNull()
    expect((await world.ben.get(path)).body.user.avatar_url).toContain('http://chat.example.com/')
  })

  it('include_custom_profile_fields | true adds profile_data, as the list does', async () => {
    const args = { include_custom_profile_fields: true }
    const { user } = (await world.ben.get('/users/ada@example.com', args)).body
    expect(user).toEqual(await listed('ada@example.com', args))
    expect(Object.keys(user.profile_data)).toHaveLength(2)
    expect((await world.ben.get('/users/ada@example.com')).body.user).not.toHaveProperty('profile_data')
  })

  it('a bot, a deactivated account, and the notification bot', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'dora@example.com',
      fullName: 'Dora Dean',
    })
    await deactivateUser(world.chat, user)
    expect((await world.ben.get(`/users/${user.id}`)).body.user.is_active).toBe(false)
    const { hookBot, echoBot } = world.demo.bots
    expect((await world.echoBot.get(`/users/${hookBot.id}`)).body.user).toMatchObject({ bot_type: 2 })
    expect((await world.ben.get(`/users/${echoBot.id}`)).body.user.bot_owner).toBe('ben@example.com')
    const { cross_realm_bots: bots } = (await world.ben.post('/register', { event_types: ['realm_user'] }))
      .body
    expect((await world.ben.get(`/users/${bots[0].user_id}`)).body.user.full_name).toBe('Notification Bot')
  })

  it.each(['999999', 'nobody@example.com', 'chief@elsewhere.example.com', 'nobody', '-1'])(
    '%s | No such user',
    async (named) => {
      const answer = await world.ada.get(`/users/${named}`)
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ result: 'error', msg: 'No such user', code: 'BAD_REQUEST' })
    },
  )

  it('an id means somebody of the own organization', async () => {
    const { chief } = elsewhere.people
    expect((await elsewhere.member.get(`/users/${chief.id}`)).body.user.email).toBe(chief.email)
    const here = await world.ben.get(`/users/${chief.id}`)
    expect(here.body.user?.email).not.toBe(chief.email)
  })

  it('GET /users/me stays the own profile', async () => {
    expect((await world.ben.get('/users/me')).body).toMatchObject({ email: 'ben@example.com', pointer: -1 })
  })
})
