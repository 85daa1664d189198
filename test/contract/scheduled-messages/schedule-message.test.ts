import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'
import { streamIds } from '../streams/stream-ids.ts'
import { ahead, refusesToSchedule, schedule, scheduledBy } from './scheduling.ts'

const unknownStream = (id: number | undefined) => ({ code: 'STREAM_DOES_NOT_EXIST', stream_id: id })

describe.each(engines)('/scheduled_messages on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    ids = await streamIds(world.ada)
  })
  afterAll(() => world.stop())

  const path = '/scheduled_messages'
  const initial = async (client = world.ben) =>
    (await client.post('/register', { event_types: ['scheduled_messages'] })).body.scheduled_messages

  it('POST | to a stream: all fields, in the list, in register, as an event to the author alone', async () => {
    const ears = {
      ben: await watch(world.ben, ['scheduled_messages']),
      ada: await watch(world.ada, ['scheduled_messages']),
    }
    const time = ahead(world)
    const id = await schedule(world, world.ben, {
      to: ids.test,
      content: '**bold** words  ',
      scheduled_delivery_timestamp: time,
    })
    const expected = {
      scheduled_message_id: id,
      type: 'stream',
      to: ids.test,
      topic: 'later',
      content: '**bold** words',
      rendered_content: '<p><strong>bold</strong> words</p>',
      scheduled_delivery_timestamp: time,
      failed: false,
    }
    expect(await scheduledBy(world.ben)).toEqual([expected])
    expect(await initial()).toEqual([expected])
    expect(await ears.ben.news()).toEqual([
      { type: 'scheduled_messages', op: 'add', scheduled_messages: [expected], id: expect.any(Number) },
    ])
    expect(await ears.ada.news()).toEqual([])
    expect(await scheduledBy(world.ada)).toEqual([])
    expect(await initial(elsewhere.member)).toEqual([])
    await world.ben.delete(`${path}/${id}`)
  })

  it('POST | in private: the ids of the others, or oneself', async () => {
    const { ada, ben, cleo } = world.demo.people
    const group = await schedule(world, world.ben, { type: 'direct', to: [cleo.id, ada.id, ben.id] })
    const self = await schedule(world, world.ben, { type: 'private', to: [ben.id] })
    const byEmail = await schedule(world, world.ben, { type: 'private', to: 'cleo@example.com' })
    const [one, two, three] = await scheduledBy(world.ben)
    expect(one).toMatchObject({ scheduled_message_id: group, type: 'private', to: [ada.id, cleo.id] })
    expect(one).not.toHaveProperty('topic')
    expect(two).toMatchObject({ scheduled_message_id: self, to: [ben.id] })
    expect(three).toMatchObject({ scheduled_message_id: byEmail, to: [cleo.id] })
    for (const id of [group, self, byEmail]) await world.ben.delete(`${path}/${id}`)
  })

  it('GET | in the order in which they are due', async () => {
    const late = await schedule(world, world.ben, {
      type: 'channel',
      to: ids.test,
      scheduled_delivery_timestamp: ahead(world, 9000),
    })
    const soon = await schedule(world, world.ben, {
      to: [ids.test],
      scheduled_delivery_timestamp: ahead(world, 8000),
    })
    const order = (await scheduledBy(world.ben)).map(
      (one: { scheduled_message_id: number }) => one.scheduled_message_id,
    )
    expect(order).toEqual([soon, late])
    for (const id of order) await world.ben.delete(`${path}/${id}`)
  })

  it('POST | a time that is not in the future, and arguments that are none', async () => {
    const { ben } = world
    const future = 'Scheduled delivery time must be in the future.'
    await refusesToSchedule(
      world,
      ben,
      { to: ids.test, scheduled_delivery_timestamp: ahead(world, 0) },
      future,
    )
    await refusesToSchedule(world, ben, { to: ids.test, scheduled_delivery_timestamp: -5 }, future)
    const refuses = (args: object, msg: string) =>
      refusesToSchedule(world, ben, { to: ids.test, ...args }, msg)
    await refuses({ scheduled_delivery_timestamp: '"x"' }, 'scheduled_delivery_timestamp is not an integer')
    await refuses({ scheduled_delivery_timestamp: 1e15 }, 'scheduled_delivery_timestamp is too large')
    await refuses({ type: 'carrier pigeon' }, 'Invalid message type')
    await refuses({ content: '  ' }, 'Message must not be empty')
    await refuses({ content: 'x'.repeat(10_001) }, 'Message is too long (limit: 10000 bytes)')
    await refuses({ topic: undefined }, 'Missing topic')
    await refuses({ topic: ' ' }, "Topic can't be empty")
    await refuses({ to: [] }, 'Missing stream')
    await refuses({ type: 'private', to: [] }, 'Message must have recipients')
    await refuses({ type: 'private', to: [4321] }, 'Invalid user ID 4321')
    await refuses({ read_by_sender: 'maybe' }, 'Argument "read_by_sender" is not valid JSON.')
    const bad = await ben.post(path, {
      type: 'stream',
      to: '{}',
      content: 'x',
      scheduled_delivery_timestamp: ahead(world),
    })
    expect(bad.body).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', var_name: 'to' })
    for (const name of ['type', 'content', 'scheduled_delivery_timestamp']) {
      const args = {
        type: 'stream',
        to: ids.test,
        topic: 'x',
        content: 'y',
        scheduled_delivery_timestamp: ahead(world),
      }
      const answer = await ben.post(path, { ...args, [name]: undefined })
      expect(answer.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: name })
    }
  })

  it('POST | a message that the user may not send now is refused now', async () => {
    const notThere = await world.ben.post(path, {
      type: 'stream',
      to: 4321,
      topic: 'x',
      content: 'y',
      scheduled_delivery_timestamp: ahead(world),
    })
    expect(notThere.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream_id: 4321 })
    for (const [client, id] of [
      [world.ben, ids.leadership],
      [world.gus, ids.test],
    ] as const) {
      const msg = `Stream with ID '${id}' does not exist`
      await refusesToSchedule(world, client, { to: id }, msg, unknownStream(id))
    }
    const only = 'Only organization administrators can send to this stream.'
    await refusesToSchedule(world, world.ben, { to: ids.announcements }, only)
    expect((await world.hookBot.post(path, { to: ids.test })).status).toBe(401)
    expect((await world.hookBot.get(path)).status).toBe(401)
    // A bot may write where its owner may.
    const id = await schedule(world, world.echoBot, { to: ids.test })
    expect(await scheduledBy(world.ben)).toEqual([])
    expect((await world.echoBot.delete(`${path}/${id}`)).status).toBe(200)
  })

  it('PATCH | each property; the author gets the new state as an event', async () => {
    const id = await schedule(world, world.ben, { to: ids.test })
    const ears = {
      ben: await watch(world.ben, ['scheduled_messages']),
      ada: await watch(world.ada, ['scheduled_messages']),
    }
    const change = async (args: object) => {
      const answer = await world.ben.patch(`${path}/${id}`, { ...args })
      expect(answer.body).toEqual({ result: 'success', msg: '' })
      const [state] = await scheduledBy(world.ben)
      expect(await ears.ben.news()).toEqual([
        { type: 'scheduled_messages', op: 'update', scheduled_message: state, id: expect.any(Number) },
      ])
      return state
    }
    expect(await change({ content: '_new_' })).toMatchObject({
      content: '_new_',
      rendered_content: '<p><em>new</em></p>',
    })
    expect(await change({ topic: 'other' })).toMatchObject({ topic: 'other', to: ids.test })
    const time = ahead(world, 7000)
    expect(await change({ scheduled_delivery_timestamp: time })).toMatchObject({
      scheduled_delivery_timestamp: time,
    })
    expect(await change({ to: ids.random })).toMatchObject({ to: ids.random, topic: 'other' })
    const { ada } = world.demo.people
    const inPrivate = await change({ type: 'direct', to: [ada.id] })
    expect(inPrivate).toMatchObject({ type: 'private', to: [ada.id], content: '_new_' })
    expect(await change({ type: 'stream', to: ids.test, topic: 'back' })).toMatchObject({
      to: ids.test,
      topic: 'back',
    })
    expect(await ears.ada.news()).toEqual([])
    await world.ben.delete(`${path}/${id}`)
  })

  it('PATCH | refusals change nothing', async () => {
    const { ada } = world.demo.people
    const id = await schedule(world, world.ben, { to: ids.test })
    const before = await scheduledBy(world.ben)
    const refuses = async (args: object, msg: string, client = world.ben, which = id) =>
      expectRefusal(await client.patch(`${path}/${which}`, { ...args }), msg)
    await refuses({}, 'Nothing to change')
    await refuses({ type: 'private' }, 'Recipient required when updating type of scheduled message.')
    await refuses(
      { scheduled_delivery_timestamp: ahead(world, -1) },
      'Scheduled delivery time must be in the future.',
    )
    expectRefusal(
      await world.ben.patch(`${path}/${id}`, { to: ids.leadership }),
      `Stream with ID '${ids.leadership}' does not exist`,
      unknownStream(ids.leadership),
    )
    await refuses({ content: '' }, 'Message must not be empty')
    await refuses({ topic: '' }, "Topic can't be empty")
    await refuses({ type: 'fax', to: [ada.id] }, 'Invalid message type')
    await refuses({ content: 'x' }, 'Scheduled message does not exist', world.ben, 4321)
    await refuses({ content: 'x' }, 'Scheduled message does not exist', world.ada)
    await refuses({ content: 'x' }, 'Scheduled message does not exist', elsewhere.member)
    await refuses({ content: 'x' }, 'Scheduled message does not exist', world.echoBot)
    expect((await world.hookBot.patch(`${path}/${id}`, { content: 'x' })).status).toBe(401)
    expect(await scheduledBy(world.ben)).toEqual(before)
    await world.ben.delete(`${path}/${id}`)
  })

  it('DELETE | gone, and the author gets an event; refused for everybody else', async () => {
    const id = await schedule(world, world.ben, { to: ids.test })
    const ear = await watch(world.ben, ['scheduled_messages'])
    for (const client of [world.ada, world.echoBot, elsewhere.member, elsewhere.chief]) {
      expectRefusal(await client.delete(`${path}/${id}`), 'Scheduled message does not exist')
    }
    expect((await world.ben.delete(`${path}/${id}`)).body).toEqual({ result: 'success', msg: '' })
    expect(await ear.news()).toEqual([
      { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id, id: expect.any(Number) },
    ])
    expect(await initial()).toEqual([])
    expectRefusal(await world.ben.delete(`${path}/${id}`), 'Scheduled message does not exist')
  })

  it('the same number in two organizations is two messages', async () => {
    const general = (await elsewhere.chief.get('/get_stream_id', { stream: 'general' })).body.stream_id
    const there = await schedule(world, elsewhere.member, { to: general, content: 'there' })
    let here = 0
    while (here < there) here = await schedule(world, world.cleo, { to: ids.test, content: 'here' })
    expect(here).toBeGreaterThanOrEqual(there)
    await world.cleo.delete(`${path}/${there}`)
    expect(await scheduledBy(elsewhere.member)).toMatchObject([{ content: 'there' }])
  })

  it('at most 500 for each person', async () => {
    const row = (await world.chat.database.read.selectFrom('scheduled_messages').selectAll().execute())[0]!
    const rows = Array.from({ length: 499 }, (_, index) => ({
      ...row,
      realm_id: world.demo.realm.id,
      user_id: world.demo.people.gus.id,
      id: 100_000 + index,
      deliver_at: ahead(world, 500_000),
    }))
    await world.chat.transact(world.demo.realm.id, async ({ db }) => {
      await db.insertInto('scheduled_messages').values(rows).execute()
    })
    await schedule(world, world.gus, { type: 'private', to: 'ben@example.com' })
    const full = 'Too many scheduled messages (limit: 500)'
    await refusesToSchedule(world, world.gus, { type: 'private', to: 'ben@example.com' }, full)
  })
})
