import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { eventsDelivered } from '../../harness/events-delivered.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  countMessages,
  expectRefusal,
  makeStream,
  readMessages,
  sendPrivately,
  sendToStream,
} from '../messages/message-requests.ts'
import { ahead, eventually } from './scheduling.ts'

/** The clock jumps further than a queue usually waits for its client. */
const patient = { queue_lifespan_secs: 604_800 }

describe.each(engines)('/reminders on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const remind = async (client: World['ada'], messageId: number, args: object = {}) => {
    const answer = await client.post('/reminders', {
      message_id: messageId,
      scheduled_delivery_timestamp: ahead(world),
      ...args,
    })
    expect(answer.body).toEqual({ result: 'success', msg: '', reminder_id: expect.any(Number) })
    return answer.body.reminder_id as number
  }
  const remindersOf = async (client: World['ada']) => (await client.get('/reminders')).body.reminders
  const whenDue = async (client: World['ada']) => {
    world.clock.advance(3601)
    await eventually(async () => (await remindersOf(client)).length === 0)
    await eventsDelivered(world)
    const inPrivate = await readMessages(client, [{ operator: 'is', operand: 'private' }])
    return inPrivate
      .filter((message: { sender_full_name: string }) => message.sender_full_name === 'Notification Bot')
      .at(-1)
  }

  it('POST, GET | all fields, in register, as an event to the owner alone', async () => {
    const message = await sendToStream(world.ada, 'test', 'chores')
    const ears = { ben: await watch(world.ben, ['reminders']), ada: await watch(world.ada, ['reminders']) }
    const time = ahead(world, 5000)
    const id = await remind(world.ben, message, { note: ' do it ', scheduled_delivery_timestamp: time })
    const expected = {
      reminder_id: id,
      reminder_target_message_id: message,
      note: 'do it',
      scheduled_delivery_timestamp: time,
    }
    expect(await remindersOf(world.ben)).toEqual([expected])
    expect((await world.ben.post('/register', { event_types: ['reminders'] })).body.reminders).toEqual([
      expected,
    ])
    expect(await ears.ben.news()).toEqual([
      { type: 'reminders', op: 'add', reminders: [expected], id: expect.any(Number) },
    ])
    expect(await ears.ada.news()).toEqual([])
    expect(await remindersOf(world.ada)).toEqual([])
    expect((await world.ben.delete(`/reminders/${id}`)).body).toEqual({ result: 'success', msg: '' })
    expect(await ears.ben.news()).toEqual([
      { type: 'reminders', op: 'remove', reminder_id: id, id: expect.any(Number) },
    ])
    expect(await remindersOf(world.ben)).toEqual([])
  })

  it('when due | the notification bot writes once, with note, link and quote', async () => {
    const message = await sendToStream(world.ada, 'test', 'the plan?', 'Buy **milk**\n```\ncode\n```')
    await remind(world.ben, message, { note: 'before six' })
    const ear = await watch(world.ben, ['reminders', 'message'], patient)
    const before = await countMessages(world)
    const told = await whenDue(world.ben)
    expect(await countMessages(world)).toBe(before + 1)
    const stream = (await world.ben.get('/get_stream_id', { stream: 'test' })).body.stream_id
    expect(told.content).toContain(
      `href="http://chat.example.com/#narrow/stream/${stream}-test/topic/the.20plan.3F/near/${message}"`,
    )
    expect(told.content).toContain('Note: before six')
    expect(told.content).toContain('Ada Lovelace</span> wrote:')
    expect(told.content).toMatch(/<blockquote>\s*<p>Buy <strong>milk<\/strong><\/p>.*code.*<\/blockquote>/s)
    expect(told.display_recipient).toHaveLength(2)
    expect(await ear.news()).toMatchObject([
      { type: 'message', message: { id: told.id } },
      { type: 'reminders', op: 'remove' },
    ])
  })

  it('when due | mentions in the quote mention nobody, and the note is all that one wrote', async () => {
    const message = await sendToStream(world.ada, 'test', 'x', '@**all** and @**Ben Okri** look')
    await remind(world.ben, message)
    const told = await whenDue(world.ben)
    expect(told.flags).toEqual([])
    expect(told.content).not.toContain('Note:')
  })

  it('when due | of a private message', async () => {
    const message = await sendPrivately(world.ada, ['ben', 'cleo'], 'psst')
    await remind(world.ben, message)
    const told = await whenDue(world.ben)
    const { ada, ben, cleo } = world.demo.people
    expect(told.content).toContain(`/#narrow/pm-with/${ada.id},${ben.id},${cleo.id}-group/near/${message}`)
    expect(told.content).toContain('psst')
  })

  it('when due | a message that the user can no longer read is not quoted', async () => {
    const stream = await makeStream(world.ada, 'secrets', ['ada', 'ben'])
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['secrets'] })
    const hidden = await sendToStream(world.ada, 'secrets', 'x', 'hush hush')
    await remind(world.ben, hidden, { note: 'that thing' })
    await world.ada.patch(`/streams/${stream}`, { is_private: true })
    const told = await whenDue(world.ben)
    expect(told.content).toContain('a message that you can no longer read')
    expect(told.content).toContain('that thing')
    expect(told.content).not.toContain('hush')
    const deleted = await sendToStream(world.ada, 'test', 'x', 'typo')
    await remind(world.ben, deleted)
    await world.ada.delete(`/messages/${deleted}`)
    expect((await whenDue(world.ben)).content).not.toContain('typo')
  })

  it('when due | what was received in a stream that is archived since is still quoted', async () => {
    const stream = await makeStream(world.ada, 'memories', ['ada', 'ben'])
    const message = await sendToStream(world.ada, 'memories', 'x', 'good times')
    await remind(world.ben, message)
    await world.ada.delete(`/streams/${stream}`)
    expect((await whenDue(world.ben)).content).toContain('good times')
  })

  it('when due | a long message is shortened', async () => {
    const message = await sendToStream(world.ada, 'test', 'x', '€'.repeat(3300))
    await remind(world.ben, message, { note: 'n'.repeat(500) })
    expect((await whenDue(world.ben)).content).toContain('€…')
  })

  it('when due | a deactivated person is not written to', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'leaver@example.com',
      fullName: 'Leaver',
    })
    const message = await sendToStream(world.ada, 'general', 'x')
    await remind(world.as(user), message)
    await deactivateUser(world.chat, user)
    const before = await countMessages(world)
    world.clock.advance(3601)
    await eventually(async () => {
      const rows = await world.chat.database.read.selectFrom('reminders').select('id').execute()
      return rows.length === 0
    })
    await eventsDelivered(world)
    expect(await countMessages(world)).toBe(before)
  })

  it('POST | times in the past and messages out of sight are refused', async () => {
    const message = await sendToStream(world.ada, 'test', 'x')
    const secret = await sendToStream(world.ada, 'leadership', 'x')
    const ask = (args: object, client = world.ben) =>
      client.post('/reminders', { message_id: message, scheduled_delivery_timestamp: ahead(world), ...args })
    const future = 'Scheduled delivery time must be in the future.'
    expectRefusal(await ask({ scheduled_delivery_timestamp: ahead(world, -1) }), future)
    expectRefusal(await ask({ message_id: secret }), 'Invalid message(s)')
    expectRefusal(await ask({ message_id: 999_999 }), 'Invalid message(s)')
    expectRefusal(await ask({}, world.gus), 'Invalid message(s)')
    expectRefusal(await ask({ message_id: secret }, elsewhere.chief), 'Invalid message(s)')
    expectRefusal(await ask({ note: 'x'.repeat(501) }), 'note is too long (limit: 500 characters)')
    expectRefusal(await ask({ message_id: '"1"' }), 'message_id is not an integer')
    expectRefusal(await ask({}, world.echoBot), 'This endpoint does not accept bot requests.')
    expectRefusal(await world.echoBot.get('/reminders'), 'This endpoint does not accept bot requests.')
    expect((await ask({}, world.hookBot)).status).toBe(401)
    for (const name of ['message_id', 'scheduled_delivery_timestamp']) {
      expect((await ask({ [name]: undefined })).body).toMatchObject({
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: name,
      })
    }
    for (const client of [world.ben, world.gus, elsewhere.chief])
      expect(await remindersOf(client)).toEqual([])
  })

  it('DELETE | only of one’s own', async () => {
    const id = await remind(world.ben, await sendToStream(world.ada, 'test', 'x'))
    for (const client of [world.ada, elsewhere.member]) {
      expectRefusal(await client.delete(`/reminders/${id}`), 'Reminder does not exist')
    }
    expectRefusal(await world.ben.delete('/reminders/4321'), 'Reminder does not exist')
    expectRefusal(
      await world.echoBot.delete(`/reminders/${id}`),
      'This endpoint does not accept bot requests.',
    )
    expect(await remindersOf(world.ben)).toHaveLength(1)
    await world.ben.delete(`/reminders/${id}`)
  })

  it('at most 500 for each person', async () => {
    const message = await sendToStream(world.ada, 'test', 'x')
    const rows = Array.from({ length: 499 }, (_, index) => ({
      realm_id: world.demo.realm.id,
      user_id: world.demo.people.cleo.id,
      id: 100_000 + index,
      message_id: message,
      note: '',
      deliver_at: ahead(world, 500_000),
      created_at: 0,
    }))
    await world.chat.transact(world.demo.realm.id, async ({ db }) => {
      await db.insertInto('reminders').values(rows).execute()
    })
    await remind(world.cleo, message)
    const one = { message_id: message, scheduled_delivery_timestamp: ahead(world) }
    expectRefusal(await world.cleo.post('/reminders', one), 'Too many reminders (limit: 500)')
  })
})
