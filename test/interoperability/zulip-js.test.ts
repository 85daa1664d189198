import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'
import { zulipInit } from './load-zulip-js.ts'
import { functionsOf, noteCalls } from './note-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: the client has no types
type Client = any

describe.each(engines)('zulip-js, as it comes from the registry, on %s', (engine) => {
  let world: World
  let realm: string
  let ada: Client
  let ben: Client
  const called = new Set<string>()
  beforeAll(async () => {
    world = await startWorld(engine)
    realm = await world.app.listen({ host: '127.0.0.1', port: 0 })
    ada = await connect(world.ada.credentials!)
    ben = await connect(world.ben.credentials!)
  })
  afterAll(() => world.stop())

  const connect = async ({ email, key }: { email: string; key: string }) =>
    noteCalls(await zulipInit({ username: email, apiKey: key, realm }), called)
  const countQueues = () => [...world.chat.queues.live].length
  const succeed = async (answer: Promise<Client>) => {
    const body = await answer
    expect(body).toMatchObject({ result: 'success', msg: '' })
    return body
  }
  const send = async (client: Client, content: string, topic = 'lunch') =>
    (await succeed(client.messages.send({ type: 'stream', to: 'test', topic, content }))).id as number

  it('signs in with a password: accounts.retrieve', async () => {
    await succeed(
      ada.users.create({ email: 'dora@example.com', password: 'a good password', full_name: 'Dora Diaz' }),
    )
    const dora = noteCalls(
      await zulipInit({ username: 'dora@example.com', password: 'a good password', realm }),
      called,
    )
    expect(await dora.users.me.getProfile()).toMatchObject({ full_name: 'Dora Diaz' })
    const { api_key: key, email } = await succeed(dora.accounts.retrieve())
    expect({ key, email }).toEqual({ key: dora.config.apiKey, email: 'dora@example.com' })
  })

  it('gets an error when the password is wrong', async () => {
    const wrong = await zulipInit({ username: 'dora@example.com', password: 'guess', realm })
    expect(await wrong.accounts.retrieve()).toMatchObject({
      result: 'error',
      msg: 'Your username or password is incorrect.',
    })
    expect(await wrong.users.me.getProfile()).toMatchObject({ result: 'error', msg: 'Invalid API key' })
  })

  it('reads a zuliprc file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'switchboard-test-'))
    const { email, key } = world.ben.credentials!
    await writeFile(join(folder, 'zuliprc'), `[api]\nemail=${email}\nkey=${key}\nsite=${realm}\n`)
    try {
      const client = await zulipInit({ zuliprc: join(folder, 'zuliprc') })
      expect(await client.users.me.getProfile()).toMatchObject({ email: 'ben@example.com' })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('server.settings names the organization', async () => {
    expect(await succeed(ada.server.settings())).toMatchObject({ realm_name: 'Acme' })
  })

  it('users: retrieve, me.getProfile and me.alertWords.retrieve return people and words', async () => {
    const { members } = await succeed(ada.users.retrieve({ client_gravatar: true }))
    expect(members.map((user: Client) => user.email)).toContain('cleo@example.com')
    expect(await succeed(ada.users.me.getProfile())).toMatchObject({
      email: 'ada@example.com',
      is_admin: true,
    })
    expect(await succeed(ada.users.me.alertWords.retrieve())).toMatchObject({ alert_words: [] })
  })

  it('users.create is refused to a member', async () => {
    const answer = await ben.users.create({ email: 'x@example.com', password: 'long enough', full_name: 'X' })
    expect(answer).toMatchObject({ result: 'error', msg: 'Must be an organization administrator' })
  })

  it('messages: send, retrieve, getById, update, getHistoryById, deleteById', async () => {
    const id = await send(ada, 'Pizza, **today**?')
    const found = await succeed(
      ben.messages.retrieve({
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [{ operator: 'stream', operand: 'test' }],
      }),
    )
    expect(found.messages).toMatchObject([{ id, content: '<p>Pizza, <strong>today</strong>?</p>' }])
    expect(await succeed(ben.messages.getById({ message_id: id }))).toMatchObject({
      raw_content: 'Pizza, **today**?',
      message: { id, sender_email: 'ada@example.com' },
    })
    await succeed(ada.messages.update({ message_id: id, content: 'Pizza, **tomorrow**?' }))
    const { message_history: history } = await succeed(ben.messages.getHistoryById({ message_id: id }))
    expect(history.map((version: Client) => version.content)).toEqual([
      'Pizza, **today**?',
      'Pizza, **tomorrow**?',
    ])
    await succeed(ada.messages.deleteById({ message_id: id }))
    expect(await ben.messages.getById({ message_id: id })).toMatchObject({ msg: 'Invalid message(s)' })
  })

  it('messages: private ones, to one person and to several', async () => {
    const { id } = await succeed(
      ada.messages.send({ type: 'private', to: 'ben@example.com', content: 'Between us' }),
    )
    const group = await succeed(
      ada.messages.send({
        type: 'private',
        to: ['ben@example.com', 'cleo@example.com'],
        content: 'Among three',
      }),
    )
    const { messages } = await succeed(
      ben.messages.retrieve({ anchor: id, num_before: 0, num_after: 1, apply_markdown: false }),
    )
    expect(messages.map((message: Client) => message.id)).toEqual([id, group.id])
  })

  it('messages.render returns the HTML of a message', async () => {
    expect(await succeed(ada.messages.render('**hi**'))).toMatchObject({
      rendered: '<p><strong>hi</strong></p>',
    })
  })

  it('messages.flags: add and remove change the flags', async () => {
    const id = await send(ben, 'Worth a star')
    const flagsOf = async () => (await ada.messages.getById({ message_id: id })).message.flags
    await succeed(ada.messages.flags.add({ messages: [id], flag: 'starred' }))
    expect(await flagsOf()).toContain('starred')
    await succeed(ada.messages.flags.remove({ messages: [id], flag: 'starred' }))
    expect(await flagsOf()).not.toContain('starred')
    await succeed(ada.messages.flags.add({ messages: [id], flag: 'read' }))
    expect(await flagsOf()).toContain('read')
  })

  it('reactions: add, remove; messages.deleteReactionById', async () => {
    const id = await send(ben, 'Who is coming?')
    const thumb = {
      message_id: id,
      emoji_name: 'thumbs_up',
      emoji_code: '1f44d',
      reaction_type: 'unicode_emoji',
    }
    const reactionsOf = async () =>
      (await ada.messages.getById({ message_id: id })).message.reactions.map(
        (reaction: Client) => `${reaction.emoji_name} ${reaction.user.email}`,
      )
    await succeed(ada.reactions.add(thumb))
    await succeed(ben.reactions.add(thumb))
    expect(await reactionsOf()).toEqual(['thumbs_up ada@example.com', 'thumbs_up ben@example.com'])
    await succeed(
      ada.reactions.remove({ message_id: id, emoji_code: '1f44d', reaction_type: 'unicode_emoji' }),
    )
    await succeed(ben.messages.deleteReactionById(thumb))
    expect(await reactionsOf()).toEqual([])
  })

  it('emojis.retrieve and filters.retrieve return what there is', async () => {
    expect(await succeed(ada.emojis.retrieve())).toHaveProperty('emoji', {})
    expect(await succeed(ada.filters.retrieve())).toHaveProperty('filters', [])
  })

  it('streams: retrieve, getStreamId, subscriptions.retrieve, topics.retrieve, deleteById', async () => {
    await succeed(ada.users.me.subscriptions.add({ subscriptions: [{ name: 'short lived' }] }))
    const { stream_id: id } = await succeed(ada.streams.getStreamId('short lived'))
    const { streams } = await succeed(ben.streams.retrieve({ include_subscribed: false }))
    expect(streams).toContainEqual(expect.objectContaining({ stream_id: id, name: 'short lived' }))
    const { subscriptions } = await succeed(ada.streams.subscriptions.retrieve())
    expect(subscriptions).toContainEqual(expect.objectContaining({ stream_id: id }))
    await succeed(ada.messages.send({ type: 'stream', to: 'short lived', topic: 'hello', content: 'there' }))
    expect(await succeed(ben.streams.topics.retrieve({ stream_id: id }))).toMatchObject({
      topics: [{ name: 'hello' }],
    })
    expect(await ben.streams.deleteById({ stream_id: id })).toMatchObject({ result: 'error' })
    await succeed(ada.streams.deleteById({ stream_id: id }))
    expect(await ada.streams.getStreamId({ stream: 'short lived' })).toMatchObject({
      msg: "Invalid stream name 'short lived'",
    })
  })

  it('users.me.subscriptions: add and remove change the streams', async () => {
    const added = await succeed(ben.users.me.subscriptions.add({ subscriptions: [{ name: 'chess' }] }))
    expect(added.subscribed).toEqual({ 'ben@example.com': ['chess'] })
    const removed = await succeed(ben.users.me.subscriptions.remove({ subscriptions: '["chess"]' }))
    expect(removed.removed).toEqual(['chess'])
  })

  it('users.me.pointer: retrieve returns what update stored', async () => {
    const id = await send(ada, 'The last one')
    await succeed(ben.users.me.pointer.update(id))
    expect(await succeed(ben.users.me.pointer.retrieve())).toMatchObject({ pointer: id })
  })

  it('queues: register, deregister; events.retrieve; typing.send', async () => {
    const { queue_id: queueId, last_event_id: last } = await succeed(
      ben.queues.register({ event_types: ['typing', 'message'] }),
    )
    await succeed(ada.typing.send({ to: ['ben@example.com'], op: 'start' }))
    await succeed(ada.typing.send({ to: ['ben@example.com', 'cleo@example.com'], op: 'stop' }))
    const { events } = await succeed(
      ben.events.retrieve({ queue_id: queueId, last_event_id: last, dont_block: true }),
    )
    expect(events).toMatchObject([
      { type: 'typing', op: 'start', sender: { email: 'ada@example.com' } },
      { type: 'typing', op: 'stop' },
    ])
    await succeed(ben.queues.deregister({ queue_id: queueId }))
    expect(await ben.events.retrieve({ queue_id: queueId, last_event_id: last })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  it('callEndpoint, for what the client has no function for', async () => {
    const params = { to: 'test', type: 'stream', subject: 'Testing', content: 'Something **works**.' }
    const { id } = await succeed(ada.callEndpoint('/messages', 'POST', params))
    expect(await succeed(ada.callEndpoint(`messages/${id}`))).toMatchObject({
      message: { subject: 'Testing' },
    })
  })

  it.each([[['message']], [undefined]])(
    'callOnEachEvent of %o: a bot in a process of its own',
    async (types) => {
      // That function never returns, so the bot is a process that can be stopped.
      const { email, key } = world.ben.credentials!
      const script = join(import.meta.dirname, 'print-messages.js')
      const known = countQueues()
      const bot = spawn(process.execPath, [
        script,
        realm,
        email,
        key,
        ...(types ? [JSON.stringify(types)] : []),
      ])
      const heard: string[] = []
      bot.stdout.on('data', (text) => heard.push(...String(text).trim().split('\n')))
      try {
        await until(() => countQueues() > known)
        await send(ada, 'first')
        await until(() => heard.length === 1)
        await send(ada, 'second')
        await until(() => heard.length === 2)
        expect(heard).toEqual(['"first"', '"second"'])
      } finally {
        bot.kill()
      }
      called.add('callOnEachEvent')
    },
  )

  it('has been tried out completely', () => {
    expect([...called].sort()).toEqual(functionsOf(ada).sort())
  })
})

async function until(holds: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 400 && !holds(); attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  expect(holds()).toBe(true)
}
