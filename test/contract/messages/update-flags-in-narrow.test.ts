import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  expectRefusal,
  makeStream,
  openQueue,
  readMessages,
  sendPrivately,
  sendToStream,
} from './message-requests.ts'

const path = '/messages/flags/narrow'

describe.each(engines)('Update message flags for a narrow on %s', (engine) => {
  let world: World
  let streams = 0
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  /** Five messages in a stream of their own. */
  const prepare = async (people = ['ada', 'ben']) => {
    streams += 1
    const stream = `narrow ${streams}`
    const streamId = await makeStream(world.ada, stream, people)
    const ids: number[] = []
    for (let index = 0; index < 5; index += 1) {
      ids.push(await sendToStream(world.ada, stream, index === 2 ? 'other' : 'flags'))
    }
    const narrow = [{ operator: 'stream', operand: stream }]
    const marked = async (flag: string, client = world.ben) =>
      (await readMessages(client, narrow))
        .filter((message: { flags: string[] }) => message.flags.includes(flag))
        .map((message: { id: number }) => message.id)
    return { stream, streamId, ids, narrow, marked }
  }
  const all = { anchor: 'oldest', num_before: 0, num_after: 100, op: 'add', flag: 'starred' }

  it('everything in the narrow, with the whole answer', async () => {
    const { ids, narrow, marked } = await prepare()
    const outside = await sendToStream(world.ada, 'general', 'flags')
    const answer = await world.ben.post(path, { ...all, narrow })
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      processed_count: 5,
      updated_count: 5,
      first_processed_id: ids[0],
      last_processed_id: ids[4],
      found_oldest: true,
      found_newest: true,
      ignored_because_not_subscribed_channels: [],
    })
    expect(await marked('starred')).toEqual(ids)
    const home = await readMessages(world.ben)
    expect(home.find((message: { id: number }) => message.id === outside).flags).toEqual([])
  })

  it('anchor, num_before, num_after | a part of it; the anchor is included', async () => {
    const { ids, narrow, marked } = await prepare()
    const answer = await world.ben.post(path, { ...all, narrow, anchor: ids[2], num_before: 1, num_after: 1 })
    expect(answer.body).toMatchObject({
      processed_count: 3,
      first_processed_id: ids[1],
      last_processed_id: ids[3],
      found_oldest: false,
      found_newest: false,
    })
    expect(await marked('starred')).toEqual(ids.slice(1, 4))
  })

  it('include_anchor | false: only what comes before or after it', async () => {
    const { ids, narrow, marked } = await prepare()
    const args = { ...all, narrow, anchor: ids[2], include_anchor: false }
    await world.ben.post(path, { ...args, num_before: 0, num_after: 1 })
    await world.ben.post(path, { ...args, num_before: 1, num_after: 0 })
    expect(await marked('starred')).toEqual([ids[1], ids[3]])
    expectRefusal(
      await world.ben.post(path, { ...args, num_before: 1, num_after: 1 }),
      'The anchor can only be excluded at an end of the range',
    )
  })

  it('anchor | newest and first_unread', async () => {
    const { ids, narrow, marked } = await prepare()
    await world.ben.post(path, { ...all, narrow, anchor: 'newest', num_before: 2, num_after: 0 })
    expect(await marked('starred')).toEqual(ids.slice(3))
    await world.ben.post('/messages/flags', { messages: ids.slice(0, 2), op: 'add', flag: 'read' })
    await world.ben.post(path, { ...all, narrow, anchor: 'first_unread', num_after: 0, flag: 'collapsed' })
    expect(await marked('collapsed')).toEqual([ids[2]])
  })

  it('narrow | its terms add up', async () => {
    const { ids, narrow, marked } = await prepare()
    const topic = [...narrow, { operator: 'topic', operand: 'other' }]
    expect((await world.ben.post(path, { ...all, narrow: topic })).body).toMatchObject({ processed_count: 1 })
    expect(await marked('starred')).toEqual([ids[2]])
  })

  it('updated_count | counts what changed, processed_count what was looked at', async () => {
    const { narrow, marked } = await prepare()
    await world.ben.post(path, { ...all, narrow, flag: 'read' })
    const again = await world.ben.post(path, { ...all, narrow, flag: 'read' })
    expect(again.body).toMatchObject({ processed_count: 5, updated_count: 0 })
    expect(await marked('read')).toHaveLength(5)
  })

  it('nothing in the narrow: no ids', async () => {
    const narrow = [{ operator: 'topic', operand: 'there is no such topic' }]
    expect((await world.ben.post(path, { ...all, narrow })).body).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_oldest: true,
      found_newest: true,
    })
  })

  it('the open history: it can be starred, and does not become unread', async () => {
    const { streamId, ids, narrow, marked } = await prepare()
    await world.cleo.post(path, { ...all, narrow })
    expect(await marked('starred', world.cleo)).toEqual(ids)
    const unread = await world.cleo.post(path, { ...all, narrow, op: 'remove', flag: 'read' })
    expect(unread.body).toMatchObject({
      processed_count: 5,
      updated_count: 0,
      ignored_because_not_subscribed_channels: [streamId],
    })
    expect(await marked('read', world.cleo)).toEqual(ids)
  })

  it('only what the reader may see', async () => {
    const secret = await sendPrivately(world.ada, ['cleo'], 'for cleo')
    const answer = await world.ben.post(path, { ...all, anchor: secret, num_before: 0, num_after: 0 })
    expect(answer.body).toMatchObject({ processed_count: 0 })
    const behind = { ...all, narrow: [{ operator: 'stream', operand: 'leadership' }] }
    expectRefusal(await world.ben.post(path, behind), 'Invalid narrow operator: unknown stream leadership', {
      code: 'BAD_NARROW',
      desc: 'unknown stream leadership',
    })
    const rows = await world.chat.database.read
      .selectFrom('message_flags')
      .select('message_id')
      .where('user_id', '=', world.demo.people.ben.id)
      .where('message_id', '=', secret)
      .execute()
    expect(rows).toEqual([])
  })

  it('event update_message_flags: one, to the reader', async () => {
    const { ids, narrow } = await prepare()
    const own = await openQueue(world.ben, { event_types: ['update_message_flags'] })
    const other = await openQueue(world.ada, { event_types: ['update_message_flags'] })
    await world.ben.post(path, { ...all, narrow, flag: 'read' })
    expect(await own.read()).toMatchObject([{ op: 'add', flag: 'read', messages: ids, all: false }])
    expect(await other.read()).toEqual([])
  })

  it('errors name what is wrong, and nothing changes', async () => {
    const { narrow, marked } = await prepare()
    const refuses = async (args: Arguments, msg: string, rest?: object) =>
      expectRefusal(await world.ben.post(path, { ...all, narrow, ...args }), msg, rest)
    await refuses({ flag: 'nice' }, "Invalid flag: 'nice'")
    await refuses({ flag: 'mentioned' }, "Flag not editable: 'mentioned'")
    await refuses({ op: 'toggle' }, "Invalid message flag operation: 'toggle'")
    await refuses({ anchor: 'somewhere' }, "Bad value for 'anchor': somewhere", {
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'anchor',
      bad_value: 'somewhere',
    })
    await refuses({ num_before: -1 }, "Bad value for 'num_before': -1", {
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'num_before',
      bad_value: '-1',
    })
    await refuses({ include_anchor: 'no' }, 'Argument "include_anchor" is not valid JSON.')
    for (const name of ['anchor', 'num_before', 'num_after', 'op', 'flag']) {
      const rest = { code: 'REQUEST_VARIABLE_MISSING', var_name: name }
      await refuses({ [name]: undefined }, `Missing '${name}' argument`, rest)
    }
    expect(await marked('starred')).toEqual([])
  })
})
