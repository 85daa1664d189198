import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readIds, sendToStream } from '../messages/message-requests.ts'
import { keepsStateEqual } from './stream-state.ts'

describe.each(engines)('Making streams private and public on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const change = async (id: number, args: object, client = world.ada) => {
    const answer = await client.patch(`/streams/${id}`, { ...args })
    expect(answer.body).toEqual({ result: 'success', msg: '' })
  }
  const narrow = (stream: string) => [{ operator: 'stream', operand: stream }]
  const unknown = (answer: Answer, stream: string) =>
    expect(answer.body).toMatchObject({ code: 'BAD_NARROW', desc: `unknown stream ${stream}` })
  const look = (client: World['ada'], stream: string) =>
    client.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow: narrow(stream) })
  const canAccess = async (client: World['ada'], id: number) =>
    (await client.get(`/messages/${id}/history`)).status === 200

  it('public -> private | who is in it hears what changed, the other members that it went', async () => {
    const id = await makeStream(world.ada, 'square', ['ada', 'ben', 'gus'])
    const heard = await keepsStateEqual(world, () => change(id, { is_private: true }))
    const told = {
      type: 'stream',
      op: 'update',
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
      name: 'square',
      stream_id: id,
    }
    for (const name of ['ada', 'ben', 'gus'] as const) expect(heard[name]).toEqual([told])
    for (const name of ['cleo', 'echoBot'] as const) {
      expect(heard[name]).toMatchObject([{ type: 'stream', op: 'delete', streams: [{ stream_id: id }] }])
    }
  })

  it('private -> public | the other members hear that it came, and who is in it', async () => {
    const id = await makeStream(world.ada, 'club', ['ada', 'gus', 'cleo'], { invite_only: true })
    await world.cleo.delete('/users/me/subscriptions', { subscriptions: ['club'] })
    const heard = await keepsStateEqual(world, () => change(id, { is_private: false }))
    const { ada, gus } = world.demo.people
    for (const name of ['ben', 'cleo', 'echoBot'] as const) {
      expect(heard[name]).toMatchObject([
        {
          type: 'stream',
          op: 'create',
          streams: [{ stream_id: id, invite_only: false, history_public_to_subscribers: true }],
        },
        { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [ada.id, gus.id] },
      ])
    }
    for (const name of ['ada', 'gus'] as const) {
      expect(heard[name]).toMatchObject([
        { op: 'update', property: 'invite_only', value: false, history_public_to_subscribers: true },
      ])
    }
    // There and back again.
    await keepsStateEqual(world, () => change(id, { is_private: true }))
    await keepsStateEqual(world, () => change(id, { is_private: false, new_name: 'open club' }))
  })

  it('public -> private | non-subscribers, former ones and guests lose the history, received or not', async () => {
    const id = await makeStream(world.ada, 'plaza', ['ada', 'ben'])
    const first = await sendToStream(world.ada, 'plaza', 'talk', 'heard by Ben')
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['plaza'] })
    const second = await sendToStream(world.ada, 'plaza', 'talk', 'missed by Ben')
    expect(await readIds(world.ben, narrow('plaza'))).toEqual([first, second])
    expect(await readIds(world.cleo, narrow('plaza'))).toEqual([first, second])
    await change(id, { is_private: true })
    for (const client of [world.ben, world.cleo, world.gus, world.echoBot]) {
      unknown(await look(client, 'plaza'), 'plaza')
      expect([await canAccess(client, first), await canAccess(client, second)]).toEqual([false, false])
    }
    expectRefusal(
      await world.cleo.post('/messages', { type: 'stream', to: 'plaza', topic: 'x', content: 'y' }),
      "Stream 'plaza' does not exist",
      { code: 'STREAM_DOES_NOT_EXIST', stream: 'plaza' },
    )
    expect(
      await world.cleo.post('/users/me/subscriptions', { subscriptions: [{ name: 'plaza' }] }),
    ).toMatchObject({
      status: 400,
      body: { msg: 'Unable to access stream (plaza).' },
    })
    await change(id, { is_private: false })
    expect(await readIds(world.cleo, narrow('plaza'))).toEqual([first, second])
    expect(await canAccess(world.gus, first)).toBe(false)
  })

  it('public -> private | new and pending messages reach no watcher of public streams any more', async () => {
    const id = await makeStream(world.ada, 'parade', ['ada'])
    const watcher = await watch(world.cleo, ['message'], { all_public_streams: true })
    const before = await sendToStream(world.ada, 'parade', 'x')
    expect((await watcher.news()).map((event) => event.message.id)).toEqual([before])
    await sendToStream(world.ada, 'parade', 'x')
    await change(id, { is_private: true })
    await sendToStream(world.ada, 'parade', 'x')
    expect(await watcher.news()).toEqual([])
  })

  it('history_public_to_subscribers | opens and closes what newcomers can look up', async () => {
    const id = await makeStream(world.ada, 'vault', ['ada'], { invite_only: true })
    const old = await sendToStream(world.ada, 'vault', 'talk')
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      principals: ['gus@example.com'],
    })
    const fresh = await sendToStream(world.ada, 'vault', 'talk')
    expect(await readIds(world.gus, narrow('vault'))).toEqual([fresh])
    const heard = await keepsStateEqual(world, () => change(id, { history_public_to_subscribers: true }))
    expect(heard.gus).toMatchObject([
      { property: 'invite_only', value: true, history_public_to_subscribers: true, stream_id: id },
    ])
    expect(heard.ben).toEqual([])
    expect(await readIds(world.gus, narrow('vault'))).toEqual([old, fresh])
    expect(await canAccess(world.gus, old)).toBe(true)
    await change(id, { history_public_to_subscribers: false })
    expect(await readIds(world.gus, narrow('vault'))).toEqual([fresh])
    expect(await canAccess(world.gus, old)).toBe(false)
  })

  it('is_private with history_public_to_subscribers | both at once', async () => {
    const id = await makeStream(world.ada, 'archive room', ['ada'])
    await change(id, { is_private: true, history_public_to_subscribers: true })
    expect((await world.ada.get(`/streams/${id}`)).body.stream).toMatchObject({
      invite_only: true,
      history_public_to_subscribers: true,
    })
    await change(id, { is_private: false, history_public_to_subscribers: false })
    expect((await world.ada.get(`/streams/${id}`)).body.stream).toMatchObject({
      invite_only: false,
      history_public_to_subscribers: true,
    })
  })

  it('a stream that nobody is in cannot be made private', async () => {
    const id = await makeStream(world.ada, 'hollow', ['ada'])
    await world.ada.delete('/users/me/subscriptions', { subscriptions: ['hollow'] })
    const answer = await world.ada.patch(`/streams/${id}`, { is_private: true })
    expectRefusal(answer, 'Streams without subscribers cannot be made private.')
  })

  it('an edit in a stream that was closed: an event for everyone who had the message', async () => {
    const id = await makeStream(world.ada, 'notes', ['ada', 'ben'])
    const message = await sendToStream(world.ada, 'notes', 'x', 'first')
    await change(id, { is_private: true })
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'notes' }],
      principals: ['gus@example.com'],
    })
    const ears = {
      ben: await watch(world.ben, ['update_message']),
      gus: await watch(world.gus, ['update_message']),
    }
    await world.ada.patch(`/messages/${message}`, { content: 'second' })
    expect(await ears.ben.news()).toMatchObject([{ message_id: message }])
    expect(await ears.gus.news()).toEqual([])
  })
})
