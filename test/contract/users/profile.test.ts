import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Get profile on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const profile = async (client: World['ada']) => {
    const { status, body } = await client.get('/users/me')
    expect(status).toBe(200)
    return body
  }

  it('Response: Profile fields plus msg, result', async () => {
    expect(Object.keys(await profile(world.ada)).sort()).toEqual([
      'avatar_url',
      'client_id',
      'email',
      'full_name',
      'is_admin',
      'is_bot',
      'is_guest',
      'max_message_id',
      'msg',
      'pointer',
      'profile_data',
      'result',
      'short_name',
      'user_id',
    ])
  })

  it('Profile | user_id, email, full_name, short_name', async () => {
    expect(await profile(world.ada)).toMatchObject({
      user_id: world.demo.people.ada.id,
      email: 'ada@example.com',
      full_name: 'Ada Lovelace',
      short_name: 'ada',
    })
  })

  it('Profile | avatar_url: as in User', async () => {
    const { body } = await world.ada.get('/users')
    const { avatar_url: listed } = body.members.find(
      (one: { email: string }) => one.email === 'ada@example.com',
    )
    expect((await profile(world.ada)).avatar_url).toBe(listed)
    expect(new URL(listed).host).toBe('chat.example.com')
  })

  it('Profile | client_id: string, a fresh one each time', async () => {
    const one = await profile(world.ada)
    const other = await profile(world.ada)
    expect(one.client_id).toMatch(/^[0-9a-f]{32}$/)
    expect(other.client_id).not.toBe(one.client_id)
  })

  it('Profile | is_admin: boolean', async () => {
    expect((await profile(world.ada)).is_admin).toBe(true)
    expect((await profile(world.ben)).is_admin).toBe(false)
  })

  it('Profile | is_guest: boolean, an addition', async () => {
    expect((await profile(world.gus)).is_guest).toBe(true)
    expect((await profile(world.ben)).is_guest).toBe(false)
  })

  it('Profile | is_bot: boolean', async () => {
    expect((await profile(world.echoBot)).is_bot).toBe(true)
    expect((await profile(world.ben)).is_bot).toBe(false)
  })

  it('Profile | pointer: -1', async () => {
    expect((await profile(world.ada)).pointer).toBe(-1)
  })

  it('Profile | max_message_id: ID of the last message by this user, -1 when none', async () => {
    expect((await profile(world.cleo)).max_message_id).toBe(-1)
    const post = { type: 'private', to: ['cleo@example.com'], content: 'Hello' }
    const own = await world.cleo.post('/messages', { ...post, to: ['ada@example.com'] })
    expect((await profile(world.cleo)).max_message_id).toBe(own.body.id)
    const received = await world.ada.post('/messages', post)
    expect(received.status).toBe(200)
    expect((await profile(world.cleo)).max_message_id).toBe(own.body.id)
    expect((await profile(world.ada)).max_message_id).toBe(received.body.id)
  })

  it('Profile | profile_data: as in User', async () => {
    const { body } = await world.ada.get('/users', { include_custom_profile_fields: true })
    const { profile_data: listed } = body.members.find(
      (one: { email: string }) => one.email === 'ada@example.com',
    )
    expect(Object.keys(listed)).toHaveLength(2)
    expect((await profile(world.ada)).profile_data).toEqual(listed)
    expect((await profile(world.ben)).profile_data).toEqual({})
  })

  it('Profile | profile_data: absent for bots', async () => {
    expect(await profile(world.echoBot)).not.toHaveProperty('profile_data')
  })

  it('No parameters: one that is given is ignored and named', async () => {
    const { body } = await world.ada.get('/users/me', { user_id: 3 })
    expect(body).toMatchObject({ email: 'ada@example.com', ignored_parameters_unsupported: ['user_id'] })
  })
})
