import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Messages about new streams and subscriptions on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  const read = async (client: ApiClient, narrow: object[]) => {
    const { body } = await client.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      narrow,
    })
    return body.messages
  }
  const announcements = (client = world.cleo) =>
    read(client, [
      { operator: 'stream', operand: 'general' },
      { operator: 'topic', operand: 'new streams' },
    ])
  const privately = (client: ApiClient) => read(client, [{ operator: 'is', operand: 'private' }])
  const mention = () => `@_**Ben Okri|${world.demo.people.ben.id}**`

  it('announce | default: not shown in the specification, ours is false: no message', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'unannounced' }] })
    expect(await announcements()).toEqual([])
  })

  it('announce | false: no message', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'silent' }], announce: false })
    expect(await announcements()).toEqual([])
  })

  it('announce | true and a stream is created: announced in general > new streams', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'announced' }], announce: true })
    const messages = await announcements()
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({
      type: 'stream',
      display_recipient: 'general',
      subject: 'new streams',
      sender_full_name: 'Notification Bot',
      content: `${mention()} created a new stream #**announced**.`,
      flags: [],
    })
  })

  it('announce | the announcement is read for who created the stream', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'known to ben' }], announce: true })
    expect((await announcements(world.ben)).at(-1)).toMatchObject({
      content: `${mention()} created a new stream #**known to ben**.`,
      flags: ['read'],
    })
  })

  it('announce | several streams created: one message names them all', async () => {
    const before = (await announcements()).length
    await world.ben.post(path, { subscriptions: [{ name: 'one' }, { name: 'two' }], announce: true })
    const messages = await announcements()
    expect(messages).toHaveLength(before + 1)
    expect(messages.at(-1).content).toBe(`${mention()} created the following streams: #**one**, #**two**.`)
  })

  it('announce | true and no stream is created: no message', async () => {
    const before = await announcements()
    await world.cleo.post(path, { subscriptions: [{ name: 'announced' }], announce: true })
    expect(await announcements()).toEqual(before)
  })

  it('announce | a private stream is not announced to everybody', async () => {
    const before = await announcements()
    await world.ben.post(path, { subscriptions: [{ name: 'secret' }], invite_only: true, announce: true })
    expect(await announcements()).toEqual(before)
  })

  it('no other message is posted on creation', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'empty at first' }], announce: true })
    expect(await read(world.ben, [{ operator: 'stream', operand: 'empty at first' }])).toEqual([])
  })

  it('adding others to a stream: each gets a private message from the notification bot', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'club' }] })
    await world.ben.post(path, {
      subscriptions: [{ name: 'club' }],
      principals: ['cleo@example.com', 'gus@example.com'],
    })
    for (const client of [world.cleo, world.gus]) {
      const messages = await privately(client)
      expect(messages.at(-1)).toMatchObject({
        sender_full_name: 'Notification Bot',
        content: '@**Ben Okri** subscribed you to the stream #**club**.',
      })
    }
  })

  it('adding others to several streams: one message with a list', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'reds' }, { name: 'blues' }] })
    const before = (await privately(world.cleo)).length
    await world.ben.post(path, {
      subscriptions: [{ name: 'reds' }, { name: 'blues' }],
      principals: ['cleo@example.com'],
    })
    const messages = await privately(world.cleo)
    expect(messages).toHaveLength(before + 1)
    expect(messages.at(-1).content).toBe(
      '@**Ben Okri** subscribed you to the following streams:\n\n* #**reds**\n* #**blues**',
    )
  })

  it('subscribing yourself, to a new stream, or again: nobody gets a message', async () => {
    const before = [await privately(world.ben), await privately(world.cleo)]
    await world.ben.post(path, { subscriptions: [{ name: 'announcements' }, { name: 'newest' }] })
    await world.ben.post(path, {
      subscriptions: [{ name: 'brand new' }, { name: 'club' }],
      principals: ['cleo@example.com'],
    })
    expect([await privately(world.ben), await privately(world.cleo)]).toEqual(before)
  })

  it('a bot that is added is not written to', async () => {
    await world.ben.post(path, { subscriptions: [{ name: 'club' }], principals: ['echo-bot@example.com'] })
    expect(await privately(world.echoBot)).toEqual([])
  })
})
