import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'
import { streamIds } from './stream-ids.ts'
import { keepsStateEqual } from './stream-state.ts'

describe.each(engines)('/default_streams on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    ids = await streamIds(world.ada)
  })
  afterAll(() => world.stop())

  const defaults = async (client = world.ben) => {
    const { body } = await client.post('/register', { event_types: ['default_streams'] })
    return body.realm_default_streams.map((stream: { name: string }) => stream.name)
  }

  it('POST /default_streams | new people join it; members get the whole list as an event, guests do not', async () => {
    const heard = await keepsStateEqual(world, async () => {
      const answer = await world.ada.post('/default_streams', { stream_id: ids.random })
      expect(answer.body).toEqual({ result: 'success', msg: '' })
    })
    for (const name of ['ada', 'ben', 'cleo', 'echoBot'] as const) {
      expect(heard[name]).toMatchObject([
        { type: 'default_streams', default_streams: [{ name: 'general' }, { name: 'random' }] },
      ])
    }
    expect(heard.gus).toEqual([])
    expect(await defaults()).toEqual(['general', 'random'])
    expect(await defaults(world.gus)).toEqual([])
    expect(await defaults(elsewhere.chief)).toEqual(['general'])
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'new@example.com',
      fullName: 'New',
    })
    const { body } = await world.as(user).get('/users/me/subscriptions')
    expect(body.subscriptions.map((one: { name: string }) => one.name)).toEqual(['general', 'random'])
  })

  it('DELETE /default_streams | takes it from the list; nobody is unsubscribed', async () => {
    await world.ada.post('/default_streams', { stream_id: ids.test })
    const heard = await keepsStateEqual(world, async () => {
      const answer = await world.ada.delete('/default_streams', { stream_id: ids.test })
      expect(answer.body).toEqual({ result: 'success', msg: '' })
    })
    expect(heard.ben.map((event) => event.type)).toEqual(['default_streams'])
    expect(await defaults()).not.toContain('test')
    expect((await world.ben.get(`/streams/${ids.test}/members`)).body.subscribers).toContain(
      world.demo.people.ben.email,
    )
  })

  it('what is so already: success, and no event', async () => {
    const ear = await watch(world.ada, ['default_streams'])
    expect((await world.ada.post('/default_streams', { stream_id: ids.general })).status).toBe(200)
    expect((await world.ada.delete('/default_streams', { stream_id: ids.announcements })).status).toBe(200)
    expect(await ear.news()).toEqual([])
  })

  it('private and unknown streams are refused, and so are people who are no administrators', async () => {
    const before = await defaults()
    const add = (stream_id: unknown, client = world.ada) => client.post('/default_streams', { stream_id })
    expectRefusal(await add(ids.leadership), 'Private streams cannot be made default.')
    expectRefusal(await add(4321), 'Invalid stream id')
    expectRefusal(await add('x'), 'Argument "stream_id" is not valid JSON.')
    expectRefusal(await add([1]), 'stream_id is not an integer')
    expectRefusal(await world.ada.delete('/default_streams', { stream_id: 4321 }), 'Invalid stream id')
    expectRefusal(await add(ids.leadership, elsewhere.chief), 'Invalid stream id')
    expect((await add(undefined)).body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
    for (const client of [world.ben, world.gus, world.echoBot]) {
      for (const answer of [
        await add(ids.test, client),
        await client.delete('/default_streams', { stream_id: ids.general }),
      ]) {
        expect(answer.body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
      }
    }
    expect((await add(ids.test, world.hookBot)).status).toBe(401)
    expect(await defaults()).toEqual(before)
  })
})
