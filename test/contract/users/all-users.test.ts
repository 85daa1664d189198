import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { createProfileField, setProfileValue } from '../../../src/chat/people/profile-fields/store-profile.ts'
import type { Answer, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Get all users on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
    await foundOrganization(world, 'apart.example.com')
    const { realm, people } = world.demo
    for (const [type, name] of [
      [3, 'outgoing'],
      [4, 'embedded'],
    ] as const) {
      const bot = { type, owner: people.ben }
      await createUser(world.chat, realm, { email: `${name}-bot@example.com`, fullName: name, bot })
    }
    const { user } = await createUser(world.chat, realm, { email: 'dora@example.com', fullName: 'Dora Dean' })
    await deactivateUser(world.chat, user)
    await world.chat.transact(realm.id, async ({ db }) => {
      await db
        .updateTable('users')
        .set({ avatar_url: 'http://chat.example.com/uploads/cleo.png' })
        .where('realm_id', '=', realm.id)
        .where('id', '=', people.cleo.id)
        .execute()
    })
  })
  afterAll(() => world.stop())

  const members = async (args: Arguments = {}): Promise<Answer['body'][]> => {
    const { status, body } = await world.ben.get('/users', args)
    expect(status).toBe(200)
    return body.members
  }
  const member = async (name: string, args: Arguments = {}) =>
    (await members(args)).find((one) => one.email === `${name}@example.com`)

  it('Response: members, msg, result; everybody of the organization and nobody else', async () => {
    const { body } = await world.ben.get('/users')
    expect(Object.keys(body).sort()).toEqual(['members', 'msg', 'result'])
    expect(body.members.map((one: { email: string }) => one.email)).toEqual(
      ['ada', 'ben', 'cleo', 'gus', 'hook-bot', 'echo-bot', 'outgoing-bot', 'embedded-bot', 'dora'].map(
        (name) => `${name}@example.com`,
      ),
    )
  })

  it('User | user_id | integer', async () => {
    for (const name of ['ada', 'ben', 'cleo', 'gus'] as const) {
      expect((await member(name)).user_id).toBe(world.demo.people[name].id)
    }
  })

  it('User | email | string', async () => {
    const { ada } = world.demo.people
    expect((await members()).find((one) => one.user_id === ada.id).email).toBe('ada@example.com')
  })

  it('User | full_name | string', async () => {
    expect((await member('ada')).full_name).toBe('Ada Lovelace')
  })

  it('User | avatar_url | string', async () => {
    for (const one of await members()) expect(new URL(one.avatar_url).host).toBe('chat.example.com')
  })

  it('User | avatar_url | null when client_avatar is true, but not of an uploaded picture', async () => {
    const shown = await members({ client_avatar: true })
    const withPicture = shown.filter((one) => one.avatar_url !== null)
    expect(withPicture).toMatchObject([
      { email: 'cleo@example.com', avatar_url: 'http://chat.example.com/uploads/cleo.png' },
    ])
    expect(shown.length).toBeGreaterThan(1)
  })

  it('User | is_bot | boolean', async () => {
    const bots = (await members()).filter((one) => one.is_bot).map((one) => one.full_name)
    expect(bots).toEqual(['Hook Bot', 'Echo Bot', 'outgoing', 'embedded'])
  })

  it('User | is_admin | boolean', async () => {
    const admins = (await members()).filter((one) => one.is_admin).map((one) => one.full_name)
    expect(admins).toEqual(['Ada Lovelace'])
  })

  it('User | is_active | boolean, false for a deactivated account', async () => {
    const inactive = (await members()).filter((one) => !one.is_active).map((one) => one.full_name)
    expect(inactive).toEqual(['Dora Dean'])
  })

  it('User | is_guest | boolean', async () => {
    const guests = (await members()).filter((one) => one.is_guest).map((one) => one.full_name)
    expect(guests).toEqual(['Gus Green'])
  })

  it.each([
    ['echo-bot', 1, 'generic'],
    ['hook-bot', 2, 'incoming webhook'],
    ['outgoing-bot', 3, 'outgoing webhook'],
    ['embedded-bot', 4, 'embedded'],
  ])('User | bot_type | %s: %i %s', async (name, type) => {
    expect(await member(name)).toMatchObject({ is_bot: true, bot_type: type })
  })

  it('User | bot_type | null for non-bots', async () => {
    for (const name of ['ada', 'gus', 'dora']) expect((await member(name)).bot_type).toBeNull()
  })

  it('User | bot_owner | bots only; email of the creator, with bot_owner_id', async () => {
    const { ada, ben } = world.demo.people
    expect(await member('hook-bot')).toMatchObject({ bot_owner: ada.email, bot_owner_id: ada.id })
    expect(await member('echo-bot')).toMatchObject({ bot_owner: ben.email, bot_owner_id: ben.id })
    expect(await member('ada')).not.toHaveProperty('bot_owner')
    expect(await member('ada')).not.toHaveProperty('bot_owner_id')
  })

  it('User | date_joined | ISO 8601 timestamp with offset', async () => {
    const { date_joined: joined } = await member('ada')
    expect(joined).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/)
    expect(Date.parse(joined) / 1000).toBe(world.demo.people.ada.date_joined)
  })

  it('User | timezone | string', async () => {
    expect((await member('ada')).timezone).toBe('Europe/London')
    expect((await member('ben')).timezone).toBe('')
  })

  it('User | profile_data | absent when include_custom_profile_fields is false, the default', async () => {
    expect(await member('ada')).not.toHaveProperty('profile_data')
    expect(await member('ada', { include_custom_profile_fields: false })).not.toHaveProperty('profile_data')
  })

  it('User | profile_data | present when include_custom_profile_fields is true; value and rendered_value', async () => {
    const { body } = await world.ben.post('/register', { event_types: ['custom_profile_fields'] })
    const idOf = (name: string) =>
      String(body.custom_profile_fields.find((field: { name: string }) => field.name === name).id)
    const { profile_data: data } = await member('ada', { include_custom_profile_fields: true })
    expect(data[idOf('Phone number')]).toEqual({
      value: '+1 202 555 0101',
      rendered_value: '<p>+1 202 555 0101</p>',
    })
    expect(data[idOf('Biography')]).toEqual({
      value: 'Wrote the **first** program.',
      rendered_value: '<p>Wrote the <strong>first</strong> program.</p>',
    })
  })

  it.each([
    [3, 'choice', '"0"'],
    [4, 'date', '1815-12-10'],
    [5, 'URL', 'https://example.com/ada'],
    [6, 'person', '[2]'],
    [7, 'external account', 'ada'],
  ])('User | profile_data | a field of type %i (%s) has no rendered_value', async (type, name, value) => {
    const { realm, people } = world.demo
    const id = await createProfileField(world.chat, realm, { name, type, hint: '' })
    await setProfileValue(world.chat, people.ben, id, value)
    const { profile_data: data } = await member('ben', { include_custom_profile_fields: true })
    expect(data[String(id)]).toEqual({ value })
  })

  it('User | profile_data | empty for who has filled in nothing, absent for bots', async () => {
    expect((await member('gus', { include_custom_profile_fields: true })).profile_data).toEqual({})
    expect(await member('echo-bot', { include_custom_profile_fields: true })).not.toHaveProperty(
      'profile_data',
    )
  })

  it('client_avatar | also accepted as client_gravatar, but not both', async () => {
    expect((await member('ada', { client_gravatar: true })).avatar_url).toBeNull()
    const both = await world.ben.get('/users', { client_avatar: true, client_gravatar: true })
    expect(both.status).toBe(400)
    expect(both.body).toEqual({
      result: 'error',
      msg: "Can't decide between 'client_avatar' and 'client_gravatar' arguments",
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'client_avatar',
      var_name2: 'client_gravatar',
    })
  })

  it.each(['client_avatar', 'include_custom_profile_fields'])(
    '%s | not a boolean: an error',
    async (name) => {
      const answer = await world.ben.get('/users', { [name]: '1' })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ result: 'error', msg: `${name} is not a boolean`, code: 'BAD_REQUEST' })
    },
  )

  it('guests and bots may ask too', async () => {
    for (const client of [world.gus, world.echoBot]) {
      const { body } = await client.get('/users')
      expect(body.members).toEqual(await members())
    }
  })
})
