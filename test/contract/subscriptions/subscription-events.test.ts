import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { type Watch, watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Events of type subscription on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  type Name = 'ada' | 'ben' | 'cleo' | 'gus' | 'outsider'
  const watchAll = async (options = {}): Promise<Record<Name, Watch>> => ({
    ada: await watch(world.ada, ['subscription'], options),
    ben: await watch(world.ben, ['subscription'], options),
    cleo: await watch(world.cleo, ['subscription'], options),
    gus: await watch(world.gus, ['subscription'], options),
    outsider: await watch(elsewhere.chief, ['subscription'], options),
  })
  const idOf = (name: Exclude<Name, 'outsider'>) => world.demo.people[name].id
  /** What each got, in short: `add`, or `peer_add` with the id of the peer. */
  const summary = async (watches: Record<Name, Watch>) => {
    const short: Record<string, string[]> = {}
    for (const [name, one] of Object.entries(watches)) {
      short[name] = (await one.news()).map((event) => `${event.op} ${event.user_id ?? ''}`.trim())
    }
    return short
  }

  it('subscribe | op add: subscriptions, each a full Subscription object, to oneself', async () => {
    const ben = await watch(world.ben, ['subscription'])
    await world.ben.post(path, { subscriptions: [{ name: 'added', description: 'Fresh' }] })
    const { body } = await world.ben.get(path)
    const subscription = body.subscriptions.find((one: { name: string }) => one.name === 'added')
    expect(await ben.news()).toEqual([
      { type: 'subscription', op: 'add', subscriptions: [subscription], id: expect.any(Number) },
    ])
  })

  it('subscribe | include_subscribers of register: with the ids of the subscribers', async () => {
    const ben = await watch(world.ben, ['subscription'], { include_subscribers: true })
    await world.cleo.post(path, { subscriptions: [{ name: 'counted' }] })
    await world.ben.post(path, { subscriptions: [{ name: 'counted' }] })
    const added = (await ben.news()).find((event) => event.op === 'add')
    expect(added.subscriptions[0].subscribers).toEqual([idOf('ben'), idOf('cleo')])
  })

  it('subscribe | public stream | op peer_add: names and user_id, to all non-guests but oneself', async () => {
    const watches = await watchAll()
    await world.ben.post(path, { subscriptions: [{ name: 'public plaza' }] })
    const { body } = await world.ben.get(path)
    const { stream_id: streamId } = body.subscriptions.find(
      (one: { name: string }) => one.name === 'public plaza',
    )
    const seen = await watches.ada.news()
    expect(seen).toEqual([
      {
        type: 'subscription',
        op: 'peer_add',
        subscriptions: ['public plaza'],
        user_id: idOf('ben'),
        stream_ids: [streamId],
        user_ids: [idOf('ben')],
        id: expect.any(Number),
      },
    ])
    expect(await summary(watches)).toEqual({
      ada: [],
      ben: ['add'],
      cleo: [`peer_add ${idOf('ben')}`],
      gus: [],
      outsider: [],
    })
  })

  it('subscribe | private stream | peer_add only to subscribers and administrators', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'cellar' }], invite_only: true })
    const watches = await watchAll()
    await world.ben.post(path, { subscriptions: [{ name: 'cellar' }], principals: ['gus@example.com'] })
    expect(await summary(watches)).toEqual({
      ada: [`peer_add ${idOf('gus')}`],
      ben: [`peer_add ${idOf('gus')}`],
      cleo: [],
      gus: ['add'],
      outsider: [],
    })
  })

  it('subscribe | a subscribed guest gets events about further subscribers', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'lobby' }], principals: ['gus@example.com'] })
    const watches = await watchAll()
    await world.cleo.post(path, { subscriptions: [{ name: 'lobby' }] })
    expect(await summary(watches)).toMatchObject({ gus: [`peer_add ${idOf('cleo')}`], cleo: ['add'] })
  })

  it('subscribe | by somebody else: the one who was added gets add, the actor a peer_add', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'pulled in' }] })
    const watches = await watchAll()
    await world.ben.post(path, { subscriptions: [{ name: 'pulled in' }], principals: ['cleo@example.com'] })
    expect(await summary(watches)).toMatchObject({
      cleo: ['add'],
      ben: [`peer_add ${idOf('cleo')}`],
      ada: [`peer_add ${idOf('cleo')}`],
    })
  })

  it('subscribe | already subscribed or refused: no event', async () => {
    const watches = await watchAll()
    await world.ben.post(path, { subscriptions: [{ name: 'test' }] })
    await world.ben.post(path, { subscriptions: [{ name: 'leadership' }, { name: 'not made' }] })
    expect(await summary(watches)).toEqual({ ada: [], ben: [], cleo: [], gus: [], outsider: [] })
  })

  it('unsubscribe | op remove: subscriptions with name and stream_id, to oneself', async () => {
    await world.ben.post(path, {
      subscriptions: [{ name: 'left' }],
      principals: ['ben@example.com', 'cleo@example.com'],
    })
    const ben = await watch(world.ben, ['subscription'])
    const { body } = await world.ben.get(path)
    const { stream_id } = body.subscriptions.find((one: { name: string }) => one.name === 'left')
    await world.ben.delete(path, { subscriptions: ['left'] })
    expect(await ben.news()).toEqual([
      {
        type: 'subscription',
        op: 'remove',
        subscriptions: [{ name: 'left', stream_id }],
        id: expect.any(Number),
      },
    ])
  })

  it('unsubscribe | public stream | op peer_remove: names and user_id, to all non-guests but oneself', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'square' }] })
    const watches = await watchAll()
    await world.ben.delete(path, { subscriptions: ['square'] })
    expect(await watches.ada.news()).toMatchObject([
      { type: 'subscription', op: 'peer_remove', subscriptions: ['square'], user_id: idOf('ben') },
    ])
    expect(await summary(watches)).toEqual({
      ada: [],
      ben: ['remove'],
      cleo: [`peer_remove ${idOf('ben')}`],
      gus: [],
      outsider: [],
    })
  })

  it('unsubscribe | private stream | peer_remove only to subscribers and administrators', async () => {
    await world.ben.post(path, {
      subscriptions: [{ name: 'attic' }],
      invite_only: true,
      principals: ['ben@example.com', 'gus@example.com', 'echo-bot@example.com'],
    })
    const watches = await watchAll()
    const bot = await watch(world.echoBot, ['subscription'])
    await world.gus.delete(path, { subscriptions: ['attic'] })
    expect(await summary(watches)).toEqual({
      ada: [`peer_remove ${idOf('gus')}`],
      ben: [`peer_remove ${idOf('gus')}`],
      cleo: [],
      gus: ['remove'],
      outsider: [],
    })
    expect(await bot.news()).toMatchObject([{ op: 'peer_remove', user_id: idOf('gus') }])
  })

  it('unsubscribe | a person who has left a private stream gets no more events about it', async () => {
    await world.ben.post(path, {
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
      principals: ['ben@example.com', 'cleo@example.com'],
    })
    await world.cleo.delete(path, { subscriptions: ['vault'] })
    const watches = await watchAll()
    await world.ben.post(path, { subscriptions: [{ name: 'vault' }], principals: ['gus@example.com'] })
    expect(await summary(watches)).toMatchObject({ cleo: [], ben: [`peer_add ${idOf('gus')}`] })
  })
})
