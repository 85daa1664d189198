import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readMessage, sendToStream } from '../messages/message-requests.ts'
import { whoHeard, witness } from '../messages/witnesses.ts'

const path = '/typing'
const types = { event_types: ['typing', 'message'] }

describe.each(engines)('Set typing status on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const type = (args: Arguments, client = world.ada) =>
    witness(
      world,
      async () => expect((await client.post(path, args)).body).toEqual({ result: 'success', msg: '' }),
      types,
    )
  const person = (name: 'ada' | 'ben' | 'cleo' | 'gus') => {
    const { id, email } = world.demo.people[name]
    return { user_id: id, email }
  }
  const refuses = async (args: Arguments, msg: string, rest?: object, client = world.ada) => {
    const heard = await witness(
      world,
      async () => expectRefusal(await client.post(path, args), msg, rest),
      types,
    )
    expect(whoHeard(heard)).toEqual([])
  }

  it.each(['start', 'stop'])('op | %s: sent to the others and to the person who types', async (op) => {
    const heard = await type({ op, to: [person('ben').user_id] })
    const event = {
      type: 'typing',
      op,
      message_type: 'direct',
      sender: person('ada'),
      recipients: [person('ada'), person('ben')],
      id: expect.any(Number),
    }
    expect(heard.ben).toEqual([event])
    expect(whoHeard(heard)).toEqual(['ada', 'ben'])
  })

  it.each([
    ['one email address', 'gus@example.com', ['ada', 'gus']],
    ['a JSON list of email addresses', '["ben@example.com","gus@example.com"]', ['ada', 'ben', 'gus']],
    ['addresses with commas', 'ben@example.com, cleo@example.com', ['ada', 'ben', 'cleo']],
    ['oneself', '["ada@example.com"]', ['ada']],
  ])('to | %s', async (_how, to, expected) => {
    expect(whoHeard(await type({ op: 'start', to }))).toEqual(expected)
  })

  it('to | one id, and a list of ids', async () => {
    const { ben, gus } = { ben: person('ben').user_id, gus: person('gus').user_id }
    expect(whoHeard(await type({ op: 'start', to: String(ben) }))).toEqual(['ada', 'ben'])
    expect(whoHeard(await type({ op: 'start', to: [ben, gus], type: 'direct' }))).toEqual([
      'ada',
      'ben',
      'gus',
    ])
    expect(whoHeard(await type({ op: 'start', to: [gus], type: 'private' }))).toEqual(['ada', 'gus'])
  })

  it('guests and bots type, too', async () => {
    expect(whoHeard(await type({ op: 'start', to: 'ben@example.com' }, world.gus))).toEqual(['ben', 'gus'])
    const heard = await type({ op: 'start', to: 'ben@example.com' }, world.echoBot)
    expect(whoHeard(heard)).toEqual(['ben', 'echoBot'])
  })

  it.each(['stream', 'channel'])('type | %s: to its subscribers', async (kind) => {
    const id = await sendToStream(world.ada, 'test', 'typing')
    const { stream_id } = await readMessage(world.ada, id)
    const heard = await type({ op: 'start', type: kind, stream_id, topic: 'Lunch' })
    expect(heard.ben).toEqual([
      {
        type: 'typing',
        op: 'start',
        message_type: 'stream',
        sender: person('ada'),
        stream_id,
        topic: 'Lunch',
        id: expect.any(Number),
      },
    ])
    expect(whoHeard(heard)).toEqual(['ada', 'ben'])
  })

  it('type | a stream with more than a hundred subscribers is not told', async () => {
    const streamId = await makeStream(world.ada, 'crowd', ['ada', 'ben'])
    const { realm } = world.demo
    await world.chat.transact(realm.id, async ({ db }) => {
      const [own] = await db
        .selectFrom('subscriptions')
        .selectAll()
        .where('realm_id', '=', realm.id)
        .where('stream_id', '=', streamId)
        .execute()
      const rows = Array.from({ length: 98 }, (_, index) => ({ ...own!, user_id: 10_000 + index }))
      await db.insertInto('subscriptions').values(rows).execute()
    })
    const args = { op: 'start', type: 'stream', stream_id: streamId, topic: 'x' }
    expect(whoHeard(await type(args))).toEqual(['ada', 'ben'])
    await world.cleo.post('/users/me/subscriptions', { subscriptions: [{ name: 'crowd' }] })
    expect(whoHeard(await type(args, world.cleo))).toEqual([])
  })

  it('a stream that the sender cannot read: Invalid stream id', async () => {
    const behind = await readMessage(world.cleo, await sendToStream(world.cleo, 'leadership', 'typing'))
    const open = await readMessage(world.ada, await sendToStream(world.ada, 'general', 'typing'))
    const args = { op: 'start', type: 'stream', topic: 'x' }
    await refuses({ ...args, stream_id: behind.stream_id }, 'Invalid stream id', undefined, world.ben)
    await refuses({ ...args, stream_id: open.stream_id }, 'Invalid stream id', undefined, world.gus)
    await refuses({ ...args, stream_id: 4321 }, 'Invalid stream id')
  })

  it('errors name what is wrong, and no event is sent', async () => {
    const to = 'ben@example.com'
    await refuses({ to }, "Missing 'op' argument", { code: 'REQUEST_VARIABLE_MISSING', var_name: 'op' })
    await refuses({ op: 'pause', to }, "Invalid 'op' value (should be start or stop)")
    await refuses({ op: 'start' }, "Missing parameter: 'to' (recipient)")
    await refuses({ op: 'start', to: [] }, "Missing parameter: 'to' (recipient)")
    await refuses({ op: 'start', to: 'nobody@example.com' }, "Invalid email 'nobody@example.com'")
    await refuses({ op: 'start', to: [4321] }, 'Invalid user ID 4321')
    await refuses({ op: 'start', to: '{"a":1}' }, `Bad value for 'to': {"a":1}`, {
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'to',
      bad_value: '{"a":1}',
    })
    await refuses({ op: 'start', to, type: 'carrier pigeon' }, 'Invalid type')
    const stream = { op: 'start', type: 'stream' }
    await refuses({ ...stream, topic: 'x' }, 'Missing stream_id')
    await refuses({ ...stream, stream_id: 1 }, 'Missing topic')
    await refuses({ ...stream, stream_id: 1, topic: ' ' }, "Topic can't be empty")
    await refuses({ ...stream, stream_id: 'x', topic: 'x' }, 'Argument "stream_id" is not valid JSON.')
  })

  it('people of another organization, and closed accounts, are not written to', async () => {
    const other = await foundOrganization(world, 'typing.example.com')
    const { email } = other.people.member
    await refuses({ op: 'start', to: email }, `Invalid email '${email}'`)
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'left@example.com',
      fullName: 'Left',
    })
    await deactivateUser(world.chat, user)
    await refuses({ op: 'start', to: [user.id] }, "'left@example.com' is no longer using Switchboard.")
  })

  it('refused for people who have turned it off', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'quiet@example.com',
      fullName: 'Quiet',
    })
    const settings = '{"send_private_typing_notifications":false,"send_stream_typing_notifications":false}'
    await world.chat.transact(world.demo.realm.id, ({ db }) =>
      usersTable.update(db, { realm_id: world.demo.realm.id, id: user.id }, { settings }),
    )
    const quiet = world.as(user)
    const off = 'User has disabled typing notifications for'
    await refuses({ op: 'start', to: 'ben@example.com' }, `${off} direct messages`, undefined, quiet)
    const stream = { op: 'start', type: 'stream', stream_id: 1, topic: 'x' }
    await refuses(stream, `${off} stream messages`, undefined, quiet)
  })

  describe('POST /messages/:message_id/typing', () => {
    const edits = { event_types: ['typing_edit_message', 'message'] }
    const editing = (id: number, client = world.ben, op = 'start') =>
      client.post(`/messages/${id}/typing`, { op })

    it('in a stream | told to those who would see the edit', async () => {
      const id = await sendToStream(world.ben, 'test', 'typos')
      const heard = await witness(world, () => editing(id), edits)
      const stream = (await readMessage(world.ben, id)).stream_id
      expect(heard.ada).toEqual([
        {
          type: 'typing_edit_message',
          op: 'start',
          sender_id: person('ben').user_id,
          message_id: id,
          recipient: { type: 'channel', channel_id: stream, topic: 'typos' },
          id: expect.any(Number),
        },
      ])
      expect(whoHeard(heard)).toEqual(['ada', 'ben'])
    })

    it('in a conversation | told to the people in it', async () => {
      const args = { type: 'private', to: 'gus@example.com', content: 'helo' }
      const id = (await world.ben.post('/messages', args)).body.id
      const heard = await witness(world, () => editing(id, world.ben, 'stop'), edits)
      expect(heard.gus).toMatchObject([
        {
          op: 'stop',
          recipient: { type: 'direct', user_ids: [person('ben').user_id, person('gus').user_id] },
        },
      ])
      expect(whoHeard(heard)).toEqual(['ben', 'gus'])
    })

    it('only by those who may edit the message, and share that they type', async () => {
      const id = await sendToStream(world.ben, 'test', 'typos')
      expectRefusal(await editing(id, world.ada), "You don't have permission to edit this message")
      expectRefusal(await editing(id, world.gus), 'Invalid message(s)')
      expectRefusal(await editing(id, world.ben, 'x'), "Invalid 'op' value (should be start or stop)")
      await world.ben.patch('/settings', { send_stream_typing_notifications: false })
      expectRefusal(await editing(id), 'User has disabled typing notifications for stream messages')
      await world.ben.patch('/settings', { send_stream_typing_notifications: true })
      await world.ada.patch('/realm', { allow_message_editing: false })
      expectRefusal(await editing(id), 'Your organization has turned off message editing')
      await world.ada.patch('/realm', { allow_message_editing: true })
    })
  })
})
