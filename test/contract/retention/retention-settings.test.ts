import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream } from '../messages/message-requests.ts'

describe.each(engines)('message_retention_days on %s', (engine) => {
  let world: World
  let id: number
  beforeAll(async () => {
    world = await startWorld(engine)
    id = await makeStream(world.ada, 'kept', ['ada', 'ben'])
  })
  afterAll(() => world.stop())

  const registered = async () =>
    (await world.ben.post('/register', { fetch_event_types: ['realm'] })).body.realm_message_retention_days
  const streamOf = async () => (await world.ben.get(`/streams/${id}`)).body.stream.message_retention_days

  it.each([
    [30, 30],
    ['null', null],
    [36_500, 36_500],
    ['"unlimited"', null],
    [1, 1],
    ['unlimited', null],
    [7, 7],
    [-1, null],
  ])('of the organization: %j is %j, in the answer, the event and register', async (given, value) => {
    const ear = await watch(world.ben, ['realm'])
    const answer = await world.ada.patch('/realm', { message_retention_days: given })
    expect(answer.body).toMatchObject({ result: 'success', message_retention_days: value })
    expect(await ear.news()).toMatchObject([{ op: 'update', property: 'message_retention_days', value }])
    expect(await registered()).toBe(value)
  })

  it.each([
    [0, 'message_retention_days is too small'],
    [-2, 'message_retention_days is too small'],
    [36_501, 'message_retention_days is too large'],
    [1.5, 'message_retention_days is not an integer'],
    ['"5"', 'message_retention_days is not an integer'],
    ['"realm_default"', 'message_retention_days is not an integer'],
    ['soon', 'Argument "message_retention_days" is not valid JSON.'],
  ])('of the organization: %j is refused', async (given, msg) => {
    expectRefusal(await world.ada.patch('/realm', { message_retention_days: given }), msg)
    expect(await registered()).toBe(null)
  })

  it.each([
    [30, 30],
    ['"realm_default"', null],
    [-1, -1],
    ['null', null],
    ['"unlimited"', -1],
    [2, 2],
    ['"forever"', -1],
    ['realm_default', null],
  ])('of a stream: %j is %j, in the event and in streams', async (given, value) => {
    const ear = await watch(world.ben, ['stream'])
    const outside = await watch(world.gus, ['stream'])
    const answer = await world.ada.patch(`/streams/${id}`, { message_retention_days: given })
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    expect(await ear.news()).toMatchObject([
      { op: 'update', property: 'message_retention_days', value, name: 'kept', stream_id: id },
    ])
    expect(await outside.news()).toEqual([])
    expect(await streamOf()).toBe(value)
    const { body } = await world.ben.get('/users/me/subscriptions')
    const own = body.subscriptions.find((one: { stream_id: number }) => one.stream_id === id)
    expect(own.message_retention_days).toBe(value)
  })

  it.each([0, -2, 36_501, '"never"'])('of a stream: %j is refused', async (given) => {
    const answer = await world.ada.patch(`/streams/${id}`, { message_retention_days: given })
    expect(answer.status).toBe(400)
    expect(await streamOf()).toBe(null)
  })

  it('a new stream can begin with its own, if an administrator creates it', async () => {
    const fleeting = await makeStream(world.ada, 'fleeting', ['ada'], { message_retention_days: 3 })
    const { body } = await world.ada.get(`/streams/${fleeting}`)
    expect(body.stream.message_retention_days).toBe(3)
    const create = (days: unknown) =>
      world.ben.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'of a member' }],
        message_retention_days: days,
      })
    const refused = await create(3)
    expectRefusal(refused, 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
    expect((await create('"realm_default"')).status).toBe(200)
  })

  it('only administrators can set it', async () => {
    for (const client of [world.ben, world.gus, world.echoBot]) {
      expect((await client.patch('/realm', { message_retention_days: 5 })).status).toBe(400)
      expect((await client.patch(`/streams/${id}`, { message_retention_days: 5 })).status).toBe(400)
    }
    expect([await registered(), await streamOf()]).toEqual([null, null])
  })
})
