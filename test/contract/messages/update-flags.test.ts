import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  expectRefusal,
  makeStream,
  readIds,
  readMessage,
  readMessages,
  readUnread,
  sendPrivately,
  sendToStream,
} from './message-requests.ts'

const path = '/messages/flags'

describe.each(engines)('Update message flags on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const update = (client: ApiClient, messages: number[], op: string, flag: string) =>
    client.post(path, { messages, op, flag })
  const flagsOf = async (id: number, client = world.ben) => (await readMessage(client, id)).flags
  const inGeneral = (count: number) =>
    Promise.all(Array.from({ length: count }, () => sendToStream(world.ada, 'general', 'flags')))
  const historical = async (client: ApiClient, stream: string, id: number) => {
    const found = await readMessages(client, [{ operator: 'stream', operand: stream }])
    return found.find((message: { id: number }) => message.id === id).flags
  }
  const refuses = async (args: Arguments, msg: string, rest?: object) => {
    const [id] = await inGeneral(1)
    expectRefusal(
      await world.ben.post(path, { messages: [id], op: 'add', flag: 'starred', ...args }),
      msg,
      rest,
    )
    expect(await flagsOf(id!)).toEqual([])
  }

  it.each(['read', 'starred', 'collapsed'])('flag | %s is added and removed again', async (flag) => {
    const [first, second, other] = (await inGeneral(3)) as [number, number, number]
    const answer = await update(world.ben, [second, first], 'add', flag)
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      messages: [second, first],
      ignored_because_not_subscribed_channels: [],
    })
    expect([await flagsOf(first), await flagsOf(second), await flagsOf(other)]).toEqual([[flag], [flag], []])
    expect(await flagsOf(first, world.cleo)).toEqual([])
    await update(world.ben, [first], 'remove', flag)
    expect([await flagsOf(first), await flagsOf(second)]).toEqual([[], [flag]])
  })

  it('flags do not disturb each other', async () => {
    const id = await sendToStream(world.ada, 'general', 'flags', '@**Ben Okri**')
    for (const flag of ['read', 'starred', 'collapsed']) await update(world.ben, [id], 'add', flag)
    expect(await flagsOf(id)).toEqual(['read', 'starred', 'collapsed', 'mentioned'])
    await update(world.ben, [id], 'remove', 'starred')
    expect(await flagsOf(id)).toEqual(['read', 'collapsed', 'mentioned'])
    await update(world.ben, [id], 'remove', 'read')
    expect(await flagsOf(id)).toEqual(['collapsed', 'mentioned'])
  })

  it('read | counts as read in register, and unread again', async () => {
    const id = await sendPrivately(world.cleo, ['ben'])
    const unread = async () =>
      (await readUnread(world.ben)).pms.flatMap(
        (one: { unread_message_ids: number[] }) => one.unread_message_ids,
      )
    expect(await unread()).toContain(id)
    await update(world.ben, [id], 'add', 'read')
    expect(await unread()).not.toContain(id)
    await update(world.ben, [id], 'remove', 'read')
    expect(await unread()).toContain(id)
  })

  it('read | after everything was read: unread again, and read again', async () => {
    const ids = await inGeneral(3)
    await world.ben.post('/mark_all_as_read')
    await update(world.ben, [ids[1]!], 'remove', 'read')
    expect([await flagsOf(ids[0]!), await flagsOf(ids[1]!)]).toEqual([['read'], []])
    expect(await readIds(world.ben, [{ operator: 'is', operand: 'unread' }])).toEqual([ids[1]])
    await update(world.ben, ids, 'add', 'read')
    expect(await flagsOf(ids[1]!)).toEqual(['read'])
  })

  it('read | in the order of the stream: one range; what was left out stays unread', async () => {
    await makeStream(world.ada, 'one by one', ['ada', 'ben'])
    const ids: number[] = []
    for (const topic of ['a', 'b', 'a', 'b', 'a'])
      ids.push(await sendToStream(world.ada, 'one by one', topic))
    const [first, second, third, fourth, fifth] = ids as [number, number, number, number, number]
    const { recipient_id } = (await world.ben.get(`/messages/${first}`)).body.message
    const ranges = async () => {
      const rows = await world.chat.database.read
        .selectFrom('read_ranges')
        .select(['from_id', 'to_id'])
        .where('user_id', '=', world.demo.people.ben.id)
        .where('recipient_id', '=', recipient_id)
        .orderBy('from_id')
        .execute()
      return rows.map(({ from_id, to_id }) => [from_id, to_id])
    }
    const unread = async () => {
      const found = await readMessages(world.ben, [{ operator: 'stream', operand: 'one by one' }])
      return found
        .filter(({ flags }: { flags: string[] }) => flags.length === 0)
        .map(({ id }: { id: number }) => id)
    }
    await update(world.ben, [fourth, second], 'add', 'read')
    expect(await ranges()).toEqual([
      [second, second],
      [fourth, fourth],
    ])
    expect(await unread()).toEqual([first, third, fifth])
    await update(world.ben, [first], 'add', 'read')
    expect(await ranges()).toEqual([
      [1, second],
      [fourth, fourth],
    ])
    expect(await unread()).toEqual([third, fifth])
    await update(world.ben, [third, fifth], 'add', 'read')
    expect(await ranges()).toEqual([[1, fifth]])
    expect(await unread()).toEqual([])
    await update(world.ben, [second], 'remove', 'read')
    expect(await unread()).toEqual([second])
    const later = await sendToStream(world.ada, 'one by one', 'a')
    await update(world.ben, [later], 'add', 'read')
    expect(await unread()).toEqual([second])
    expect(await ranges()).toEqual([
      [1, first],
      [third, later],
    ])
  })

  it('starred | in register as starred_messages, and found by is:starred', async () => {
    const [id] = await inGeneral(1)
    const starred = async () =>
      (await world.cleo.post('/register', { event_types: ['starred_messages'] })).body.starred_messages
    await update(world.cleo, [id!], 'add', 'starred')
    expect(await starred()).toEqual([id])
    expect(await readIds(world.cleo, [{ operator: 'is', operand: 'starred' }])).toEqual([id])
    await update(world.cleo, [id!], 'remove', 'starred')
    expect(await starred()).toEqual([])
  })

  it('starred | also a message of the open history: flags read, starred and historical', async () => {
    const id = await sendToStream(world.ada, 'test', 'flags')
    expect((await update(world.cleo, [id], 'add', 'starred')).status).toBe(200)
    expect(await historical(world.cleo, 'test', id)).toEqual(['read', 'starred', 'historical'])
    await update(world.cleo, [id], 'remove', 'starred')
    expect(await historical(world.cleo, 'test', id)).toEqual(['read', 'historical'])
  })

  it('read | what is only looked up stays read; its stream is named', async () => {
    const id = await sendToStream(world.ada, 'test', 'flags')
    const { stream_id: streamId } = await readMessage(world.ada, id)
    const answer = await update(world.cleo, [id], 'remove', 'read')
    expect(answer.body).toMatchObject({ messages: [id], ignored_because_not_subscribed_channels: [streamId] })
    expect(await historical(world.cleo, 'test', id)).toEqual(['read', 'historical'])
    expect(
      (await update(world.cleo, [id], 'add', 'read')).body.ignored_because_not_subscribed_channels,
    ).toEqual([])
  })

  it('a public stream that the user has left: received messages can be read and starred, not unread', async () => {
    await makeStream(world.cleo, 'left', ['cleo', 'ben'])
    const early = await sendToStream(world.cleo, 'left', 'flags')
    const { stream_id: streamId } = await readMessage(world.cleo, early)
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['left'] })
    const unread = await update(world.ben, [early], 'remove', 'read')
    expect(unread.body.ignored_because_not_subscribed_channels).toEqual([streamId])
    await update(world.ben, [early], 'add', 'starred')
    expect(await flagsOf(early)).toEqual(['read', 'starred'])
  })

  it('a private stream that the user has left: no flag can be changed, and the stars are gone', async () => {
    await makeStream(world.cleo, 'closed behind', ['cleo', 'ben'], { invite_only: true })
    const id = await sendToStream(world.cleo, 'closed behind', 'flags')
    await update(world.ben, [id], 'add', 'starred')
    const ears = await watch(world.ben, ['update_message_flags'])
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['closed behind'] })
    expect((await ears.news()).at(-1)).toMatchObject({ op: 'remove', flag: 'starred', messages: [id] })
    for (const [op, flag] of [
      ['add', 'starred'],
      ['remove', 'starred'],
      ['add', 'read'],
      ['remove', 'read'],
    ] as const)
      expectRefusal(await update(world.ben, [id], op, flag), 'Invalid message(s)')
    const { body } = await world.ben.post('/register', { event_types: ['starred_messages'] })
    expect(body.starred_messages).not.toContain(id)
  })

  it('one message that is not there, or not for the reader: Invalid message(s), and nothing changes', async () => {
    const [id] = (await inGeneral(1)) as [number]
    const secret = await sendPrivately(world.ada, ['cleo'])
    const behind = await sendToStream(world.cleo, 'leadership', 'flags')
    for (const hidden of [987_654, -1, secret, behind]) {
      expectRefusal(await update(world.ben, [id, hidden], 'add', 'starred'), 'Invalid message(s)')
      expectRefusal(await update(world.ben, [hidden], 'add', 'read'), 'Invalid message(s)')
    }
    expect(await flagsOf(id)).toEqual([])
    expectRefusal(await update(world.gus, [id], 'add', 'starred'), 'Invalid message(s)')
    expectRefusal(await update(world.echoBot, [secret], 'add', 'starred'), 'Invalid message(s)')
  })

  it('the message of another organization with the same number keeps its flags', async () => {
    const other = await foundOrganization(world, 'flags.example.com')
    const theirs = await sendToStream(other.chief, 'general', 'flags')
    await update(other.member, [theirs], 'add', 'starred')
    expect(await flagsOf(theirs, other.member)).toEqual(['starred'])
    const starred = await world.cleo.post('/register', { event_types: ['starred_messages'] })
    expect(starred.body.starred_messages).not.toContain(theirs)
    expectRefusal(await update(other.member, [theirs + 5000], 'add', 'starred'), 'Invalid message(s)')
  })

  it('errors name what is wrong', async () => {
    await refuses({ flag: 'nice' }, "Invalid flag: 'nice'")
    await refuses({ flag: 'mentioned' }, "Flag not editable: 'mentioned'")
    await refuses({ flag: 'historical' }, "Flag not editable: 'historical'")
    await refuses({ op: 'toggle' }, "Invalid message flag operation: 'toggle'")
    await refuses({ messages: 7 }, 'messages is not a list')
    await refuses({ messages: ['7'] }, 'messages[0] is not an integer')
    await refuses({ messages: 'seven' }, 'Argument "messages" is not valid JSON.')
    const many = Array.from({ length: 5001 }, (_, index) => index)
    await refuses({ messages: many }, 'messages is too long (limit: 5000 items)')
    for (const name of ['messages', 'op', 'flag']) {
      const rest = { code: 'REQUEST_VARIABLE_MISSING', var_name: name }
      await refuses({ [name]: undefined }, `Missing '${name}' argument`, rest)
    }
  })

  it('no message at all: nothing to do', async () => {
    expect((await update(world.ben, [], 'add', 'read')).body).toMatchObject({
      result: 'success',
      messages: [],
    })
  })

  it('the same message twice is one', async () => {
    const [id] = (await inGeneral(1)) as [number]
    expect((await update(world.ben, [id, id], 'add', 'starred')).body.messages).toEqual([id, id])
    expect(await flagsOf(id)).toEqual(['starred'])
  })

  it('a thousand messages at once', async () => {
    await makeStream(world.ada, 'busy', ['ben', 'ada'])
    const ids: number[] = []
    for (let round = 0; round < 20; round += 1) {
      const sent = Array.from({ length: 55 }, () => sendToStream(world.ada, 'busy', 'flags'))
      ids.push(...(await Promise.all(sent)))
    }
    expect((await update(world.ben, ids, 'add', 'read')).status).toBe(200)
    const found = await readMessages(world.ben, [{ operator: 'stream', operand: 'busy' }])
    expect(found.every((message: { flags: string[] }) => message.flags[0] === 'read')).toBe(true)
    await update(world.ben, ids, 'remove', 'read')
    expect(await readIds(world.ben, [{ operator: 'is', operand: 'unread' }])).toEqual(
      expect.arrayContaining(ids.slice(-500)),
    )
  })
})
