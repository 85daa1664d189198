import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'

describe.each(engines)('POST /channels/create on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const create = (args: Arguments, client = world.ben) =>
    client.post('/channels/create', { subscribers: [], ...args })
  const nameTaken = (name: string) => ({
    result: 'error',
    msg: `Channel '${name}' already exists`,
    code: 'CHANNEL_ALREADY_EXISTS',
    channel_name: name,
  })

  it('creates the stream, and subscribes those who are named', async () => {
    const { ben, cleo } = world.demo.people
    const heard = await watch(world.cleo, ['subscription', 'stream'])
    const args = { name: ' kitchen ', description: 'What is *cooking*', subscribers: [cleo.id] }
    const { body } = await create(args)
    expect(body).toEqual({ result: 'success', msg: '', id: expect.any(Number) })
    expect((await world.cleo.get(`/streams/${body.id}`)).body.stream).toMatchObject({
      name: 'kitchen',
      description: 'What is *cooking*',
      invite_only: false,
    })
    expect((await world.ben.get(`/streams/${body.id}/members`)).body.subscribers).toEqual([cleo.email])
    expect((await heard.news()).map(({ type, op }) => `${type} ${op}`)).toContain('subscription add')
    const { body: own } = await create({ name: 'own' })
    expect((await world.ben.get(`/streams/${own.id}/members`)).body.subscribers).toEqual([ben.email])
  })

  it('a private one is known to its subscribers and administrators only', async () => {
    const { body } = await create({ name: 'den', invite_only: true, history_public_to_subscribers: true })
    expect((await world.ben.get(`/streams/${body.id}`)).body.stream).toMatchObject({
      invite_only: true,
      history_public_to_subscribers: true,
    })
    expectRefusal(await world.cleo.get(`/streams/${body.id}`), 'Invalid stream id')
  })

  it('a name that exists is refused, and nobody is subscribed to that stream', async () => {
    const answer = await create({ name: 'RANDOM' }, world.ada)
    expect(answer.status).toBe(409)
    expect(answer.body).toEqual(nameTaken('RANDOM'))
    const { body } = await world.ada.get('/users/me/subscriptions')
    expect(body.subscriptions.map((one: { name: string }) => one.name)).not.toContain('random')
    expect((await create({ name: 'leadership' })).body).toEqual(nameTaken('leadership'))
  })

  it('a default stream, by administrators, is public and announced as such', async () => {
    expectRefusal(
      await create({ name: 'welcome', is_default_stream: true }),
      'Must be an organization administrator',
      {
        code: 'UNAUTHORIZED_PRINCIPAL',
      },
    )
    const closed = { name: 'welcome', is_default_stream: true, invite_only: true }
    expectRefusal(await create(closed, world.ada), 'Private streams cannot be made default.')
    const heard = await watch(world.cleo, ['default_streams'])
    const { body } = await create({ name: 'welcome', is_default_stream: true }, world.ada)
    const [event] = await heard.news()
    expect(event.default_streams.map((one: { stream_id: number }) => one.stream_id)).toContain(body.id)
  })

  it('follows the rules for creating streams', async () => {
    expectRefusal(await create({ name: 'by a guest' }, world.gus), 'Not allowed for guest users')
    expectRefusal(await create({ name: '' }), "Invalid stream name ''")
    expectRefusal(
      await create({ name: 'long', description: 'x'.repeat(1025) }),
      'description is too long (limit: 1024 characters)',
    )
    const retention = { name: 'short-lived', message_retention_days: 3 }
    expect((await create(retention)).body.code).toBe('UNAUTHORIZED_PRINCIPAL')
    expect((await create({ name: 'x', subscribers: [4321] })).body.code).toBe('UNAUTHORIZED_PRINCIPAL')
    await world.ada.patch('/realm', { create_stream_policy: 2 })
    expectRefusal(await create({ name: 'by a member' }), 'User cannot create streams.')
  })
})
