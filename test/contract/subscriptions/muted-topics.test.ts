import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Topic muting on %s', (engine) => {
  let world: World
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    const { body } = await world.ada.get('/streams', { include_all_active: true })
    ids = Object.fromEntries(
      body.streams.map((one: { name: string; stream_id: number }) => [one.name, one.stream_id]),
    )
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions/muted_topics'
  const mutedBy = async (client: World['ada']) => {
    const { body } = await client.post('/register', { event_types: ['muted_topics'] })
    return body.muted_topics.map(([stream, topic]: [string, string]) => [stream, topic])
  }
  const refuses = async (args: object, body: object, client = world.ben) => {
    const before = await mutedBy(client)
    const answer = await client.patch(path, { ...args })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', ...body })
    expect(await mutedBy(client)).toEqual(before)
  }

  it('Topic mute | not muted | PATCH muted_topics with op=add | muted | success, even if the topic has no messages', async () => {
    const answer = await world.ben.patch(path, { stream: 'test', topic: 'no messages yet', op: 'add' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    expect(await mutedBy(world.ben)).toContainEqual(['test', 'no messages yet'])
    expect(await mutedBy(world.ada)).toEqual([])
  })

  it("Topic mute | muted | PATCH muted_topics with op=add | muted | error msg 'Topic already muted'", async () => {
    await world.ben.patch(path, { stream: 'test', topic: 'twice', op: 'add' })
    await refuses(
      { stream: 'test', topic: 'twice', op: 'add' },
      { msg: 'Topic already muted', code: 'BAD_REQUEST' },
    )
  })

  it('Topic mute | muted | PATCH muted_topics with op=remove | not muted | success', async () => {
    await world.ben.patch(path, { stream: 'test', topic: 'for a while', op: 'add' })
    const answer = await world.ben.patch(path, { stream: 'test', topic: 'for a while', op: 'remove' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    expect(await mutedBy(world.ben)).not.toContainEqual(['test', 'for a while'])
  })

  it("Topic mute | not muted | PATCH muted_topics with op=remove | not muted | error msg 'Topic is not muted'", async () => {
    await refuses(
      { stream: 'test', topic: 'never muted', op: 'remove' },
      { msg: 'Topic is not muted', code: 'BAD_REQUEST' },
    )
  })

  it('stream | stream name, compared case-insensitively', async () => {
    const answer = await world.ben.patch(path, { stream: 'TEST', topic: 'by name', op: 'add' })
    expect(answer.status).toBe(200)
    expect(await mutedBy(world.ben)).toContainEqual(['test', 'by name'])
  })

  it('stream_id | stream ID', async () => {
    const answer = await world.ben.patch(path, { stream_id: ids.test, topic: 'by id', op: 'add' })
    expect(answer.status).toBe(200)
    expect(await mutedBy(world.ben)).toContainEqual(['test', 'by id'])
    const back = await world.ben.patch(path, { stream_id: ids.test, topic: 'by id', op: 'remove' })
    expect(back.status).toBe(200)
    expect(await mutedBy(world.ben)).not.toContainEqual(['test', 'by id'])
  })

  it("neither stream nor stream_id: Please supply 'stream'.", async () => {
    await refuses({ topic: 'x', op: 'add' }, { msg: "Please supply 'stream'.", code: 'BAD_REQUEST' })
    await refuses({ topic: 'x', op: 'remove' }, { msg: "Please supply 'stream'.", code: 'BAD_REQUEST' })
  })

  it("both: Please choose one: 'stream' or 'stream_id'.", async () => {
    await refuses(
      { stream: 'test', stream_id: ids.test, topic: 'x', op: 'add' },
      { msg: "Please choose one: 'stream' or 'stream_id'.", code: 'BAD_REQUEST' },
    )
  })

  it.each(['nowhere', 'leadership'])('add to %s, inaccessible: Invalid stream name', async (stream) => {
    await refuses(
      { stream, topic: 'x', op: 'add' },
      { msg: `Invalid stream name '${stream}'`, code: 'BAD_REQUEST' },
    )
  })

  it('add to an inaccessible stream_id: Invalid stream id', async () => {
    await refuses(
      { stream_id: 4321, topic: 'x', op: 'add' },
      { msg: 'Invalid stream id', code: 'BAD_REQUEST' },
    )
    await refuses(
      { stream_id: ids.leadership, topic: 'x', op: 'add' },
      { msg: 'Invalid stream id', code: 'BAD_REQUEST' },
    )
  })

  it('add to a public stream by a guest who is not in it: Invalid stream name', async () => {
    await refuses(
      { stream: 'general', topic: 'x', op: 'add' },
      { msg: "Invalid stream name 'general'", code: 'BAD_REQUEST' },
      world.gus,
    )
  })

  it('remove on an unknown stream: Topic is not muted', async () => {
    await refuses(
      { stream: 'nowhere', topic: 'x', op: 'remove' },
      { msg: 'Topic is not muted', code: 'BAD_REQUEST' },
    )
    await refuses(
      { stream_id: 4321, topic: 'x', op: 'remove' },
      { msg: 'Topic is not muted', code: 'BAD_REQUEST' },
    )
  })

  it('topic | yes: missing is an error that names it', async () => {
    await refuses(
      { stream: 'test', op: 'add' },
      { msg: "Missing 'topic' argument", code: 'REQUEST_VARIABLE_MISSING', var_name: 'topic' },
    )
  })

  it('topic | compared case-insensitively', async () => {
    await world.ben.patch(path, { stream: 'test', topic: 'Straße', op: 'add' })
    await refuses(
      { stream: 'test', topic: 'sTRAßE', op: 'add' },
      { msg: 'Topic already muted', code: 'BAD_REQUEST' },
    )
    const answer = await world.ben.patch(path, { stream: 'test', topic: ' straße ', op: 'remove' })
    expect(answer.status).toBe(200)
    expect(await mutedBy(world.ben)).not.toContainEqual(['test', 'Straße'])
  })

  it('topic | the same topic of two streams is two topics', async () => {
    await world.ben.patch(path, { stream: 'test', topic: 'lunch', op: 'add' })
    await refuses(
      { stream: 'general', topic: 'lunch', op: 'remove' },
      { msg: 'Topic is not muted', code: 'BAD_REQUEST' },
    )
    expect((await world.ben.patch(path, { stream: 'general', topic: 'lunch', op: 'add' })).status).toBe(200)
  })

  it('op | yes: missing is an error that names it', async () => {
    await refuses(
      { stream: 'test', topic: 'x' },
      { msg: "Missing 'op' argument", code: 'REQUEST_VARIABLE_MISSING', var_name: 'op' },
    )
  })

  it('op | neither add nor remove: an error that names it', async () => {
    await refuses(
      { stream: 'test', topic: 'x', op: 'toggle' },
      { msg: "Invalid op 'toggle'", code: 'BAD_REQUEST' },
    )
  })

  it('a stream_id that is no integer is refused', async () => {
    await refuses(
      { stream_id: '"7"', topic: 'x', op: 'add' },
      { msg: 'stream_id is not an integer', code: 'BAD_REQUEST' },
    )
    await refuses(
      { stream_id: 'seven', topic: 'x', op: 'add' },
      { msg: 'Argument "stream_id" is not valid JSON.', code: 'BAD_REQUEST' },
    )
  })

  it('event muted_topics: the full list, to the one who muted and to nobody else', async () => {
    const cleo = await watch(world.cleo, ['muted_topics'])
    const ada = await watch(world.ada, ['muted_topics'])
    await world.cleo.patch(path, { stream: 'leadership', topic: 'budget', op: 'add' })
    await world.cleo.patch(path, { stream: 'general', topic: 'chatter', op: 'add' })
    await world.cleo.patch(path, { stream: 'leadership', topic: 'budget', op: 'remove' })
    const events = await cleo.news()
    expect(events).toMatchObject([
      { type: 'muted_topics', muted_topics: [['leadership', 'budget', expect.any(Number)]] },
      { type: 'muted_topics' },
      { type: 'muted_topics', muted_topics: [['general', 'chatter', expect.any(Number)]] },
    ])
    expect(events[1].muted_topics.map((one: unknown[]) => one[1]).sort()).toEqual(['budget', 'chatter'])
    expect(await ada.news()).toEqual([])
  })

  it('a refused change emits no event', async () => {
    const cleo = await watch(world.cleo, ['muted_topics'])
    await world.cleo.patch(path, { stream: 'general', topic: 'absent', op: 'remove' })
    expect(await cleo.news()).toEqual([])
  })
})
