import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { eventsDelivered } from '../../harness/events-delivered.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { countMessages, makeStream, readMessages } from '../messages/message-requests.ts'
import { streamIds } from '../streams/stream-ids.ts'
import { ahead, eventually, schedule, scheduledBy } from './scheduling.ts'

/** The clock jumps further than a queue usually waits for its client. */
const patient = { queue_lifespan_secs: 604_800 }

describe.each(engines)('Scheduled messages when they are due, on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    ids = await streamIds(world.ada)
  })
  afterAll(() => world.stop())

  const inTest = async () =>
    readMessages(world.ben, [{ operator: 'stream', operand: 'test' }], { apply_markdown: false })
  const find = async (content: string) =>
    (await inTest()).filter((message: { content: string }) => message.content === content)
  const noneLeft = async (client: World['ada']) => {
    await eventually(async () => (await scheduledBy(client)).length === 0)
    await eventsDelivered(world)
  }
  /** Waits until the server has looked at everything that is due after this many seconds. */
  const somethingElseIsSent = async (seconds: number) => {
    const { cleo } = world.demo.people
    const time = ahead(world, seconds - 5)
    await schedule(world, world.cleo, { type: 'private', to: [cleo.id], scheduled_delivery_timestamp: time })
    world.clock.advance(seconds)
    await noneLeft(world.cleo)
  }
  const noticesTo = async (client: World['ada']) =>
    (await readMessages(client, [{ operator: 'is', operand: 'private' }]))
      .filter((message: { sender_full_name: string }) => message.sender_full_name === 'Notification Bot')
      .map((message: { content: string }) => message.content)
  const failed = async (client: World['ada'], id: number) => {
    const found = await eventually(async () =>
      (await scheduledBy(client)).find(
        (one: { scheduled_message_id: number; failed: boolean }) =>
          one.scheduled_message_id === id && one.failed,
      ),
    )
    await eventsDelivered(world)
    return found
  }

  it('not before its time; then once, with the author as sender', async () => {
    const ear = await watch(world.ben, ['scheduled_messages', 'message'], patient)
    const id = await schedule(world, world.ben.with({ 'user-agent': 'Calendar/2' }), {
      to: ids.test,
      topic: 'Plans',
      content: 'on **time** @**Ada Lovelace**',
    })
    await somethingElseIsSent(3500)
    expect(await scheduledBy(world.ben)).toHaveLength(1)
    world.clock.advance(101)
    await noneLeft(world.ben)
    const sent = await find('on **time** @**Ada Lovelace**')
    expect(sent).toMatchObject([
      {
        type: 'stream',
        display_recipient: 'test',
        subject: 'Plans',
        sender_email: 'ben@example.com',
        client: 'Calendar',
        flags: [],
      },
    ])
    expect(await ear.news()).toMatchObject([
      { type: 'scheduled_messages', op: 'add' },
      { type: 'message', message: { id: sent[0].id } },
      { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id },
    ])
    const own = await readMessages(world.ada, [{ operator: 'is', operand: 'mentioned' }])
    expect(own.map((message: { id: number }) => message.id)).toContain(sent[0].id)
  })

  it('in private, and to oneself', async () => {
    const { ben, cleo } = world.demo.people
    await schedule(world, world.ben, { type: 'private', to: [cleo.id], content: 'to Cleo' })
    await schedule(world, world.ben, { type: 'private', to: [ben.id], content: 'to myself' })
    world.clock.advance(3601)
    await noneLeft(world.ben)
    const got = await readMessages(world.cleo, [{ operator: 'pm-with', operand: 'ben@example.com' }])
    expect(got).toMatchObject([{ content: '<p>to Cleo</p>', sender_email: 'ben@example.com' }])
    const self = await readMessages(world.ben, [{ operator: 'pm-with', operand: 'ben@example.com' }])
    expect(self).toMatchObject([{ content: '<p>to myself</p>' }])
  })

  it('read_by_sender | decides whether the author has read it; otherwise the client does', async () => {
    await schedule(world, world.ben, { to: ids.test, content: 'read', read_by_sender: true })
    await schedule(world, world.ben, { to: ids.test, content: 'unread', read_by_sender: false })
    const website = world.ben.with({ 'user-agent': 'website/1' })
    await schedule(world, website, { to: ids.test, content: 'by hand' })
    world.clock.advance(3601)
    await noneLeft(world.ben)
    expect(await find('read')).toMatchObject([{ flags: ['read'] }])
    expect(await find('unread')).toMatchObject([{ flags: [] }])
    expect(await find('by hand')).toMatchObject([{ flags: ['read'] }])
  })

  it('many at once: each once, in the order of their times', async () => {
    const contents = Array.from({ length: 30 }, (_, index) => `wave ${index}`)
    for (const [index, content] of contents.entries()) {
      await schedule(world, world.ben, {
        to: ids.test,
        content,
        scheduled_delivery_timestamp: ahead(world, 60 + index),
      })
    }
    const before = await countMessages(world)
    world.clock.advance(86_400)
    await noneLeft(world.ben)
    expect(await countMessages(world)).toBe(before + contents.length)
    const sent = (await inTest()).map((message: { content: string }) => message.content)
    expect(sent.slice(-contents.length)).toEqual(contents)
  })

  it('edited before it is due: the new text at the new time', async () => {
    const id = await schedule(world, world.ben, { to: ids.test, content: 'draft' })
    await world.ben.patch(`/scheduled_messages/${id}`, {
      content: 'final',
      scheduled_delivery_timestamp: ahead(world, 9000),
    })
    await somethingElseIsSent(4000)
    expect(await scheduledBy(world.ben)).toHaveLength(1)
    world.clock.advance(5001)
    await noneLeft(world.ben)
    expect([await find('draft'), await find('final')]).toMatchObject([[], [{ content: 'final' }]])
  })

  it('moved ahead: due at once when its new time comes', async () => {
    await schedule(world, world.ben, {
      to: ids.test,
      content: 'first of all',
      scheduled_delivery_timestamp: ahead(world, 1e6),
    })
    const id = await schedule(world, world.ben, {
      to: ids.test,
      content: 'sooner',
      scheduled_delivery_timestamp: ahead(world, 2e6),
    })
    await world.ben.patch(`/scheduled_messages/${id}`, { scheduled_delivery_timestamp: ahead(world, 30) })
    world.clock.advance(31)
    await eventually(async () => (await find('sooner')).length === 1)
    expect(await find('first of all')).toEqual([])
    for (const one of await scheduledBy(world.ben))
      await world.ben.delete(`/scheduled_messages/${one.scheduled_message_id}`)
  })

  it('the stream is gone: it fails, the author gets a message and can send it elsewhere', async () => {
    const stream = await makeStream(world.ada, 'doomed', ['ada', 'ben'])
    const id = await schedule(world, world.ben, { to: stream, content: 'too late' })
    await world.ada.delete(`/streams/${stream}`)
    const ear = await watch(world.ben, ['scheduled_messages'], patient)
    const before = await countMessages(world)
    world.clock.advance(3601)
    const state = await failed(world.ben, id)
    expect(await ear.news()).toMatchObject([{ op: 'update', scheduled_message: state }])
    expect((await noticesTo(world.ben)).at(-1)).toContain(`Stream with ID '${stream}' does not exist`)
    expect(await countMessages(world)).toBe(before + 1)
    // It is not tried again by itself, and not without a new time.
    await somethingElseIsSent(3601)
    expect(await countMessages(world)).toBe(before + 2)
    const again = await world.ben.patch(`/scheduled_messages/${id}`, { to: ids.test })
    expect(again.body.msg).toBe('Scheduled delivery time must be in the future.')
    await world.ben.patch(`/scheduled_messages/${id}`, {
      to: ids.test,
      scheduled_delivery_timestamp: ahead(world, 5),
    })
    expect(await scheduledBy(world.ben)).toMatchObject([{ failed: false, to: ids.test }])
    world.clock.advance(6)
    await noneLeft(world.ben)
    expect(await find('too late')).toHaveLength(1)
  })

  it('the author has left the private stream: nothing is written there', async () => {
    const stream = await makeStream(world.ada, 'closed room', ['ada', 'gus'], { invite_only: true })
    const id = await schedule(world, world.gus, { to: stream, content: 'let me in' })
    await world.ada.delete('/users/me/subscriptions', {
      subscriptions: ['closed room'],
      principals: ['gus@example.com'],
    })
    world.clock.advance(3601)
    await failed(world.gus, id)
    expect(await readMessages(world.ada, [{ operator: 'stream', operand: 'closed room' }])).toEqual([])
    expect((await noticesTo(world.gus)).at(-1)).toContain(`Stream with ID '${stream}' does not exist`)
    expect((await noticesTo(world.gus)).at(-1)).not.toContain('closed room')
    await world.gus.delete(`/scheduled_messages/${id}`)
  })

  it('a recipient has gone: it fails', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'brief@example.com',
      fullName: 'Brief',
    })
    const id = await schedule(world, world.ben, { type: 'private', to: [user.id], content: 'stay' })
    await deactivateUser(world.chat, user)
    world.clock.advance(3601)
    await failed(world.ben, id)
    expect((await noticesTo(world.ben)).at(-1)).toContain(
      "'brief@example.com' is no longer using Switchboard.",
    )
    await world.ben.delete(`/scheduled_messages/${id}`)
  })

  it('the author is deactivated: it is not sent, and nobody gets a message', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'leaver@example.com',
      fullName: 'Leaver',
    })
    await schedule(world, world.as(user), { to: ids.test, content: 'from beyond' })
    await deactivateUser(world.chat, user)
    const before = await countMessages(world)
    world.clock.advance(3601)
    await eventually(async () => {
      const rows = await world.chat.database.read.selectFrom('scheduled_messages').selectAll().execute()
      return rows.some(
        (row) =>
          row.user_id === user.id && row.failed === 1 && row.failure_message === 'Account is deactivated',
      )
    })
    await eventsDelivered(world)
    expect(await countMessages(world)).toBe(before)
  })

  it('of another organization: it goes there and nowhere else', async () => {
    const general = (await elsewhere.chief.get('/get_stream_id', { stream: 'general' })).body.stream_id
    const here = await watch(world.ada, ['message'], { all_public_streams: true, ...patient })
    await schedule(world, elsewhere.member, { to: general, content: 'far away' })
    world.clock.advance(3601)
    await noneLeft(elsewhere.member)
    const there = await readMessages(elsewhere.chief, [{ operator: 'stream', operand: 'general' }])
    expect(there.at(-1)).toMatchObject({ content: '<p>far away</p>', sender_id: elsewhere.people.member.id })
    expect(await here.news()).toEqual([])
  })
})
