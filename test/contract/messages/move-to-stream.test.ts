import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  makeStream,
  readIds,
  readMessage,
  readMessages,
  readUnread,
  sendToStream,
} from './message-requests.ts'
import { witness } from './witnesses.ts'

describe.each(engines)('Move messages to another stream on %s', (engine) => {
  let world: World
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  /** Ben sent three messages to the old stream. Ada, Ben and Cleo are in it; Ada and Ben are in the new one. */
  const prepare = async (from: object = {}, to: object = {}, people = ['ada', 'ben']) => {
    count += 1
    const source = { name: `old ${count}`, id: 0 }
    source.id = await makeStream(world.ada, source.name, ['ada', 'ben', 'cleo'], { ...from })
    const ids: number[] = []
    for (const topic of ['plan', 'Plan', 'plan']) ids.push(await sendToStream(world.ben, source.name, topic))
    const target = { name: `new ${count}`, id: 0 }
    target.id = await makeStream(world.ada, target.name, people, { ...to })
    return { source, target, ids }
  }
  const move = async (id: number, args: Record<string, unknown>, client: ApiClient = world.ben) => {
    const answer = await client.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...args })
    expect(answer.body).toEqual({ result: 'success', msg: '' })
  }
  const inStream = (stream: { id: number }, topic?: string, client: ApiClient = world.ada) =>
    readIds(client, [
      { operator: 'stream', operand: stream.id },
      ...(topic === undefined ? [] : [{ operator: 'topic', operand: topic }]),
    ])
  const unreadIn = async (client: ApiClient, { id }: { id: number }): Promise<number[]> =>
    (await readUnread(client)).streams
      .filter((group: { stream_id: number }) => group.stream_id === id)
      .flatMap((group: { unread_message_ids: number[] }) => group.unread_message_ids)
  const topicsOf = async (client: ApiClient, { id }: { id: number }) =>
    (await client.get(`/users/me/${id}/topics`)).body.topics

  it('stream_id | the message, and with change_later or change_all others of its topic', async () => {
    for (const [propagate_mode, wanted] of [
      ['change_one', [1]],
      ['change_later', [1, 2]],
      ['change_all', [0, 1, 2]],
    ] as const) {
      const { source, target, ids } = await prepare()
      await move(ids[1]!, { stream_id: target.id, propagate_mode })
      expect(await inStream(target)).toEqual(wanted.map((index) => ids[index]))
      expect(await inStream(source)).toEqual(ids.filter((_id, index) => !wanted.includes(index as never)))
      const [newest] = await topicsOf(world.ada, target)
      expect(newest).toEqual({ name: 'Plan', max_id: ids[wanted.at(-1)!] })
    }
  })

  it('stream_id | with a new topic, and the message says where it is', async () => {
    const { source, target, ids } = await prepare()
    await move(ids[0]!, { stream_id: target.id, topic: 'next', propagate_mode: 'change_all' })
    expect(await inStream(target, 'next')).toEqual(ids)
    expect(await topicsOf(world.ada, source)).toEqual([])
    const message = await readMessage(world.ada, ids[0]!)
    expect(message).toMatchObject({ stream_id: target.id, display_recipient: target.name, subject: 'next' })
    expect(message.edit_history).toMatchObject([
      { prev_topic: 'plan', topic: 'next', prev_stream: source.id, stream: target.id },
    ])
    await move(ids[0]!, { topic: 'last' })
    const [newest, older] = (await readMessage(world.ada, ids[0]!)).edit_history
    expect(newest).toMatchObject({ prev_topic: 'next', topic: 'last' })
    expect(newest).not.toHaveProperty('stream')
    expect(older).toMatchObject({ topic: 'next', stream: target.id })
    const { message_history: history } = (await world.ada.get(`/messages/${ids[0]}/history`)).body
    expect(history.at(-2)).toMatchObject({ topic: 'next', prev_topic: 'plan', prev_stream: source.id })
  })

  it('stream_id | of its own stream: only the topic changes', async () => {
    const { source, ids } = await prepare()
    await move(ids[0]!, { stream_id: source.id, topic: 'next' })
    const [edit] = (await readMessage(world.ada, ids[0]!)).edit_history
    expect(edit).not.toHaveProperty('prev_stream')
    const answer = await world.ben.patch(`/messages/${ids[1]}`, { stream_id: source.id })
    expect(answer.body.msg).toBe('Nothing to change')
  })

  it('stream_id | words, reactions and stars move along, and the first message of both streams is right', async () => {
    const { source, target, ids } = await prepare()
    await world.ada.post(`/messages/${ids[0]}/reactions`, { emoji_name: 'tada' })
    await world.ada.post('/messages/flags', { messages: [ids[0]], op: 'add', flag: 'starred' })
    await move(ids[0]!, { stream_id: target.id })
    const [found] = await readMessages(world.ada, [
      { operator: 'stream', operand: target.id },
      { operator: 'search', operand: 'text' },
    ])
    expect(found).toMatchObject({ id: ids[0], reactions: [{ emoji_name: 'tada' }] })
    expect(found.flags).toContain('starred')
    const { streams } = (await world.ada.get('/streams')).body
    const firstOf = ({ id }: { id: number }) =>
      streams.find((stream: { stream_id: number }) => stream.stream_id === id).first_message_id
    expect([firstOf(source), firstOf(target)]).toEqual([ids[1], ids[0]])
  })

  it('read state | unread stays unread, read stays read, also if one joined the stream later', async () => {
    const { source, target, ids } = await prepare({}, {}, ['ada', 'ben', 'cleo'])
    await world.cleo.post('/messages/flags', { messages: [ids[1]], op: 'add', flag: 'read' })
    await sendToStream(world.ben, target.name, 'other')
    await world.ada.post('/mark_stream_as_read', { stream_id: target.id })
    await move(ids[0]!, { stream_id: target.id, propagate_mode: 'change_all' })
    expect(await unreadIn(world.cleo, target)).toEqual(expect.arrayContaining([ids[0], ids[2]]))
    expect(await unreadIn(world.cleo, target)).not.toContain(ids[1])
    expect(await unreadIn(world.ada, target)).toEqual(ids)
    expect(await unreadIn(world.ada, source)).toEqual([])
    const page = await world.ada.get('/messages', {
      anchor: 'first_unread',
      num_before: 0,
      num_after: 0,
      narrow: [{ operator: 'stream', operand: target.id }],
    })
    expect(page.body.anchor).toBe(ids[0])
    await world.ada.post('/mark_topic_as_read', { stream_id: target.id, topic_name: 'plan' })
    expect(await unreadIn(world.ada, target)).toEqual([])
    await move(ids[0]!, { stream_id: source.id, propagate_mode: 'change_all' })
    expect(await unreadIn(world.ada, source)).toEqual([])
    expect(await unreadIn(world.cleo, source)).toEqual([ids[0], ids[2]])
  })

  it('read state | for a subscriber to whom a message is new, it is read', async () => {
    const { target, ids } = await prepare({}, {}, ['ada', 'ben', 'gus'])
    const later = await sendToStream(world.ben, target.name, 'other')
    await move(ids[0]!, { stream_id: target.id, propagate_mode: 'change_all' })
    expect(await unreadIn(world.gus, target)).toEqual([later])
    expect((await readMessage(world.gus, ids[0]!)).flags).toEqual(['read'])
  })

  it('update_message | subscribers of the new stream, and readers of the old one who can follow', async () => {
    const { source, target, ids } = await prepare()
    const heard = await witness(world, () =>
      move(ids[1]!, { stream_id: target.id, topic: 'next', propagate_mode: 'change_all' }),
    )
    const told = {
      type: 'update_message',
      message_id: ids[1],
      message_ids: ids,
      stream_id: source.id,
      stream_name: source.name,
      new_stream_id: target.id,
      orig_subject: 'Plan',
      subject: 'next',
      propagate_mode: 'change_all',
    }
    expect(heard.ada).toMatchObject([told])
    expect(heard.ben).toMatchObject([told])
    const read = { type: 'update_message_flags', op: 'add', flag: 'read', messages: ids }
    expect(heard.cleo).toMatchObject([told, read])
    expect([heard.gus, heard.echoBot]).toEqual([[], []])
    expect(await unreadIn(world.cleo, target)).toEqual([])
    const { message } = (await world.cleo.get(`/messages/${ids[0]}`)).body
    expect(message.flags).toEqual(['read', 'historical'])
  })

  it('update_message | the name of a private stream stays there', async () => {
    const { target, ids } = await prepare({ invite_only: true }, {}, ['ada', 'ben', 'gus'])
    const heard = await witness(world, () => move(ids[0]!, { stream_id: target.id }))
    expect(heard.gus).toMatchObject([{ type: 'update_message', new_stream_id: target.id }])
    expect(heard.gus[0]).not.toHaveProperty('stream_name')
  })

  it('send_notification_to_new_thread | by default a notice there; in the old one only if asked for', async () => {
    const { source, target, ids } = await prepare()
    await world.ben.patch(`/messages/${ids[0]}`, { stream_id: target.id, propagate_mode: 'change_all' })
    const [notice] = (
      await readMessages(world.ada, [{ operator: 'stream', operand: target.id }], { apply_markdown: false })
    ).slice(-1)
    expect(notice).toMatchObject({
      subject: 'plan',
      content: `This topic was moved here from #**${source.name}>plan** by @_**Ben Okri|${world.demo.people.ben.id}**.`,
    })
    expect(await inStream(source)).toEqual([])
    const other = await prepare({}, { invite_only: true })
    await move(other.ids[0]!, { stream_id: other.target.id, send_notification_to_old_thread: true })
    const old = await readMessages(world.ada, [{ operator: 'stream', operand: other.source.id }], {
      apply_markdown: false,
    })
    expect(old.at(-1).content).toContain('A message was moved to another stream by')
  })
})
