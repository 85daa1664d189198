import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readIds, readUnread, sendToStream } from '../messages/message-requests.ts'

describe.each(engines)('POST /streams/{stream_id}/delete_topic on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const remove = (id: number, topic: unknown, client = world.ada) =>
    client.post(`/streams/${id}/delete_topic`, { topic_name: topic })
  const inStream = (client: World['ada'], name: string) =>
    readIds(client, [{ operator: 'stream', operand: name }])
  const done = { result: 'success', msg: '', complete: true }

  it('deletes all its messages, in any spelling of case, and sends one event', async () => {
    const id = await makeStream(world.ada, 'noise', ['ada', 'ben', 'gus'])
    const first = await sendToStream(world.ben, 'noise', 'Chatter')
    const kept = await sendToStream(world.ben, 'noise', 'News')
    const last = await sendToStream(world.ada, 'noise', 'chatter')
    const ears = {
      ben: await watch(world.ben, ['delete_message']),
      gus: await watch(world.gus, ['delete_message']),
      cleo: await watch(world.cleo, ['delete_message']),
      watcher: await watch(world.cleo, ['delete_message'], { all_public_streams: true }),
      elsewhere: await watch(elsewhere.chief, ['delete_message'], { all_public_streams: true }),
    }
    expect((await remove(id, ' CHATTER ')).body).toEqual(done)
    const event = {
      type: 'delete_message',
      message_id: last,
      message_ids: [last, first],
      message_type: 'stream',
      stream_id: id,
      topic: 'chatter',
      id: expect.any(Number),
    }
    for (const name of ['ben', 'gus', 'watcher'] as const) expect(await ears[name].news()).toEqual([event])
    expect([await ears.cleo.news(), await ears.elsewhere.news()]).toEqual([[], []])
    expect(await inStream(world.ben, 'noise')).toEqual([kept])
    expectRefusal(await world.ben.get(`/messages/${first}/history`), 'Invalid message(s)')
    const { streams } = await readUnread(world.gus)
    expect(streams).toMatchObject([{ topic: 'News', unread_message_ids: [kept] }])
    expect((await world.ben.get(`/streams/${id}`)).body.stream.first_message_id).toBe(kept)
    expect((await remove(id, 'News')).body).toEqual(done)
    expect((await world.ben.get(`/streams/${id}`)).body.stream.first_message_id).toBeNull()
    // The stream is cached by its name, as of the time when it had messages.
    const next = await sendToStream(world.ben, 'noise', 'Chatter')
    expect((await world.ben.get(`/streams/${id}`)).body.stream.first_message_id).toBe(next)
  })

  it('a topic that is not there: complete, and no event', async () => {
    const id = await makeStream(world.ada, 'quiet', ['ada'])
    const ear = await watch(world.ada, undefined)
    expect((await remove(id, 'nothing')).body).toEqual(done)
    expect(await ear.news()).toEqual([])
  })

  it('many | in batches with an event each; when time is up, complete is false and the rest stays', async () => {
    const id = await makeStream(world.ada, 'flood', ['ada'])
    const count = 230
    await Promise.all(Array.from({ length: count }, () => sendToStream(world.ada, 'flood', 'drops')))
    const ear = await watch(world.ada, ['delete_message'])
    const { clock } = world
    const now = clock.now.bind(clock)
    // Every look at the clock takes it half a minute ahead: the first batch is the last.
    let looks = 0
    clock.now = () => now() + looks++ * 30_000
    const answer = await remove(id, 'drops')
    clock.now = now
    expect(answer.body).toEqual({ ...done, complete: false })
    const left = await inStream(world.ada, 'flood')
    expect(left.length).toBeLessThan(count)
    expect(left.length).toBeGreaterThan(0)
    expect((await remove(id, 'drops')).body).toEqual(done)
    expect(await inStream(world.ada, 'flood')).toEqual([])
    const events = await ear.news()
    expect(events.length).toBe(3)
    expect(events.flatMap((event) => event.message_ids)).toHaveLength(count)
  })

  it('private with a closed history | only what the administrator received; each reader gets an event about their own', async () => {
    const id = await makeStream(world.cleo, 'cabinet', ['cleo'], { invite_only: true })
    const early = await sendToStream(world.cleo, 'cabinet', 'memo')
    await world.cleo.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'cabinet' }],
      principals: ['ada@example.com'],
    })
    const middle = await sendToStream(world.cleo, 'cabinet', 'memo')
    await world.cleo.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'cabinet' }],
      principals: ['gus@example.com'],
    })
    const late = await sendToStream(world.cleo, 'cabinet', 'memo')
    const ears = {
      cleo: await watch(world.cleo, ['delete_message']),
      gus: await watch(world.gus, ['delete_message']),
    }
    expect((await remove(id, 'memo')).body).toEqual(done)
    expect((await ears.cleo.news()).map((event) => event.message_ids)).toEqual([[late], [middle]])
    const heard = await ears.gus.news()
    expect(heard).toMatchObject([
      { message_id: late, sender: 'cleo@example.com', sender_id: world.demo.people.cleo.id },
    ])
    expect(heard).toHaveLength(1)
    expect(await inStream(world.cleo, 'cabinet')).toEqual([early])
  })

  it('people who are no administrators and topics out of sight are refused', async () => {
    const id = await makeStream(world.ada, 'stays', ['ada', 'ben'])
    const message = await sendToStream(world.ada, 'stays', 'x')
    for (const client of [world.ben, world.gus, world.echoBot]) {
      expect((await remove(id, 'x', client)).body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    }
    expect((await remove(id, 'x', world.hookBot)).status).toBe(401)
    expectRefusal(await remove(id, 'x', elsewhere.chief), 'Invalid stream id')
    expectRefusal(await remove(4321, 'x'), 'Invalid stream id')
    expectRefusal(await remove(id, ' '), "Topic can't be empty")
    expect((await remove(id, undefined)).body).toMatchObject({ var_name: 'topic_name' })
    const den = await makeStream(world.ben, 'bens den', ['ben'], { invite_only: true })
    await sendToStream(world.ben, 'bens den', 'x')
    expectRefusal(await remove(den, 'x'), 'Invalid stream id')
    expect(await inStream(world.ben, 'stays')).toEqual([message])
    expect(await inStream(world.ben, 'bens den')).toHaveLength(1)
  })
})
