import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('States and transitions of streams and subscriptions on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  const isSubscribed = async (client: World['ada'], name: string) => {
    const { body } = await client.get(path)
    return body.subscriptions.some((one: { name: string }) => one.name === name)
  }
  const streamNamed = async (name: string) => {
    const { body } = await world.ada.get('/streams', { include_all_active: true })
    return body.streams.find((stream: { name: string }) => stream.name === name)
  }

  it.each([true, false])(
    'Stream | nonexistent | POST /users/me/subscriptions naming it | exists, configured with invite_only %s',
    async (inviteOnly) => {
      const name = `configured ${inviteOnly}`
      expect(await streamNamed(name)).toBeUndefined()
      const answer = await world.ben.post(path, {
        subscriptions: [{ name, description: 'as given' }],
        invite_only: inviteOnly,
      })
      expect(answer.body.subscribed).toEqual({ 'ben@example.com': [name] })
      expect(await streamNamed(name)).toMatchObject({ invite_only: inviteOnly, description: 'as given' })
    },
  )

  it('Subscription | not subscribed | POST, authorized for the stream | subscribed | listed in subscribed', async () => {
    expect(await isSubscribed(world.cleo, 'random')).toBe(false)
    const answer = await world.cleo.post(path, { subscriptions: [{ name: 'random' }] })
    expect(answer.body).toMatchObject({
      subscribed: { 'cleo@example.com': ['random'] },
      already_subscribed: {},
    })
    expect(await isSubscribed(world.cleo, 'random')).toBe(true)
  })

  it('Subscription | subscribed | POST | subscribed | listed in already_subscribed', async () => {
    expect(await isSubscribed(world.ben, 'test')).toBe(true)
    const answer = await world.ben.post(path, { subscriptions: [{ name: 'test' }] })
    expect(answer.body).toMatchObject({ subscribed: {}, already_subscribed: { 'ben@example.com': ['test'] } })
    expect(await isSubscribed(world.ben, 'test')).toBe(true)
  })

  it('Subscription | not subscribed | POST, not authorized, authorization_errors_fatal false | not subscribed | listed in unauthorized', async () => {
    const answer = await world.ben.post(path, {
      subscriptions: [{ name: 'leadership' }],
      authorization_errors_fatal: false,
    })
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      subscribed: {},
      already_subscribed: {},
      unauthorized: ['leadership'],
    })
    expect(await isSubscribed(world.ben, 'leadership')).toBe(false)
  })

  it('Subscription | subscribed | DELETE | not subscribed | listed in removed', async () => {
    expect(await isSubscribed(world.ben, 'announcements')).toBe(true)
    const answer = await world.ben.delete(path, { subscriptions: ['announcements'] })
    expect(answer.body).toMatchObject({ removed: ['announcements'], not_removed: [] })
    expect(await isSubscribed(world.ben, 'announcements')).toBe(false)
  })

  it('Subscription | not subscribed | DELETE | not subscribed | listed in not_removed', async () => {
    expect(await isSubscribed(world.cleo, 'test')).toBe(false)
    const answer = await world.cleo.delete(path, { subscriptions: ['test'] })
    expect(answer.body).toMatchObject({ removed: [], not_removed: ['test'] })
    expect(await isSubscribed(world.cleo, 'test')).toBe(false)
  })

  it('the way there and back again: settings such as the color outlive the subscription', async () => {
    await world.ada.post(path, { subscriptions: [{ name: 'round trip', color: '#123456' }] })
    await world.ada.delete(path, { subscriptions: ['round trip'] })
    await world.ada.post(path, { subscriptions: [{ name: 'round trip' }] })
    const { body } = await world.ada.get(path)
    const again = body.subscriptions.find((one: { name: string }) => one.name === 'round trip')
    expect(again.color).toBe('#123456')
  })

  it('several people at once get the same stream, and only one is created', async () => {
    const answers = await Promise.all(
      [world.ada, world.ben, world.cleo].map((client) =>
        client.post(path, { subscriptions: [{ name: 'gold rush' }] }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await world.ada.get(path, { include_subscribers: true })
    const found = body.subscriptions.filter((one: { name: string }) => one.name === 'gold rush')
    expect(found).toHaveLength(1)
    expect(found[0].subscribers).toEqual(['ada@example.com', 'ben@example.com', 'cleo@example.com'])
  })
})
