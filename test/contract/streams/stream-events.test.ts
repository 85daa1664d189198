import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { type Watch, watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Events of type stream on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  const watchAll = async () => ({
    ada: await watch(world.ada, ['stream']),
    ben: await watch(world.ben, ['stream']),
    cleo: await watch(world.cleo, ['stream']),
    gus: await watch(world.gus, ['stream']),
    outsider: await watch(elsewhere.chief, ['stream']),
  })
  const ops = async (watches: Record<string, Watch>) => {
    const found: Record<string, string[]> = {}
    for (const [name, one] of Object.entries(watches)) {
      found[name] = (await one.news()).map((event) => event.op)
    }
    return found
  }
  const streamNamed = async (name: string) => {
    const { body } = await world.ada.get('/streams', { include_all_active: true })
    return body.streams.find((stream: { name: string }) => stream.name === name)
  }

  it('create stream | op create, streams: each a Stream object', async () => {
    const cleo = await watch(world.cleo, ['stream'])
    await world.ben.post(path, { subscriptions: [{ name: 'harbor', description: 'Ships' }] })
    const stream = await streamNamed('harbor')
    expect(stream).toMatchObject({ description: 'Ships' })
    expect(await cleo.news()).toEqual([
      { type: 'stream', op: 'create', streams: [stream], id: expect.any(Number) },
      { type: 'stream', op: 'occupy', streams: [stream], id: expect.any(Number) },
    ])
  })

  it('create stream | public: all non-guests of the organization', async () => {
    const watches = await watchAll()
    await world.ben.post(path, { subscriptions: [{ name: 'pier' }] })
    expect(await ops(watches)).toEqual({
      ada: ['create', 'occupy'],
      ben: ['create', 'occupy'],
      cleo: ['create', 'occupy'],
      gus: [],
      outsider: [],
    })
  })

  it('create stream | private: administrators, then the newly added', async () => {
    const watches = await watchAll()
    await world.ben.post(path, { subscriptions: [{ name: 'submarine' }], invite_only: true })
    const seen = await ops(watches)
    expect(seen).toMatchObject({ cleo: [], gus: [], outsider: [] })
    expect(seen.ada).toContain('create')
    expect(seen.ben).toContain('create')
    await world.ben.post(path, { subscriptions: [{ name: 'submarine' }], principals: ['cleo@example.com'] })
    expect(await watches.cleo.news()).toMatchObject([
      { op: 'create', streams: [{ name: 'submarine', invite_only: true }] },
    ])
    expect(await ops(watches)).toEqual({ ada: [], ben: [], cleo: [], gus: [], outsider: [] })
  })

  it('create stream | a guest learns of a public stream when added to it', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'visitors' }] })
    const watches = await watchAll()
    await world.ben.post(path, { subscriptions: [{ name: 'visitors' }], principals: ['gus@example.com'] })
    expect(await ops(watches)).toEqual({ ada: [], ben: [], cleo: [], gus: ['create'], outsider: [] })
  })

  it('create stream | a refused request creates no event', async () => {
    const watches = await watchAll()
    await world.ben.post(path, { subscriptions: [{ name: 'unmade' }, { name: 'leadership' }] })
    expect(await ops(watches)).toEqual({ ada: [], ben: [], cleo: [], gus: [], outsider: [] })
  })

  it('last unsubscribes | public: op vacate to all non-guests', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'dock' }] })
    const stream = await streamNamed('dock')
    const watches = await watchAll()
    await world.ben.delete(path, { subscriptions: ['dock'] })
    expect(await watches.ada.news()).toEqual([
      { type: 'stream', op: 'vacate', streams: [stream], id: expect.any(Number) },
    ])
    expect(await ops(watches)).toEqual({ ada: [], ben: ['vacate'], cleo: ['vacate'], gus: [], outsider: [] })
  })

  it('somebody unsubscribes who is not the last: no stream event', async () => {
    await world.ben.post(path, {
      subscriptions: [{ name: 'ferry' }],
      principals: ['ben@example.com', 'cleo@example.com'],
    })
    const watches = await watchAll()
    await world.ben.delete(path, { subscriptions: ['ferry'] })
    expect(await ops(watches)).toEqual({ ada: [], ben: [], cleo: [], gus: [], outsider: [] })
  })

  it('first subscriber | op occupy when an empty stream is joined again', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'lock gate' }] })
    await world.ben.delete(path, { subscriptions: ['lock gate'] })
    const watches = await watchAll()
    await world.cleo.post(path, { subscriptions: [{ name: 'lock gate' }] })
    expect(await ops(watches)).toEqual({
      ada: ['occupy'],
      ben: ['occupy'],
      cleo: ['occupy'],
      gus: [],
      outsider: [],
    })
  })

  it('private vacated | deactivated: op delete to administrators and to the one who left', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'diving bell' }], invite_only: true })
    const stream = await streamNamed('diving bell')
    const watches = await watchAll()
    await world.ben.delete(path, { subscriptions: ['diving bell'] })
    expect(await watches.ada.news()).toEqual([
      { type: 'stream', op: 'delete', streams: [stream], id: expect.any(Number) },
    ])
    expect(await ops(watches)).toEqual({ ada: [], ben: ['delete'], cleo: [], gus: [], outsider: [] })
  })

  it('unsubscribe | a person who leaves a private stream can no longer see it: op delete, to them alone', async () => {
    await world.ben.post(path, {
      subscriptions: [{ name: 'galley' }],
      invite_only: true,
      principals: ['ben@example.com', 'cleo@example.com'],
    })
    const watches = await watchAll()
    await world.cleo.delete(path, { subscriptions: ['galley'] })
    expect(await ops(watches)).toEqual({ ada: [], ben: [], cleo: ['delete'], gus: [], outsider: [] })
  })

  it('unsubscribe | a guest who leaves a public stream can no longer see it: op delete, to them alone', async () => {
    await world.ben.post(path, {
      subscriptions: [{ name: 'gangway' }],
      principals: ['ben@example.com', 'gus@example.com'],
    })
    const watches = await watchAll()
    await world.gus.delete(path, { subscriptions: ['gangway'] })
    expect(await ops(watches)).toEqual({ ada: [], ben: [], cleo: [], gus: ['delete'], outsider: [] })
  })
})
