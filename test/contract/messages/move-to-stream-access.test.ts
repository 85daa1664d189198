import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readIds, sendPrivately, sendToStream } from './message-requests.ts'
import { witness } from './witnesses.ts'

describe.each(engines)('Who may move messages to another stream, and who sees them then, on %s', (engine) => {
  let world: World
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const stream = async (people: readonly string[], args: object = {}) => {
    count += 1
    const name = `place ${count}`
    return { name, id: await makeStream(world.ada, name, people, { ...args }) }
  }
  const secret = { invite_only: true }
  const closed = { invite_only: true, history_public_to_subscribers: false }
  const tryMove = (client: ApiClient, id: number, to: { id: number }, args: object = {}) =>
    client.patch(`/messages/${id}`, {
      stream_id: to.id,
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
      ...args,
    })
  const move = async (client: ApiClient, id: number, to: { id: number }) =>
    expect((await tryMove(client, id, to)).body).toEqual({ result: 'success', msg: '' })
  const canSee = async (client: ApiClient, id: number) => (await client.get(`/messages/${id}`)).status === 200
  const seenIn = (client: ApiClient, { id }: { id: number }) =>
    readIds(client, [{ operator: 'stream', operand: id }])

  it('who | a guest cannot, not even with an own message', async () => {
    const [from, to] = [await stream(['ada', 'gus']), await stream(['ada', 'gus'])]
    const id = await sendToStream(world.gus, from.name, 'plan')
    expectRefusal(await tryMove(world.gus, id, to), 'Guests cannot move messages to another stream')
  })

  it('who | others only if they may change topics', async () => {
    const [from, to] = [await stream(['ada', 'ben', 'cleo']), await stream(['ada', 'cleo'])]
    const id = await sendToStream(world.ben, from.name, 'plan')
    await changeRealmSettings(world, { allow_community_topic_editing: false })
    expectRefusal(await tryMove(world.cleo, id, to), "You don't have permission to edit this message")
    await changeRealmSettings(world, { allow_community_topic_editing: true })
    await move(world.cleo, id, to)
  })

  it('target | one must be able to send there', async () => {
    const from = await stream(['ada', 'ben'])
    const id = await sendToStream(world.ben, from.name, 'plan')
    const hidden = await stream(['ada'], secret)
    const missing = { id: 987_654 }
    for (const to of [hidden, missing])
      expect((await tryMove(world.ben, id, to)).body).toMatchObject({
        result: 'error',
        msg: `Stream with ID '${to.id}' does not exist`,
      })
    const { body } = await world.ben.get('/get_stream_id', { stream: 'announcements' })
    const announcements = { id: body.stream_id }
    expectRefusal(
      await tryMove(world.ben, id, announcements),
      'Only organization administrators can send to this stream.',
    )
    expect(await seenIn(world.ada, from)).toEqual([id])
  })

  it('what | no private message, and no new content at the same time', async () => {
    const to = await stream(['ada', 'ben'])
    const own = await sendPrivately(world.ben, ['ada'])
    expectRefusal(await tryMove(world.ben, own, to), 'Private messages cannot be moved to a stream')
    const id = await sendToStream(world.ben, (await stream(['ada', 'ben'])).name, 'plan')
    expectRefusal(
      await tryMove(world.ben, id, to, { content: 'new' }),
      'Move the message to another stream first, then edit its content in a second request',
    )
  })

  it('what | nothing of a private stream that the caller has left', async () => {
    const [from, to] = [await stream(['ada', 'ben'], secret), await stream(['ada', 'ben'])]
    const id = await sendToStream(world.ben, from.name, 'plan')
    await world.ben.delete('/users/me/subscriptions', { subscriptions: [from.name] })
    expectRefusal(await tryMove(world.ben, id, to), 'Invalid message(s)')
  })

  it('to a private stream | the others lose it, with their stars, and get delete_message', async () => {
    const [from, to] = [await stream(['ada', 'ben', 'cleo', 'gus']), await stream(['ada', 'ben'], secret)]
    const id = await sendToStream(world.ben, from.name, 'plan')
    await world.cleo.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    const heard = await witness(world, () => move(world.ben, id, to))
    const gone = { type: 'delete_message', message_ids: [id], stream_id: from.id, topic: 'plan' }
    expect(heard.cleo).toMatchObject([
      gone,
      { type: 'update_message_flags', op: 'remove', flag: 'starred', messages: [id] },
    ])
    expect(heard.gus).toMatchObject([gone])
    for (const name of ['ada', 'ben'] as const)
      expect(heard[name]).toMatchObject([{ type: 'update_message', new_stream_id: to.id }])
    for (const client of [world.cleo, world.gus]) {
      expect(await canSee(client, id)).toBe(false)
      expect((await client.get(`/messages/${id}/history`)).status).toBe(400)
      expect(await readIds(client, [{ operator: 'search', operand: 'text' }])).not.toContain(id)
      expect(await readIds(client)).not.toContain(id)
    }
    expect(await readIds(world.cleo, [{ operator: 'is', operand: 'starred' }])).toEqual([])
    expect(await seenIn(world.ada, to)).toEqual([id])
  })

  it('to a private stream | a queue that watches all public streams gets one event', async () => {
    const [from, to] = [await stream(['ada', 'ben']), await stream(['ada', 'ben'], secret)]
    const id = await sendToStream(world.ben, from.name, 'plan')
    const heard = await witness(world, () => move(world.ben, id, to), { all_public_streams: true })
    expect(heard.cleo).toMatchObject([{ type: 'delete_message', message_ids: [id] }])
    expect(heard.ada).toMatchObject([{ type: 'update_message' }])
    expect(heard.gus).toEqual([])
  })

  it('to a private stream | a request that waits for events is answered', async () => {
    const [from, to] = [await stream(['ada', 'ben', 'cleo']), await stream(['ada', 'ben'], secret)]
    const id = await sendToStream(world.ben, from.name, 'plan')
    const { queue_id } = (await world.cleo.post('/register', { event_types: ['delete_message'] })).body
    const waiting = world.cleo.get('/events', { queue_id, last_event_id: -1 })
    await move(world.ben, id, to)
    expect((await waiting).body.events).toMatchObject([{ type: 'delete_message', message_ids: [id] }])
  })

  it('to a public stream | guests who are not in it lose it', async () => {
    const [from, to] = [await stream(['ada', 'ben', 'gus']), await stream(['ada', 'ben'])]
    const id = await sendToStream(world.ben, from.name, 'plan')
    const heard = await witness(world, () => move(world.ben, id, to))
    expect(heard.gus).toMatchObject([{ type: 'delete_message', message_ids: [id] }])
    expect(await canSee(world.gus, id)).toBe(false)
  })

  it('from a private stream | everyone in the new one sees it', async () => {
    const [from, to] = [await stream(['ada', 'ben'], closed), await stream(['ada', 'gus'])]
    const id = await sendToStream(world.ben, from.name, 'plan')
    await move(world.ben, id, to)
    for (const client of [world.ada, world.ben, world.cleo, world.gus])
      expect(await seenIn(client, to)).toEqual([id])
  })

  it('to a closed history | those who are in the stream then see it, later subscribers do not', async () => {
    const from = await stream(['ada', 'ben', 'cleo'], closed)
    const id = await sendToStream(world.ben, from.name, 'plan')
    const to = await stream(['ada', 'ben', 'gus'], closed)
    await world.gus.delete('/users/me/subscriptions', { subscriptions: [to.name] })
    await move(world.ben, id, to)
    await makeStream(world.ada, to.name, ['cleo', 'gus'])
    expect(await seenIn(world.ben, to)).toEqual([id])
    expect((await world.ada.get(`/users/me/${to.id}/topics`)).body.topics).toHaveLength(1)
    for (const client of [world.cleo, world.gus]) {
      expect(await canSee(client, id)).toBe(false)
      expect(await seenIn(client, to)).toEqual([])
      expect((await client.get(`/users/me/${to.id}/topics`)).body.topics).toEqual([])
    }
    await world.ada.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    const heard = await witness(world, () => world.ben.patch(`/messages/${id}`, { topic: 'next' }))
    expect(heard.ada).toHaveLength(1)
    expect([heard.cleo, heard.gus]).toEqual([[], []])
  })

  it('from a closed history | each reader gets events only about messages they had', async () => {
    const from = await stream(['ada', 'ben'], closed)
    const to = await stream(['ada', 'ben'], secret)
    const early = await sendToStream(world.ben, from.name, 'plan')
    await makeStream(world.ada, from.name, ['cleo'])
    const late = await sendToStream(world.ben, from.name, 'plan')
    const heard = await witness(world, () => move(world.ben, late, to))
    expect(heard.cleo).toMatchObject([{ type: 'delete_message', message_ids: [late] }])
    expect(await seenIn(world.ada, to)).toEqual([early, late])
  })

  it('files | they follow their message', async () => {
    const [from, to] = [await stream(['ada', 'ben', 'cleo']), await stream(['ada', 'ben'], secret)]
    const file = { bytes: Buffer.from('words'), name: 'words.txt' }
    const { uri } = (await world.ben.upload('/user_uploads', { file })).body
    const id = await sendToStream(world.ben, from.name, 'plan', `[words](${uri})`)
    const path = uri.replace('/user_uploads/', '')
    const open = async (client: ApiClient) => (await client.get(`/user_uploads/${path}`)).status
    expect([await open(world.cleo), await open(world.ada)]).toEqual([200, 200])
    await move(world.ben, id, to)
    expect([await open(world.cleo), await open(world.ada)]).toEqual([404, 200])
  })
})
