import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'

describe.each(engines)('Settings of people who join, on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const change = (args: Arguments, client = world.ada) => client.patch('/realm/user_settings_defaults', args)
  const defaults = async (client: ApiClient) => {
    const { body } = await client.post('/register', { event_types: ['realm_user_settings_defaults'] })
    return body.realm_user_settings_defaults
  }
  const join = async (name: string): Promise<ApiClient> => {
    const args = { email: `${name}@example.com`, full_name: name, password: 'correct horse battery' }
    const { body } = await world.ada.post('/users', args)
    const user = await world.chat.database.read
      .selectFrom('users')
      .selectAll()
      .where('realm_id', '=', world.demo.realm.id)
      .where('id', '=', body.user_id)
      .executeTakeFirstOrThrow()
    return world.as(user)
  }
  const settings = async (client: ApiClient) =>
    (await client.post('/register', { event_types: ['user_settings'] })).body.user_settings

  it('PATCH /realm/user_settings_defaults | for new people; in register, and announced to everyone', async () => {
    const gus = await watch(world.gus, ['realm_user_settings_defaults'])
    const outsider = await watch(elsewhere.chief, ['realm_user_settings_defaults'])
    const wanted = {
      enter_sends: false,
      enable_sounds: false,
      emojiset: 'twitter',
      demote_inactive_streams: 3,
    }
    expect((await change({ ...wanted, starred_message_counts: false })).body).toEqual({
      result: 'success',
      msg: '',
    })
    const event = { type: 'realm_user_settings_defaults', op: 'update', id: expect.any(Number) }
    const events = await gus.news()
    expect(events).toHaveLength(4)
    for (const [property, value] of Object.entries(wanted))
      expect(events).toContainEqual({ ...event, property, value })
    expect(await outsider.news()).toEqual([])
    expect(await defaults(world.gus)).toMatchObject({ ...wanted, starred_message_counts: false })
    expect(await defaults(elsewhere.chief)).toMatchObject({ enter_sends: true, enable_sounds: true })
    expect(await settings(await join('dora'))).toMatchObject(wanted)
    expect(await settings(world.ben)).toMatchObject({ enter_sends: true, enable_sounds: true })
    await change(wanted)
    expect(await gus.news()).toEqual([])
  })

  it('the time format is one setting under two names', async () => {
    const gus = await watch(world.gus, ['realm', 'realm_user_settings_defaults'])
    const told = async () => (await gus.news()).map(({ property, value }) => [property, value])
    await change({ twenty_four_hour_time: true })
    expect(await told()).toEqual([
      ['twenty_four_hour_time', true],
      ['default_twenty_four_hour_time', true],
    ])
    expect(await settings(await join('emil'))).toMatchObject({ twenty_four_hour_time: true })
    await world.ada.patch('/realm', { default_twenty_four_hour_time: false })
    expect((await told()).sort()).toEqual([
      ['default_twenty_four_hour_time', false],
      ['twenty_four_hour_time', false],
    ])
    expect(await defaults(world.gus)).toMatchObject({ twenty_four_hour_time: false })
    expect(await settings(await join('fred'))).toMatchObject({ twenty_four_hour_time: false })
  })

  it('Enter sends for new accounts, and an account that stored nothing keeps what it had', async () => {
    expect(await settings(elsewhere.chief)).toMatchObject({ enter_sends: true })
    await world.chat.database.write(elsewhere.realm.id, {
      work: ({ db }) =>
        db
          .updateTable('users')
          .set({ settings: '{}' })
          .where('realm_id', '=', elsewhere.realm.id)
          .where('id', '=', elsewhere.people.member.id)
          .execute(),
    })
    expect(await settings(elsewhere.member)).toMatchObject({ enter_sends: false })
  })

  it('only by administrators, and only values that people can choose', async () => {
    expectRefusal(await change({ enter_sends: false }, world.ben), 'Must be an organization administrator', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expectRefusal(await change({ emojiset: 'runes' }), "Invalid emojiset 'runes'")
    const { body } = await change({ default_language: 'de' })
    expect(body.ignored_parameters_unsupported).toEqual(['default_language'])
  })
})
