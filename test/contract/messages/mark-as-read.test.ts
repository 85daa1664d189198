import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  countMessages,
  expectRefusal,
  makeStream,
  openQueue,
  readMessage,
  readUnread,
  sendPrivately,
  sendToStream,
} from './message-requests.ts'

describe.each(engines)('Mark messages as read on %s', (engine) => {
  let world: World
  let red: number
  let blue: number
  const ids = { red1: 0, red2: 0, red3: 0, blue1: 0, secret: 0, group: 0 }
  beforeAll(async () => {
    world = await startWorld(engine)
    red = await makeStream(world.ada, 'red', ['ada', 'ben'])
    blue = await makeStream(world.ada, 'blue', ['ada', 'ben'])
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    await world.ben.post('/mark_all_as_read')
    ids.red1 = await sendToStream(world.ada, 'red', 'one')
    ids.red2 = await sendToStream(world.ada, 'red', 'One')
    ids.red3 = await sendToStream(world.ada, 'red', 'two', '@**Ben Okri**')
    ids.blue1 = await sendToStream(world.ada, 'blue', 'one')
    ids.secret = await sendPrivately(world.ada, ['ben'])
    ids.group = await sendPrivately(world.ada, ['ben', 'cleo'])
  })

  const success = { status: 200, body: { result: 'success', msg: '', complete: true } }
  const unread = async () => {
    const { body } = await world.ben.get('/messages', {
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'unread' }],
    })
    return body.messages.map((message: { id: number }) => message.id)
  }
  const firstUnread = async () => {
    const args = { use_first_unread_anchor: true, num_before: 0, num_after: 0 }
    return (await world.ben.get('/messages', args)).body.anchor
  }
  const events = () => openQueue(world.ben, { event_types: ['update_message_flags'] })
  const added = (messages: number[]) => ({
    id: expect.any(Number),
    type: 'update_message_flags',
    operation: 'add',
    op: 'add',
    flag: 'read',
    messages,
    all: false,
  })

  it('unread_msgs | everything unread, by where it is', async () => {
    const { ada, ben, cleo } = world.demo.people
    expect(await readUnread(world.ben)).toEqual({
      count: 6,
      pms: [{ sender_id: ada.id, other_user_id: ada.id, unread_message_ids: [ids.secret] }],
      streams: [
        { stream_id: red, topic: 'One', sender_ids: [ada.id], unread_message_ids: [ids.red1, ids.red2] },
        { stream_id: red, topic: 'two', sender_ids: [ada.id], unread_message_ids: [ids.red3] },
        { stream_id: blue, topic: 'one', sender_ids: [ada.id], unread_message_ids: [ids.blue1] },
      ],
      huddles: [{ user_ids_string: [ada.id, ben.id, cleo.id].join(), unread_message_ids: [ids.group] }],
      mentions: [ids.red3],
      old_unreads_missing: false,
    })
  })

  it('Messages | unread | POST /mark_all_as_read | read: all of the messages of the user', async () => {
    expect(await unread()).toEqual(Object.values(ids))
    expect(await world.ben.post('/mark_all_as_read')).toMatchObject(success)
    expect(await unread()).toEqual([])
    for (const id of Object.values(ids)) {
      expect((await readMessage(world.ben, id)).flags).toContain('read')
    }
    expect(await readUnread(world.ben)).toMatchObject({
      count: 0,
      pms: [],
      streams: [],
      huddles: [],
      mentions: [],
    })
  })

  it('mark_all_as_read | what comes later is unread', async () => {
    await world.ben.post('/mark_all_as_read')
    const later = await sendToStream(world.ada, 'red', 'one')
    expect(await unread()).toEqual([later])
    expect((await readMessage(world.ben, later)).flags).toEqual([])
  })

  it('mark_all_as_read | only for the user who asks', async () => {
    await world.ben.post('/mark_all_as_read')
    expect((await readMessage(world.ada, ids.red1)).flags).toEqual([])
    expect((await readMessage(world.cleo, ids.group)).flags).toEqual([])
  })

  it('mark_all_as_read | update_message_flags: add read, messages [], all true', async () => {
    const queue = await events()
    await world.ben.post('/mark_all_as_read')
    expect(await queue.read()).toEqual([{ ...added([]), all: true }])
  })

  it('Messages in a stream | unread | POST /mark_stream_as_read | read, and nothing else', async () => {
    const queue = await events()
    expect(await world.ben.post('/mark_stream_as_read', { stream_id: red })).toMatchObject(success)
    expect(await unread()).toEqual([ids.blue1, ids.secret, ids.group])
    expect(await queue.read()).toEqual([added([ids.red1, ids.red2, ids.red3])])
    expect((await readUnread(world.ben)).count).toBe(3)
  })

  it('Messages in a topic | unread | POST /mark_topic_as_read | read, and nothing else', async () => {
    const queue = await events()
    const args = { stream_id: red, topic_name: 'one' }
    expect(await world.ben.post('/mark_topic_as_read', args)).toMatchObject(success)
    expect(await unread()).toEqual([ids.red3, ids.blue1, ids.secret, ids.group])
    expect(await queue.read()).toEqual([added([ids.red1, ids.red2])])
    const later = await sendToStream(world.ada, 'red', 'one')
    expect(await unread()).toContain(later)
  })

  it('mark_topic_as_read | the topic in any case', async () => {
    await world.ben.post('/mark_topic_as_read', { stream_id: red, topic_name: 'ONE' })
    expect(await unread()).toEqual([ids.red3, ids.blue1, ids.secret, ids.group])
  })

  it('mark_topic_as_read | an empty topic_name is the whole stream', async () => {
    const queue = await events()
    expect(await world.ben.post('/mark_topic_as_read', { stream_id: red, topic_name: '' })).toMatchObject(
      success,
    )
    expect(await unread()).toEqual([ids.blue1, ids.secret, ids.group])
    expect(await queue.read()).toEqual([added([ids.red1, ids.red2, ids.red3])])
  })

  it('marking again changes nothing, and tells nothing', async () => {
    await world.ben.post('/mark_stream_as_read', { stream_id: red })
    const queue = await events()
    expect(await world.ben.post('/mark_stream_as_read', { stream_id: red })).toMatchObject(success)
    const again = await world.ben.post('/mark_topic_as_read', { stream_id: red, topic_name: 'two' })
    expect(again).toMatchObject(success)
    expect(await queue.read()).toEqual([])
    await world.ben.post('/mark_stream_as_read', { stream_id: blue })
    expect(await queue.read()).toEqual([added([ids.blue1])])
  })

  it('mark_stream_as_read | a public stream that one is not in: nothing to read', async () => {
    const queue = await openQueue(world.cleo, { event_types: ['update_message_flags'] })
    expect(await world.cleo.post('/mark_stream_as_read', { stream_id: red })).toMatchObject(success)
    await world.cleo.post('/mark_all_as_read')
    expect(await queue.read()).toMatchObject([{ all: true }])
  })

  it('events | only for the user who asks', async () => {
    const others = [await openQueue(world.ada), await openQueue(world.cleo)]
    await world.ben.post('/mark_stream_as_read', { stream_id: red })
    await world.ben.post('/mark_all_as_read')
    const alive = await sendPrivately(world.ben, ['ada', 'cleo'])
    for (const queue of others) {
      expect(await queue.read()).toMatchObject([{ type: 'message', message: { id: alive } }])
    }
  })

  it('the first unread anchor moves on', async () => {
    expect(await firstUnread()).toBe(ids.red1)
    await world.ben.post('/mark_topic_as_read', { stream_id: red, topic_name: 'one' })
    expect(await firstUnread()).toBe(ids.red3)
    await world.ben.post('/mark_stream_as_read', { stream_id: red })
    expect(await firstUnread()).toBe(ids.blue1)
    await world.ben.post('/mark_all_as_read')
    expect(await firstUnread()).toBe(10_000_000_000_000_000)
  })

  it.each(['/mark_stream_as_read', '/mark_topic_as_read'])(
    '%s | stream_id required, an integer',
    async (path) => {
      const missing = { code: 'REQUEST_VARIABLE_MISSING', var_name: 'stream_id' }
      expectRefusal(await world.ben.post(path, { topic_name: 'x' }), "Missing 'stream_id' argument", missing)
      const call = (stream_id: string) => world.ben.post(path, { stream_id, topic_name: 'x' })
      expectRefusal(await call('red'), 'Argument "stream_id" is not valid JSON.')
      for (const value of ['"5"', '1.5', 'true', '[1]']) {
        expectRefusal(await call(value), 'stream_id is not an integer')
      }
    },
  )

  it('mark_topic_as_read | topic_name required', async () => {
    expectRefusal(
      await world.ben.post('/mark_topic_as_read', { stream_id: red }),
      "Missing 'topic_name' argument",
      {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'topic_name',
      },
    )
  })

  it.each(['/mark_stream_as_read', '/mark_topic_as_read'])(
    '%s | unknown or inaccessible: Invalid stream id',
    async (path) => {
      const closed = await world.ada.get('/streams')
      const { stream_id: leadership } = closed.body.streams.find(
        (one: { name: string }) => one.name === 'leadership',
      )
      for (const stream_id of [4711, 99999999999, -1, leadership]) {
        expectRefusal(await world.ben.post(path, { stream_id, topic_name: '' }), 'Invalid stream id')
      }
      expectRefusal(await world.gus.post(path, { stream_id: red, topic_name: '' }), 'Invalid stream id')
    },
  )

  it("mark_topic_as_read | a topic that does not exist: No such topic '<topic>'", async () => {
    const answer = await world.ben.post('/mark_topic_as_read', { stream_id: red, topic_name: 'Nowhere' })
    expectRefusal(answer, "No such topic 'Nowhere'")
  })

  it("mark_topic_as_read | a topic that the user never received: No such topic '<topic>'", async () => {
    const answer = await world.cleo.post('/mark_topic_as_read', { stream_id: red, topic_name: 'one' })
    expectRefusal(answer, "No such topic 'one'")
    const closed = await makeStream(world.ada, `closed ${ids.red1}`, ['ada'], { invite_only: true })
    await sendToStream(world.ada, `closed ${ids.red1}`, 'before')
    await makeStream(world.ada, `closed ${ids.red1}`, ['ben'])
    const before = await world.ben.post('/mark_topic_as_read', { stream_id: closed, topic_name: 'before' })
    expectRefusal(before, "No such topic 'before'")
  })
})

describe.each(engines)('Mark all messages as read before there are any, on %s', (engine) => {
  it('the first messages can still be read and unread', async () => {
    const world = await startWorld(engine)
    try {
      expect(await countMessages(world)).toBe(0)
      expect((await world.ben.post('/mark_all_as_read')).status).toBe(200)
      const id = await sendToStream(world.ada, 'general', 'first')
      expect((await readUnread(world.ben)).count).toBe(1)
      for (const op of ['add', 'remove', 'add'])
        expect((await world.ben.post('/messages/flags', { messages: [id], op, flag: 'read' })).status).toBe(
          200,
        )
      expect((await readUnread(world.ben)).count).toBe(0)
    } finally {
      await world.stop()
    }
  })
})
