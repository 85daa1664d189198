import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Chat } from '../../../src/chat/chat.ts'
import { LivePresences } from '../../../src/chat/people/presence/live-presences.ts'
import { storePresences } from '../../../src/chat/people/presence/store-presences.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('What is remembered of presence, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/users/me/presence'
  const rows = () => world.chat.database.read.selectFrom('presences').selectAll().execute()
  /** What another process, or this one after a restart, would know. */
  const anotherProcess = (): Chat => ({
    ...world.chat,
    presences: new LivePresences(world.chat.database.read, world.chat.follower),
  })

  it('who comes is written at once; pings only from time to time', async () => {
    const { ben } = world.demo.people
    await world.ben.post(path, { status: 'active' })
    const [first] = await rows()
    expect(first).toMatchObject({ user_id: ben.id })
    world.clock.advance(40)
    await world.ben.post(path, { status: 'active' })
    expect(await rows()).toEqual([first])
    await storePresences(world.chat)
    const [later] = await rows()
    expect(later!.seen_at).toBeGreaterThan(first!.seen_at)
    const { byUser } = await anotherProcess().presences.get(world.demo.realm.id)
    expect(byUser.get(ben.id)?.get('switchboard-test')?.timestamp).toBe(later!.seen_at)
  })

  it('another process learns of pings that it did not hear, and never forgets newer ones', async () => {
    const { ben } = world.demo.people
    const other = anotherProcess()
    const known = await other.presences.get(world.demo.realm.id)
    world.clock.advance(40)
    await world.ben.post(path, { status: 'active' })
    await storePresences(world.chat)
    await storePresences(other)
    const [row] = await rows()
    expect(known.byUser.get(ben.id)?.get('switchboard-test')?.timestamp).toBe(row!.seen_at)
    known.byUser.set(ben.id, new Map([['website', { status: 'active', timestamp: row!.seen_at - 30 }]]))
    known.touched.add(ben.id)
    await storePresences(other)
    expect(await rows()).toEqual([row])
  })

  it('an organization that nobody asks about is forgotten, and read again', async () => {
    await world.ben.get('/realm/presence')
    await storePresences(world.chat)
    expect([...world.chat.presences.loaded]).toHaveLength(1)
    await storePresences(world.chat)
    expect([...world.chat.presences.loaded]).toHaveLength(0)
    expect((await world.ben.get('/realm/presence')).body.presences).toHaveProperty('ben@example.com')
  })
})
