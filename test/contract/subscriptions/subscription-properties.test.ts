import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream } from '../messages/message-requests.ts'
import { streamIds } from '../streams/stream-ids.ts'
import { keepsStateEqual } from '../streams/stream-state.ts'

describe.each(engines)('Subscription properties on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    ids = await streamIds(world.ada)
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions/properties'
  const subscription = async (name = 'test', client = world.ben) =>
    (await client.get('/users/me/subscriptions')).body.subscriptions.find(
      (one: { name: string }) => one.name === name,
    )
  const set = (property: string, value: unknown, client = world.ben, stream_id = ids.test) =>
    client.post(path, { subscription_data: [{ stream_id, property, value }] })
  const refuses = async (subscriptionData: unknown, msg: string, client = world.ben) => {
    const before = await subscription('test', world.ben)
    const ear = await watch(client, ['subscription'])
    expectRefusal(await client.post(path, { subscription_data: subscriptionData }), msg)
    expect(await subscription('test', world.ben)).toEqual(before)
    expect(await ear.news()).toEqual([])
  }
  const told = (property: string, value: unknown) => ({
    type: 'subscription',
    op: 'update',
    email: 'ben@example.com',
    property,
    value,
    stream_id: ids.test,
    name: 'test',
  })

  it.each([
    'pin_to_top',
    'desktop_notifications',
    'audible_notifications',
    'push_notifications',
    'email_notifications',
    'wildcard_mentions_notify',
  ])('%s | on and off; an event to oneself', async (property) => {
    for (const value of [true, false]) {
      const heard = await keepsStateEqual(world, async () => {
        const answer = await set(property, value)
        const echo = [{ stream_id: ids.test, property, value }]
        expect(answer.body).toEqual({ result: 'success', msg: '', subscription_data: echo })
      })
      expect(heard.ben).toEqual([told(property, value)])
      expect([heard.ada, heard.cleo, heard.gus, heard.echoBot]).toEqual([[], [], [], []])
      expect(await subscription()).toMatchObject({ [property]: value })
    }
  })

  it('is_muted and in_home_view | one thing, told under both names', async () => {
    const heard = await keepsStateEqual(world, () => set('is_muted', true))
    expect(heard.ben).toEqual([told('in_home_view', false), told('is_muted', true)])
    expect(await subscription()).toMatchObject({ is_muted: true, in_home_view: false })
    const back = await keepsStateEqual(world, () => set('in_home_view', true))
    expect(back.ben).toEqual([told('in_home_view', true), told('is_muted', false)])
    expect(await subscription()).toMatchObject({ is_muted: false, in_home_view: true })
  })

  it('color | six digits in lower case, three are doubled', async () => {
    const heard = await keepsStateEqual(world, () => set('color', '#FFAA0b'))
    expect(heard.ben).toEqual([told('color', '#ffaa0b')])
    await set('color', '#0Fa')
    expect(await subscription()).toMatchObject({ color: '#00ffaa' })
    for (const value of ['red', '#12', '#12345g', 'ffaa00', '']) {
      await refuses(
        [{ stream_id: ids.test, property: 'color', value }],
        'color is not a valid hex color code',
      )
    }
    await refuses([{ stream_id: ids.test, property: 'color', value: true }], 'color is not a string')
  })

  it('several at once | all of them, or none', async () => {
    const changes = [
      { stream_id: ids.test, property: 'pin_to_top', value: true },
      { stream_id: ids.random, property: 'color', value: '#123456' },
    ]
    const { body } = await world.ben.post(path, { subscription_data: changes })
    expect(body.subscription_data).toEqual(changes)
    expect([await subscription(), await subscription('random')]).toMatchObject([
      { pin_to_top: true },
      { color: '#123456' },
    ])
    const bad = { stream_id: ids.random, property: 'pin_to_top', value: 'yes' }
    await refuses([{ ...changes[0], value: false }, bad], 'pin_to_top is not a boolean')
    expect((await world.ben.post(path, { subscription_data: [] })).status).toBe(200)
  })

  it('unknown properties, wrong values and streams out of sight are refused', async () => {
    const one = { stream_id: ids.test, property: 'pin_to_top', value: true }
    await refuses([{ ...one, property: 'smell' }], 'Unknown subscription property: smell')
    await refuses([{ ...one, property: 'active', value: false }], 'Unknown subscription property: active')
    await refuses([{ ...one, property: 'constructor' }], 'Unknown subscription property: constructor')
    await refuses([{ ...one, stream_id: ids.general! + 4000 }], 'Invalid stream id')
    await refuses([{ ...one, stream_id: ids.leadership }], 'Invalid stream id')
    await refuses([one], `Not subscribed to stream id ${ids.test}`, world.cleo)
    await refuses([one], 'Invalid stream id', world.gus)
    await refuses([one], 'Invalid stream id', elsewhere.member)
    await refuses([{ ...one, value: 'true' }], 'pin_to_top is not a boolean')
    await refuses([{ ...one, value: 1 }], 'subscription_data[0]["value"] is not a boolean')
    await refuses([{ ...one, more: 1 }], 'Unexpected arguments: more')
    await refuses(
      [{ property: 'color', value: '#ffffff' }],
      'stream_id key is missing from subscription_data[0]',
    )
    await refuses('x', 'Argument "subscription_data" is not valid JSON.')
    await refuses({}, 'subscription_data is not a list')
    const many = Array.from({ length: 1001 }, () => one)
    await refuses(many, 'subscription_data is too long (limit: 1000 items)')
    expect((await world.hookBot.post(path, { subscription_data: [one] })).status).toBe(401)
    expect((await world.ben.post(path)).body).toMatchObject({ var_name: 'subscription_data' })
  })

  it('a former subscriber keeps the settings for later, and cannot change them meanwhile', async () => {
    const id = await makeStream(world.ada, 'on and off', ['ada', 'ben', 'gus'])
    await set('color', '#010203', world.gus, id)
    await world.ada.delete('/users/me/subscriptions', {
      subscriptions: ['on and off'],
      principals: ['gus@example.com'],
    })
    expectRefusal(await set('color', '#040506', world.gus, id), 'Invalid stream id')
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'on and off' }],
      principals: ['gus@example.com'],
    })
    expect(await subscription('on and off', world.gus)).toMatchObject({ color: '#010203' })
  })

  it('PATCH /users/me/subscriptions/{stream_id} | one property, as JSON or as it is', async () => {
    const patch = (args: object, client = world.ben, id = ids.test) =>
      client.patch(`/users/me/subscriptions/${id}`, { ...args })
    const heard = await keepsStateEqual(world, async () => {
      const { body } = await patch({ property: 'color', value: '#abcdef' })
      const echo = [{ stream_id: ids.test, property: 'color', value: '#abcdef' }]
      expect(body).toEqual({ result: 'success', msg: '', subscription_data: echo })
    })
    expect(heard.ben).toEqual([told('color', '#abcdef')])
    await patch({ property: 'color', value: '"#fedcba"' })
    expect(await subscription()).toMatchObject({ color: '#fedcba' })
    await patch({ property: 'pin_to_top', value: 'false' })
    expect(await subscription()).toMatchObject({ pin_to_top: false })
    expectRefusal(await patch({ property: 'pin_to_top', value: '1' }), 'pin_to_top is not a boolean')
    expectRefusal(await patch({ property: 'smell', value: 'true' }), 'Unknown subscription property: smell')
    expectRefusal(await patch({ property: 'color', value: 'a\0b' }), 'value must not contain null bytes')
    expectRefusal(
      await patch({ property: 'color', value: '#ffffff' }, world.cleo),
      `Not subscribed to stream id ${ids.test}`,
    )
    expectRefusal(await patch({ property: 'color', value: '#ffffff' }, elsewhere.chief), 'Invalid stream id')
    expect((await patch({ property: 'color' })).body).toMatchObject({ var_name: 'value' })
    expect((await patch({ value: 'true' })).body).toMatchObject({ var_name: 'property' })
    expect((await patch({ property: 'color', value: '#ffffff' }, world.hookBot)).status).toBe(401)
    expect(await subscription()).toMatchObject({ color: '#fedcba', pin_to_top: false })
  })
})
