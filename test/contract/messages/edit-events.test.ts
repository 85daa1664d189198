import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  type Event,
  makeStream,
  openQueue,
  readMessage,
  sendPrivately,
  sendToStream,
} from './message-requests.ts'
import { whoHeard, witness } from './witnesses.ts'

describe.each(engines)('Events of editing on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  /** What Ben hears when Ada edits. */
  const hear = async (id: number, args: Record<string, unknown>) => {
    const queue = await openQueue(world.ben, { event_types: ['update_message'] })
    expect(await world.ada.patch(`/messages/${id}`, args)).toMatchObject({ status: 200 })
    return queue.read()
  }
  const common = async (id: number, ids = [id]) => ({
    id: expect.any(Number),
    type: 'update_message',
    user_id: world.demo.people.ada.id,
    sender: 'ada@example.com',
    message_id: id,
    message_ids: ids,
    edit_timestamp: (await readMessage(world.ada, id)).last_edit_timestamp,
    rendering_only: false,
    flags: [],
  })
  const place = async (id: number) => ({
    stream_id: (await readMessage(world.ada, id)).stream_id,
    stream_name: 'test',
  })

  it('update_message | content edit: every field', async () => {
    const id = await sendToStream(world.ada, 'test', 'topic', 'old')
    expect(await hear(id, { content: '/me **new**' })).toEqual([
      {
        ...(await common(id)),
        ...(await place(id)),
        orig_content: 'old',
        orig_rendered_content: '<p>old</p>',
        content: '/me **new**',
        rendered_content: (await readMessage(world.ada, id)).content,
        prev_rendered_content_version: 1,
        is_me_message: true,
      },
    ])
  })

  it('update_message | topic edit: every field', async () => {
    const id = await sendToStream(world.ada, 'test', 'topic', 'old')
    expect(await hear(id, { topic: 'at https://example.org/c' })).toEqual([
      {
        ...(await common(id)),
        ...(await place(id)),
        orig_subject: 'topic',
        subject: 'at https://example.org/c',
        subject_links: ['https://example.org/c'],
        propagate_mode: 'change_one',
      },
    ])
  })

  it('update_message | of a private message: no stream', async () => {
    const id = await sendPrivately(world.ada, ['ben'], 'old')
    const [event] = await hear(id, { content: 'new' })
    expect(event).toMatchObject({ ...(await common(id)), content: 'new' })
    expect(event).not.toHaveProperty('stream_id')
    expect(event).not.toHaveProperty('stream_name')
    expect(event).not.toHaveProperty('subject')
  })

  it('update_message | message_ids: all that moved, ascending, in one event', async () => {
    const ids: number[] = []
    for (let count = 0; count < 3; count += 1) ids.push(await sendToStream(world.ada, 'test', 'parade'))
    const events = await hear(ids[1]!, { topic: 'march', propagate_mode: 'change_all' })
    expect(events).toMatchObject([{ message_id: ids[1], message_ids: ids, propagate_mode: 'change_all' }])
  })

  it('update_message | sender and user_id are the one who edits', async () => {
    const id = await sendToStream(world.ben, 'test', 'topic')
    expect(await hear(id, { topic: 'other' })).toMatchObject([
      { user_id: world.demo.people.ada.id, sender: 'ada@example.com' },
    ])
  })

  it('update_message | flags: what the new text means to each reader', async () => {
    const id = await sendToStream(world.ada, 'general', 'topic')
    const heard = await witness(world, () =>
      world.ada.patch(`/messages/${id}`, { content: '@**Ben Okri** and @**all**' }),
    )
    expect(heard.ben).toMatchObject([{ flags: ['mentioned', 'wildcard_mentioned'] }])
    expect(heard.cleo).toMatchObject([{ flags: ['wildcard_mentioned'] }])
  })

  it('update_message | flags: a topic edit leaves the mention as it is', async () => {
    const mention = await sendToStream(world.ada, 'test', 'topic', '@**Ben Okri**')
    expect(await hear(mention, { topic: 'other' })).toMatchObject([{ flags: ['mentioned'] }])
    const everyone = await sendToStream(world.ada, 'test', 'topic', '@**all**')
    expect(await hear(everyone, { topic: 'other' })).toMatchObject([{ flags: ['wildcard_mentioned'] }])
  })

  it('recipients | a public stream: its subscribers, and nobody else', async () => {
    const id = await sendToStream(world.cleo, 'test', 'topic')
    const heard = await witness(world, () => world.cleo.patch(`/messages/${id}`, { content: 'new' }))
    expect(whoHeard(heard)).toEqual(['ada', 'ben'])
    expect(heard.ada).toMatchObject([{ type: 'update_message', message_id: id }])
  })

  it('recipients | history public: current subscribers who joined after the message too', async () => {
    await makeStream(world.ada, 'growing', ['ada'])
    const id = await sendToStream(world.ada, 'growing', 'topic')
    await makeStream(world.ada, 'growing', ['cleo'])
    const heard = await witness(world, () => world.ada.patch(`/messages/${id}`, { content: 'new' }))
    expect(whoHeard(heard)).toEqual(['ada', 'cleo'])
  })

  it('recipients | history closed: only who has received the message', async () => {
    await makeStream(world.ada, 'closed', ['ada', 'ben'], { invite_only: true })
    const early = await sendToStream(world.ada, 'closed', 'topic')
    await makeStream(world.ada, 'closed', ['cleo'])
    const late = await sendToStream(world.ada, 'closed', 'topic')
    const heard = await witness(world, () =>
      world.ada.patch(`/messages/${early}`, { topic: 'other', propagate_mode: 'change_all' }),
    )
    expect(whoHeard(heard)).toEqual(['ada', 'ben', 'cleo'])
    const told = (events: Event[]) => events.flatMap((event) => event.message_ids)
    expect(told(heard.ben)).toEqual([early, late])
    expect(told(heard.cleo)).toEqual([late])
  })

  it('recipients | a private conversation: its people, and nobody else', async () => {
    const id = await sendPrivately(world.ben, ['cleo'], 'old')
    const heard = await witness(world, () => world.ben.patch(`/messages/${id}`, { content: 'new' }))
    expect(whoHeard(heard)).toEqual(['ben', 'cleo'])
  })

  it('a refused edit | nobody hears anything', async () => {
    const id = await sendToStream(world.ada, 'general', 'topic', 'old')
    const heard = await witness(world, async () => {
      await world.ben.patch(`/messages/${id}`, { content: 'new' })
      await world.ada.patch(`/messages/${id}`, { content: 'old' })
    })
    expect(whoHeard(heard)).toEqual([])
  })
})
