import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Muted users on %s', (engine) => {
  let world: World
  let id: Record<'ada' | 'ben' | 'cleo' | 'gus', number>
  beforeAll(async () => {
    world = await startWorld(engine)
    const { ada, ben, cleo, gus } = world.demo.people
    id = { ada: ada.id, ben: ben.id, cleo: cleo.id, gus: gus.id }
  })
  afterAll(() => world.stop())

  const path = (userId: number) => `/users/me/muted_users/${userId}`
  const muted = async (client: ApiClient) =>
    (await client.post('/register', { event_types: ['muted_users'] })).body.muted_users
  const refuses = async (call: () => Promise<{ status: number; body: unknown }>, msg: string) => {
    const before = await muted(world.ben)
    const answer = await call()
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
    expect(await muted(world.ben)).toEqual(before)
  }
  const unread = async (client: ApiClient) => {
    const { body } = await client.post('/register', { event_types: ['message', 'update_message_flags'] })
    return body.unread_msgs.count
  }

  it('POST and DELETE | the whole list in an event, only to the one who muted', async () => {
    const ben = await watch(world.ben, ['muted_users'])
    const ada = await watch(world.ada, ['muted_users'])
    expect((await world.ben.post(path(id.ada))).body).toEqual({ result: 'success', msg: '' })
    const list = [{ id: id.ada, timestamp: expect.any(Number) }]
    expect(await muted(world.ben)).toEqual(list)
    expect(await muted(world.ada)).toEqual([])
    expect((await world.ben.delete(path(id.ada))).body).toEqual({ result: 'success', msg: '' })
    expect(await ben.news()).toEqual([
      { type: 'muted_users', muted_users: list, id: expect.any(Number) },
      { type: 'muted_users', muted_users: [], id: expect.any(Number) },
    ])
    expect(await ada.news()).toEqual([])
    expect(await muted(world.ben)).toEqual([])
  })

  it('oneself, unknown people and a second time are refused', async () => {
    await refuses(() => world.ben.post(path(id.ben)), 'Cannot mute self')
    await refuses(() => world.ben.post(path(99999)), 'No such user')
    await refuses(() => world.ben.delete(path(id.gus)), 'User is not muted')
    await refuses(() => world.ben.delete(path(99999)), 'No such user')
    await world.ben.post(path(id.gus))
    await refuses(() => world.ben.post(path(id.gus)), 'User already muted')
    await world.ben.delete(path(id.gus))
    const other = await foundOrganization(world, 'apart.example.com')
    const { people } = other
    expect((await other.chief.post(path(people.member.id))).status).toBe(200)
    expect(await muted(world.ben)).toEqual([])
  })

  it('a message of a muted person to a stream comes as read, and to the others as unread', async () => {
    await world.ben.post(path(id.cleo))
    await world.cleo.post('/users/me/subscriptions', { subscriptions: [{ name: 'test' }] })
    const before = { ada: await unread(world.ada), ben: await unread(world.ben) }
    const ben = await watch(world.ben, ['message'])
    const ada = await watch(world.ada, ['message'])
    const post = { type: 'stream', to: 'test', topic: 'x', content: 'Hear me, @**Ben Okri**' }
    expect((await world.cleo.post('/messages', post)).status).toBe(200)
    expect((await ben.news())[0].flags.sort()).toEqual(['mentioned', 'read'])
    expect((await ada.news())[0].flags).toEqual([])
    expect(await unread(world.ben)).toBe(before.ben)
    expect(await unread(world.ada)).toBe(before.ada + 1)
    await world.ben.delete(path(id.cleo))
  })

  it('a private message too; from the moment of unmuting on they are unread again', async () => {
    await world.ben.post(path(id.cleo))
    const ben = await watch(world.ben, ['message'])
    const post = { type: 'private', to: ['ben@example.com', 'ada@example.com'], content: 'psst' }
    await world.cleo.post('/messages', post)
    expect((await ben.news())[0].flags).toEqual(['read'])
    await world.ben.delete(path(id.cleo))
    await world.cleo.post('/messages', post)
    expect((await ben.news())[0].flags).toEqual([])
  })
})
