import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import type { SubscriptionsTable } from '../../../src/chat/streams/subscriptions/subscriptions-table.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Get subscribed streams on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  const list = async (client: World['ada'], args = {}) => (await client.get(path, args)).body.subscriptions
  const testOf = async (client: World['ada'], args = {}) =>
    (await list(client, args)).find((one: { name: string }) => one.name === 'test')
  const setFor = (userId: number, streamId: number, change: Partial<SubscriptionsTable>) =>
    world.chat.database.write(world.demo.realm.id, {
      work: ({ db }) =>
        db
          .updateTable('subscriptions')
          .set(change)
          .where('realm_id', '=', world.demo.realm.id)
          .where('user_id', '=', userId)
          .where('stream_id', '=', streamId)
          .execute(),
    })

  it('Response: subscriptions, msg, result; sorted by name, only what one is subscribed to', async () => {
    const { status, body } = await world.ada.get(path)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['msg', 'result', 'subscriptions'])
    expect(body.subscriptions.map((one: { name: string }) => one.name)).toEqual([
      'announcements',
      'general',
      'leadership',
      'test',
    ])
  })

  it('Subscription | stream_id, name, description, invite_only | as Stream', async () => {
    const { body } = await world.ada.get('/streams')
    for (const one of await list(world.ada)) {
      const stream = body.streams.find((other: { name: string }) => other.name === one.name)
      expect(one).toMatchObject(stream)
    }
    expect(await testOf(world.ada)).toMatchObject({
      name: 'test',
      description: 'For trying things out.',
      invite_only: false,
    })
    expect((await list(world.ada)).find((one: { name: string }) => one.name === 'leadership')).toMatchObject({
      description: 'Behind closed doors.',
      invite_only: true,
    })
  })

  it('include_subscribers | default false: subscribers is absent', async () => {
    expect(await testOf(world.ada)).not.toHaveProperty('subscribers')
    expect(await testOf(world.ada, { include_subscribers: false })).not.toHaveProperty('subscribers')
  })

  it('Subscription | subscribers | email addresses, present when include_subscribers is true', async () => {
    const subscriptions = await list(world.ada, { include_subscribers: true })
    const byName = Object.fromEntries(
      subscriptions.map((one: { name: string; subscribers: string[] }) => [one.name, one.subscribers]),
    )
    expect(byName).toEqual({
      announcements: ['ada@example.com', 'ben@example.com', 'cleo@example.com'],
      general: ['ada@example.com', 'ben@example.com', 'cleo@example.com'],
      leadership: ['ada@example.com', 'cleo@example.com'],
      test: ['ada@example.com', 'ben@example.com'],
    })
  })

  it('Subscription | subscribers | deactivated accounts are left out', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'away@example.com',
      fullName: 'Away Ward',
    })
    const general = async () =>
      (await list(world.ada, { include_subscribers: true })).find(
        (one: { name: string }) => one.name === 'general',
      ).subscribers
    expect(await general()).toContain('away@example.com')
    await deactivateUser(world.chat, user)
    expect(await general()).not.toContain('away@example.com')
  })

  it.each([
    ['yes', 'Argument "include_subscribers" is not valid JSON.'],
    ['2', 'include_subscribers is not a boolean'],
  ])('include_subscribers=%s: %s', async (text, msg) => {
    const answer = await world.ada.get(path, { include_subscribers: text })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
  })

  it.each(['desktop_notifications', 'push_notifications', 'audible_notifications'] as const)(
    'Subscription | %s | boolean | as in the settings of the person until set for the stream',
    async (field) => {
      const { ada } = world.demo.people
      const { stream_id: streamId } = await testOf(world.ada)
      expect((await testOf(world.ada))[field]).toBe(false)
      await setFor(ada.id, streamId, { [field]: 1 })
      expect((await testOf(world.ada))[field]).toBe(true)
      expect((await testOf(world.ben))[field]).toBe(false)
    },
  )

  it('Subscription | pin_to_top | boolean', async () => {
    const { ada } = world.demo.people
    const before = await testOf(world.ada)
    expect(before.pin_to_top).toBe(false)
    await setFor(ada.id, before.stream_id, { pin_to_top: 1 })
    expect((await testOf(world.ada)).pin_to_top).toBe(true)
  })

  it('Subscription | email_address | email address of the stream', async () => {
    const subscriptions = await list(world.ada)
    const addresses = subscriptions.map((one: { email_address: string }) => one.email_address)
    for (const address of addresses) expect(address).toMatch(/^[a-z0-9.-]+@chat\.example\.com$/)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect((await testOf(world.ben)).email_address).toBe((await testOf(world.ada)).email_address)
  })

  it('Subscription | in_home_view | false means the stream is muted', async () => {
    const { ada } = world.demo.people
    const before = await testOf(world.ada)
    expect(before).toMatchObject({ in_home_view: true, is_muted: false })
    await setFor(ada.id, before.stream_id, { is_muted: 1 })
    expect(await testOf(world.ada)).toMatchObject({ in_home_view: false, is_muted: true })
    await setFor(ada.id, before.stream_id, { is_muted: 0 })
  })

  it('Subscription | color | hex color text, different for each stream', async () => {
    const colors = (await list(world.ada)).map((one: { color: string }) => one.color)
    for (const color of colors) expect(color).toMatch(/^#[0-9a-f]{6}$/)
    expect(new Set(colors).size).toBe(colors.length)
  })

  it('somebody without subscriptions gets an empty list', async () => {
    expect(await list(world.gus)).toEqual([])
  })
})
