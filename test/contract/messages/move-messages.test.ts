import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  expectRefusal,
  makeStream,
  readIds,
  readMessage,
  readUnread,
  sendToStream,
} from './message-requests.ts'

describe.each(engines)('Move messages between topics on %s', (engine) => {
  let world: World
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  /** Four messages in "from", the third in another case; one in "elsewhere". */
  const prepare = async () => {
    count += 1
    const name = `moving ${count}`
    const streamId = await makeStream(world.ada, name, ['ada', 'ben'])
    const ids: number[] = []
    for (const topic of ['from', 'from', 'From', 'from']) ids.push(await sendToStream(world.ada, name, topic))
    const other = await sendToStream(world.ada, name, 'elsewhere')
    return { name, streamId, ids, other }
  }
  const inTopic = (stream: string, topic: string) =>
    readIds(world.ada, [
      { operator: 'stream', operand: stream },
      { operator: 'topic', operand: topic },
    ])
  const move = async (id: number, args: Record<string, unknown>) =>
    expect(await world.ada.patch(`/messages/${id}`, args)).toMatchObject({ status: 200 })

  it('propagate_mode | change_one, and by default: only this message', async () => {
    for (const args of [{}, { propagate_mode: 'change_one' }]) {
      const { name, ids } = await prepare()
      await move(ids[1]!, { topic: 'to', ...args })
      expect(await inTopic(name, 'to')).toEqual([ids[1]])
      expect(await inTopic(name, 'from')).toEqual([ids[0], ids[2], ids[3]])
    }
  })

  it('propagate_mode | a closed history: only what the mover can see moves', async () => {
    await makeStream(world.ada, 'closed moves', ['ada'], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const early = await sendToStream(world.ada, 'closed moves', 'from')
    await makeStream(world.ada, 'closed moves', ['ben'])
    const late = await sendToStream(world.ben, 'closed moves', 'from')
    const moved = await world.ben.patch(`/messages/${late}`, { topic: 'to', propagate_mode: 'change_all' })
    expect(moved.status).toBe(200)
    expect(await inTopic('closed moves', 'to')).toEqual([late])
    expect(await inTopic('closed moves', 'from')).toEqual([early])
  })

  it('a private stream that the caller has left: nothing can be moved', async () => {
    await makeStream(world.ada, 'left moves', ['ada', 'ben'], { invite_only: true })
    const own = await sendToStream(world.ben, 'left moves', 'from')
    const other = await sendToStream(world.ada, 'left moves', 'from')
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['left moves'] })
    for (const propagate_mode of ['change_one', 'change_later', 'change_all'])
      expectRefusal(
        await world.ben.patch(`/messages/${own}`, { topic: 'to', propagate_mode }),
        'Invalid message(s)',
      )
    expect(await inTopic('left moves', 'from')).toEqual([own, other])
  })

  it('propagate_mode | change_later: this message and those after it', async () => {
    const { name, ids, other } = await prepare()
    await move(ids[1]!, { topic: 'to', propagate_mode: 'change_later' })
    expect(await inTopic(name, 'to')).toEqual(ids.slice(1))
    expect(await inTopic(name, 'from')).toEqual([ids[0]])
    expect(await inTopic(name, 'elsewhere')).toEqual([other])
  })

  it('propagate_mode | change_all: the whole topic, in any case, and nothing of another', async () => {
    const { name, ids, other } = await prepare()
    const same = await sendToStream(world.ada, 'test', 'from')
    await move(ids[1]!, { topic: 'to', propagate_mode: 'change_all' })
    expect(await inTopic(name, 'to')).toEqual(ids)
    expect(await inTopic(name, 'from')).toEqual([])
    expect(await inTopic(name, 'elsewhere')).toEqual([other])
    expect(await inTopic('test', 'from')).toEqual([same])
  })

  it('propagate_mode | content is changed in this message only', async () => {
    const { ids } = await prepare()
    await move(ids[1]!, { topic: 'to', content: 'changed', propagate_mode: 'change_all' })
    expect((await readMessage(world.ada, ids[1]!)).content).toBe('<p>changed</p>')
    expect((await readMessage(world.ada, ids[2]!)).content).toBe('<p>text</p>')
  })

  it('propagate_mode | every moved message has the move in its history', async () => {
    const { ids } = await prepare()
    await move(ids[0]!, { topic: 'to', propagate_mode: 'change_all' })
    for (const [index, topic] of ['from', 'from', 'From', 'from'].entries()) {
      const { message_history } = (await world.ada.get(`/messages/${ids[index]}/history`)).body
      expect(message_history).toMatchObject([{ topic }, { topic: 'to', prev_topic: topic }])
    }
  })

  it('propagate_mode | without a topic it changes nothing else', async () => {
    const { name, ids } = await prepare()
    await move(ids[1]!, { content: 'changed', propagate_mode: 'change_all' })
    expect(await inTopic(name, 'from')).toEqual(ids)
    expect((await readMessage(world.ada, ids[0]!)).content).toBe('<p>text</p>')
  })

  const unreadIn = async (streamId: number) =>
    (await readUnread(world.ben)).streams
      .filter((group: { stream_id: number }) => group.stream_id === streamId)
      .map((group: { topic: string; unread_message_ids: number[] }) => [
        group.topic,
        group.unread_message_ids,
      ])

  it('what was read stays read in its new topic', async () => {
    const { streamId, ids, other } = await prepare()
    await world.ben.post('/mark_topic_as_read', { stream_id: streamId, topic_name: 'from' })
    await move(ids[0]!, { topic: 'elsewhere', propagate_mode: 'change_all' })
    expect(await unreadIn(streamId)).toEqual([['elsewhere', [other]]])
    for (const id of ids) expect((await readMessage(world.ben, id)).flags).toEqual(['read'])
  })

  it('what was unread stays unread in a topic that was read', async () => {
    const { streamId, ids, other } = await prepare()
    await world.ben.post('/mark_topic_as_read', { stream_id: streamId, topic_name: 'elsewhere' })
    await move(ids[1]!, { topic: 'elsewhere' })
    expect(await unreadIn(streamId)).toEqual([
      ['from', [ids[0], ids[2], ids[3]]],
      ['elsewhere', [ids[1]]],
    ])
    expect((await readMessage(world.ben, ids[1]!)).flags).toEqual([])
    expect((await readMessage(world.ben, other)).flags).toEqual(['read'])
  })

  it('what moved there and back is as it was, and can be read', async () => {
    const { streamId, ids } = await prepare()
    await world.ben.post('/mark_topic_as_read', { stream_id: streamId, topic_name: 'elsewhere' })
    await move(ids[0]!, { topic: 'elsewhere' })
    await move(ids[0]!, { topic: 'from' })
    expect((await readMessage(world.ben, ids[0]!)).flags).toEqual([])
    await world.ben.post('/mark_topic_as_read', { stream_id: streamId, topic_name: 'from' })
    expect(await unreadIn(streamId)).toEqual([])
    await move(ids[0]!, { topic: 'elsewhere' })
    expect(await unreadIn(streamId)).toEqual([])
  })

  it('a change of case keeps topic and read state together', async () => {
    const { name, streamId, ids } = await prepare()
    await world.ben.post('/mark_topic_as_read', { stream_id: streamId, topic_name: 'from' })
    await move(ids[0]!, { topic: 'FROM' })
    expect(await inTopic(name, 'from')).toEqual(ids)
    expect((await readMessage(world.ben, ids[0]!)).flags).toEqual(['read'])
  })
})
