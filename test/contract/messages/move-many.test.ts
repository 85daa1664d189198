import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCopies } from '../../harness/add-copies.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { indexEverything } from './index-everything.ts'
import {
  type Event,
  expectRefusal,
  makeStream,
  type OpenQueue,
  openQueue,
  readIds,
  readUnread,
  sendToStream,
  type Term,
} from './message-requests.ts'

/** As the server does it. */
const AT_ONCE = 100
const TIME_LIMIT_SECONDS = 20
const LEFT_BEHIND_SECONDS = 5

describe.each(engines)('Move many messages on %s', (engine) => {
  let world: World
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const copy = async (stream: string, id: number, copies: number) => {
    const ids = await addCopies(world.chat.database, world.demo.realm.id, id, copies)
    // Pages of a stream end at the newest message whose event was sent.
    const last = await sendToStream(world.ada, stream, 'after them')
    await world.ada.delete(`/messages/${last}`)
    return ids
  }
  const prepare = async (copies: number, options: Record<string, unknown> = {}) => {
    count += 1
    const name = `many ${count}`
    const streamId = await makeStream(world.ada, name, ['ada', 'ben', 'cleo'], options)
    const first = await sendToStream(world.ben, name, 'from', `pilgrims ${count}`)
    const ids = [first, ...(await copy(name, first, copies))]
    return { name, streamId, first, ids }
  }
  const inTopic = (stream: string, topic: string, more: Term[] = []) =>
    readIds(world.ada, [
      { operator: 'stream', operand: stream },
      { operator: 'topic', operand: topic },
      ...more,
    ])
  const move = (id: number, topic: string, mode = 'change_all', client: ApiClient = world.ada) =>
    client.patch(`/messages/${id}`, { topic, propagate_mode: mode })
  const idsOf = (events: Event[]) =>
    events
      .filter((event) => event.type === 'update_message')
      .flatMap((event) => event.message_ids as number[])
  const ascending = (ids: number[]) => [...ids].sort((one, other) => one - other)
  const movesLeft = () => world.chat.database.read.selectFrom('topic_moves').selectAll().execute()

  it('others send between its batches, and what they send to the old topic stays there', async () => {
    const { name, first, ids } = await prepare(9 * AT_ONCE + 50)
    const queue = await openQueue(world.cleo, { event_types: ['message', 'update_message'] })
    let isMoving = true
    const moving = move(first, 'to').finally(() => {
      isMoving = false
    })
    const sent: number[] = []
    while (isMoving) sent.push(await sendToStream(world.ben, name, 'from'))
    expect((await moving).body).toEqual({ result: 'success', msg: '' })
    expect(await inTopic(name, 'to')).toEqual(ids)
    expect(await inTopic(name, 'from')).toEqual(sent)
    expect(await movesLeft()).toEqual([])

    const events = await queue.read()
    const updates = events.filter((event) => event.type === 'update_message')
    expect(ascending(idsOf(events))).toEqual(ids)
    for (const event of updates) {
      const own = event.message_ids as number[]
      expect(own.length).toBeLessThanOrEqual(AT_ONCE + 1)
      expect(own).toEqual(ascending(own))
      expect(own).toContain(event.message_id)
      expect(event).toMatchObject({ subject: 'to', orig_subject: 'from', propagate_mode: 'change_all' })
    }
    const between = events.slice(events.indexOf(updates[0]!), events.lastIndexOf(updates.at(-1)!))
    expect(between.filter((event) => event.type === 'message').length).toBeGreaterThan(0)
  })

  it('the newest go first, the message itself with them; each has the move in its history', async () => {
    const { first, ids } = await prepare(2 * AT_ONCE)
    const queue = await openQueue(world.ben, { event_types: ['update_message'] })
    await move(first, 'to')
    const told = (await queue.read()).map((event) => event.message_ids)
    expect(told).toEqual([[first, ...ids.slice(-AT_ONCE)], ids.slice(1, AT_ONCE + 1)])
    for (const id of [first, ids[50]!, ids.at(-1)!]) {
      const { message_history } = (await world.ben.get(`/messages/${id}/history`)).body
      expect(message_history).toMatchObject([{ topic: 'from' }, { topic: 'to', prev_topic: 'from' }])
    }
  })

  it('change_later | takes those after it, in several batches, and none before it', async () => {
    const { name, ids } = await prepare(3 * AT_ONCE)
    await move(ids[40]!, 'to', 'change_later')
    expect(await inTopic(name, 'to')).toEqual(ids.slice(40))
    expect(await inTopic(name, 'from')).toEqual(ids.slice(0, 40))
  })

  it('a change of case | moves each message once', async () => {
    const { name, ids } = await prepare(2 * AT_ONCE)
    const queue = await openQueue(world.ben, { event_types: ['update_message'] })
    await move(ids[30]!, 'FROM')
    expect(ascending(idsOf(await queue.read()))).toEqual(ids)
    expect(await inTopic(name, 'from')).toEqual(ids)
    const { message_history } = (await world.ben.get(`/messages/${ids[30]}/history`)).body
    expect(message_history).toHaveLength(2)
  })

  it('the search finds them in their new topic only', async () => {
    const { name, first, ids } = await prepare(2 * AT_ONCE)
    await indexEverything(world)
    await move(first, 'to')
    const term = [{ operator: 'search', operand: 'pilgrims' }]
    expect(await inTopic(name, 'to', term)).toEqual(ids)
    expect(await inTopic(name, 'from', term)).toEqual([])
  })

  it('to another stream | all of it, in batches, and what was unread stays so', async () => {
    const { name, streamId, first, ids } = await prepare(2 * AT_ONCE)
    const target = await makeStream(world.ada, `elsewhere ${count}`, ['ada', 'cleo'])
    const between = await sendToStream(world.ada, `elsewhere ${count}`, 'from')
    const queue = await openQueue(world.cleo, { event_types: ['update_message'] })
    const values = { stream_id: target, propagate_mode: 'change_all', send_notification_to_new_thread: false }
    expect((await world.ada.patch(`/messages/${first}`, values)).status).toBe(200)
    expect(await inTopic(`elsewhere ${count}`, 'from')).toEqual([...ids, between])
    expect(await inTopic(name, 'from')).toEqual([])
    const told = await queue.read()
    expect(told.map((event) => event.new_stream_id)).toEqual([target, target])
    expect(ascending(idsOf(told))).toEqual(ids)
    const unread = (await readUnread(world.cleo)).streams as Record<string, unknown>[]
    expect(unread.filter((group) => group.stream_id === target)).toMatchObject([
      { topic: 'from', unread_message_ids: [...ids, between] },
    ])
    expect(unread.filter((group) => group.stream_id === streamId)).toEqual([])
    expect(await movesLeft()).toEqual([])
  })

  it('two moves at once | are done one after the other', async () => {
    const { name, ids } = await prepare(4 * AT_ONCE)
    const answers = await Promise.all([move(ids[0]!, 'to'), move(ids[7]!, 'there'), move(ids[300]!, 'last')])
    for (const answer of answers) expect(answer.status).toBe(200)
    const topics = await Promise.all(['from', 'to', 'there', 'last'].map((topic) => inTopic(name, topic)))
    expect(topics.filter((found) => found.length > 0)).toEqual([ids])
  })

  it('a message that is moved out of it meanwhile | ends up where it was moved to last', async () => {
    const { name, ids } = await prepare(4 * AT_ONCE)
    await Promise.all([move(ids[0]!, 'to'), move(ids[5]!, 'alone', 'change_one')])
    expect(await inTopic(name, 'alone')).toEqual([ids[5]])
    expect(await inTopic(name, 'to')).toEqual(ids.filter((id) => id !== ids[5]))
  })

  it('deleting the new topic meanwhile | deletes all of it', async () => {
    const { name, streamId, first } = await prepare(4 * AT_ONCE)
    const moving = move(first, 'to')
    await expect.poll(() => inTopic(name, 'to')).not.toEqual([])
    const deleted = await world.ada.post(`/streams/${streamId}/delete_topic`, { topic_name: 'to' })
    expect((await moving).status).toBe(200)
    expect(deleted.body).toMatchObject({ complete: true })
    expect(await inTopic(name, 'from')).toEqual([])
    expect(await inTopic(name, 'to')).toEqual([])
  })

  it('a message that is deleted meanwhile | is gone, and no event says that it moved', async () => {
    const { name, first, ids } = await prepare(4 * AT_ONCE)
    const queue = await openQueue(world.ben, { event_types: ['update_message', 'delete_message'] })
    await Promise.all([move(first, 'to'), world.ada.delete(`/messages/${ids[3]}`)])
    const events = await queue.read()
    const gone = events.findIndex((event) => event.type === 'delete_message')
    expect(idsOf(events.slice(gone))).not.toContain(ids[3])
    expect(await inTopic(name, 'to')).toEqual(ids.filter((id) => id !== ids[3]))
    expect(await inTopic(name, 'from')).toEqual([])
  })

  it('a closed history | each reader gets events about the messages that they have received', async () => {
    const { name, first, ids } = await prepare(AT_ONCE + 20, { invite_only: true })
    await makeStream(world.ada, name, ['gus'])
    const late = await sendToStream(world.ben, name, 'from')
    const lates = [late, ...(await copy(name, late, AT_ONCE + 20))]
    const ben = await openQueue(world.ben, { event_types: ['update_message'] })
    const gus = await openQueue(world.gus, { event_types: ['update_message'] })
    await move(first, 'to')
    expect(ascending(idsOf(await ben.read()))).toEqual([...ids, ...lates])
    expect(ascending(idsOf(await gus.read()))).toEqual(lates)
  })

  it('a refused move | moves nothing', async () => {
    const { name, first, ids } = await prepare(2 * AT_ONCE)
    const queue = await openQueue(world.ben, { event_types: ['update_message'] })
    expectRefusal(await move(first, 'to', 'change_all', world.gus), 'Invalid message(s)')
    expect(await queue.read()).toEqual([])
    expect(await inTopic(name, 'from')).toEqual(ids)
    expect(await movesLeft()).toEqual([])
  })

  describe('that takes longer than anybody waits', () => {
    /** The answer comes when time is up; the rest is still where it was. */
    const begin = async (copies: number, client: ApiClient = world.ada, options = {}) => {
      const prepared = await prepare(copies, options)
      const queue = await openQueue(world.ben, { event_types: ['update_message'] })
      const moving = move(prepared.first, 'to', 'change_all', client)
      const events: Event[] = []
      await expect.poll(async () => events.push(...(await queue.read()))).toBeGreaterThan(0)
      world.clock.advance(TIME_LIMIT_SECONDS)
      expect((await moving).status).toBe(200)
      events.push(...(await queue.read()))
      expect(idsOf(events).length).toBeLessThan(prepared.ids.length)
      expect(await movesLeft()).toHaveLength(1)
      return { ...prepared, queue, events }
    }
    const end = async ({ queue, events }: { queue: OpenQueue; events: Event[] }) => {
      world.clock.advance(LEFT_BEHIND_SECONDS + 1)
      await expect.poll(movesLeft).toEqual([])
      events.push(...(await queue.read()))
    }

    it('the server finishes it, with one event for each message', async () => {
      const begun = await begin(40 * AT_ONCE)
      await end(begun)
      expect(ascending(idsOf(begun.events))).toEqual(begun.ids)
      expect(await inTopic(begun.name, 'from')).toEqual([])
    })

    it('also when who asked for it may no longer do so', async () => {
      const begun = await begin(40 * AT_ONCE, world.cleo)
      const cleo = world.demo.people.cleo.id
      expect((await world.ada.delete(`/users/${cleo}`)).status).toBe(200)
      await end(begun)
      expect(ascending(idsOf(begun.events))).toEqual(begun.ids)
      for (const event of begun.events) expect(event).toMatchObject({ user_id: cleo })
      expect((await world.ada.post(`/users/${cleo}/reactivate`)).status).toBe(200)
    })

    it('also when the stream is archived meanwhile; only its last subscribers get the events', async () => {
      const gus = await openQueue(world.gus, { event_types: ['update_message'] })
      const begun = await begin(40 * AT_ONCE)
      expect((await world.ada.delete(`/streams/${begun.streamId}`)).status).toBe(200)
      await end(begun)
      for (let more = await begun.queue.read(); more.length > 0; more = await begun.queue.read())
        begun.events.push(...more)
      expect(ascending(idsOf(begun.events))).toEqual(begun.ids)
      expect(await gus.read()).toEqual([])
      const rows = await world.chat.database.read
        .selectFrom('messages')
        .select('topic')
        .distinct()
        .where('stream_id', '=', begun.streamId)
        .execute()
      expect(rows).toEqual([{ topic: 'to' }])
    })
  })
})
