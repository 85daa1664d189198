import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { openQueue, readMessage, readUnread, sendPrivately, sendToStream } from './message-requests.ts'
import { whoHeard, witness } from './witnesses.ts'

const path = '/messages/flags'
const types = { event_types: ['update_message_flags', 'message'] }

describe.each(engines)('Event update_message_flags of single messages on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('to the owner of the flags only, ascending, with both names of the operation', async () => {
    const ids = [
      await sendToStream(world.ada, 'general', 'flags'),
      await sendToStream(world.ada, 'general', 'flags'),
    ]
    const heard = await witness(
      world,
      async () => {
        await world.ben.post(path, { messages: [ids[1], ids[0]], op: 'add', flag: 'starred' })
        await world.ben.post(path, { messages: ids, op: 'remove', flag: 'starred' })
        await world.ben.post(path, { messages: ids, op: 'add', flag: 'read' })
      },
      types,
    )
    const event = { type: 'update_message_flags', messages: ids, all: false, id: expect.any(Number) }
    expect(heard.ben).toEqual([
      { ...event, op: 'add', operation: 'add', flag: 'starred' },
      { ...event, op: 'remove', operation: 'remove', flag: 'starred' },
      { ...event, op: 'add', operation: 'add', flag: 'read' },
    ])
    expect(whoHeard(heard)).toEqual(['ben'])
  })

  it('only what really changed, and no event when nothing did', async () => {
    const first = await sendToStream(world.ada, 'general', 'flags')
    const second = await sendToStream(world.ada, 'general', 'flags')
    await world.ben.post(path, { messages: [first], op: 'add', flag: 'read' })
    const queue = await openQueue(world.ben, types)
    await world.ben.post(path, { messages: [first, second], op: 'add', flag: 'read' })
    await world.ben.post(path, { messages: [first, second], op: 'add', flag: 'read' })
    await world.ben.post(path, { messages: [first], op: 'remove', flag: 'collapsed' })
    expect(await queue.read()).toMatchObject([{ messages: [second] }])
  })

  it('a refused change is no event', async () => {
    const id = await sendToStream(world.ada, 'general', 'flags')
    const queue = await openQueue(world.ben, types)
    await world.ben.post(path, { messages: [id, 987_654], op: 'add', flag: 'read' })
    await world.ben.post(path, { messages: [id], op: 'add', flag: 'mentioned' })
    expect(await queue.read()).toEqual([])
  })

  it('message_details | of what becomes unread: where it belongs', async () => {
    const { ada, cleo } = world.demo.people
    const plain = await sendToStream(world.ada, 'general', 'Details')
    const mention = await sendToStream(world.ada, 'general', 'Details', '@**Ben Okri**')
    const everyone = await sendToStream(world.ada, 'general', 'Details', '@**all**')
    const pair = await sendPrivately(world.ada, ['ben'])
    const group = await sendPrivately(world.cleo, ['ada', 'ben'])
    const self = await sendPrivately(world.ben, ['ben'])
    const muted = await sendToStream(world.ada, 'general', 'quiet')
    await world.ben.patch('/users/me/subscriptions/muted_topics', {
      stream: 'general',
      topic: 'Quiet',
      op: 'add',
    })
    const messages = [plain, mention, everyone, pair, group, self, muted]
    await world.ben.post(path, { messages, op: 'add', flag: 'read' })
    const queue = await openQueue(world.ben, types)
    await world.ben.post(path, { messages, op: 'remove', flag: 'read' })
    const { stream_id } = await readMessage(world.ben, plain)
    const here = { type: 'stream', stream_id, topic: 'Details', unmuted_stream_msg: true }
    const [event] = await queue.read()
    expect(event).toMatchObject({ op: 'remove', flag: 'read', messages })
    expect(event!.message_details).toEqual({
      [plain]: here,
      [mention]: { ...here, mentioned: true },
      [everyone]: { ...here, mentioned: true },
      [pair]: { type: 'private', user_ids: [ada.id] },
      [group]: { type: 'private', user_ids: [ada.id, cleo.id].sort((one, other) => one - other) },
      [self]: { type: 'private', user_ids: [] },
      [muted]: { ...here, topic: 'quiet', unmuted_stream_msg: false },
    })
  })

  it('initial state and events give the state of a fresh registration', async () => {
    const id = await sendPrivately(world.ada, ['cleo'])
    const count = async () => (await readUnread(world.cleo)).count
    const before = await count()
    const queue = await openQueue(world.cleo, types)
    await world.cleo.post(path, { messages: [id], op: 'add', flag: 'read' })
    const [read] = await queue.read()
    expect(await count()).toBe(before - (read!.messages as number[]).length)
    await world.cleo.post(path, { messages: [id], op: 'remove', flag: 'read' })
    const [unread] = await queue.read()
    expect(await count()).toBe(before - 1 + (unread!.messages as number[]).length)
  })
})
