import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, readMessage, sendPrivately, sendToStream } from './message-requests.ts'
import { whoHeard, witness } from './witnesses.ts'

describe.each(engines)('Events of deleting on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const deleted = (id: number) => witness(world, () => world.ada.delete(`/messages/${id}`))

  it('delete_message | of a stream message: every field', async () => {
    const id = await sendToStream(world.ben, 'test', 'The Topic')
    const { stream_id } = await readMessage(world.ada, id)
    expect((await deleted(id)).ben).toEqual([
      {
        id: expect.any(Number),
        type: 'delete_message',
        message_id: id,
        message_ids: [id],
        message_type: 'stream',
        sender: 'ben@example.com',
        sender_id: world.demo.people.ben.id,
        stream_id,
        topic: 'The Topic',
      },
    ])
  })

  it('delete_message | of a private message: every field', async () => {
    const id = await sendPrivately(world.ben, ['ada'])
    const { recipient_id } = await readMessage(world.ada, id)
    expect((await deleted(id)).ben).toEqual([
      {
        id: expect.any(Number),
        type: 'delete_message',
        message_id: id,
        message_ids: [id],
        message_type: 'private',
        sender: 'ben@example.com',
        sender_id: world.demo.people.ben.id,
        recipient_id,
      },
    ])
  })

  it('recipients | a public stream: its subscribers, and nobody else', async () => {
    expect(whoHeard(await deleted(await sendToStream(world.cleo, 'test', 'x')))).toEqual(['ada', 'ben'])
  })

  it('recipients | a private stream: its subscribers, and nobody else', async () => {
    expect(whoHeard(await deleted(await sendToStream(world.cleo, 'leadership', 'x')))).toEqual([
      'ada',
      'cleo',
    ])
  })

  it('recipients | history closed: only who has received the message', async () => {
    await makeStream(world.ada, 'closed', ['ada', 'ben'], { invite_only: true })
    const id = await sendToStream(world.ada, 'closed', 'x')
    await makeStream(world.ada, 'closed', ['cleo'])
    expect(whoHeard(await deleted(id))).toEqual(['ada', 'ben'])
  })

  it('recipients | a private conversation: its people, and nobody else', async () => {
    const id = await sendPrivately(world.cleo, ['ada', 'gus'])
    expect(whoHeard(await deleted(id))).toEqual(['ada', 'cleo', 'gus'])
  })

  it('a refused delete | nobody hears anything', async () => {
    const id = await sendToStream(world.ada, 'general', 'x')
    const heard = await witness(world, () => world.ben.delete(`/messages/${id}`))
    expect(whoHeard(heard)).toEqual([])
  })
})
