import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { verifyWebhook } from '../../../src/platform/secrets/webhook-signature.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { type BotService, startBotService } from '../../harness/bot-service.ts'
import { engines } from '../../harness/engines.ts'
import { afterAttempts, entriesOf } from '../../harness/outbox-entries.ts'
import { type Watch, watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const soon = { timeout: 10_000, interval: 20 }

describe.each(engines)('Outgoing webhooks on %s', (engine) => {
  let world: World
  let service: BotService
  let id: number
  let bot: ApiClient
  let watching: Watch
  beforeAll(async () => {
    world = await startWorld(engine)
    service = await startBotService()
    const { body } = await world.cleo.post('/bots', {
      full_name: 'Oracle',
      short_name: 'oracle',
      bot_type: 3,
      payload_url: service.url,
    })
    id = body.user_id
    bot = new ApiClient(world.app, { email: 'oracle-bot@chat.example.com', key: body.api_key })
  })
  beforeEach(async () => {
    service.calls.length = 0
    service.answerWith(200)
    await world.cleo.patch(`/bots/${id}`, { service_interface: 1 })
    watching = await watch(world.ben, ['message'])
  })
  afterAll(async () => {
    await service.stop()
    await world.stop()
  })

  const ask = (content: string, topic = 'questions', client = world.ben, to = 'test') =>
    client.post('/messages', { type: 'stream', to, topic, content })
  const posts = () => entriesOf(world.chat.database, 'outgoing_webhook')
  const done = () => vi.waitFor(async () => expect(await posts()).toEqual([]), soon)
  const answers = async () => {
    await done()
    return (await watching.news()).map((event) => event.message).filter((message) => message.sender_id === id)
  }

  it('mentioned in a stream: posts the message, signed, and says the answer there', async () => {
    service.answerWith(200, { content: 'Yes, **always**.' })
    const { body: sent } = await ask('@**Oracle** is it so?', 'Fate #1')
    expect(await answers()).toMatchObject([
      {
        type: 'stream',
        display_recipient: 'test',
        subject: 'Fate #1',
        content: 'Yes, **always**.',
        sender_full_name: 'Oracle',
        client: 'OutgoingWebhookResponse',
      },
    ])
    expect(service.calls).toHaveLength(1)
    const [call] = service.calls
    const { services } = (await world.cleo.get('/bots')).body.bots[0]
    const { messages } = (
      await world.ben.get('/messages', {
        anchor: sent.id,
        num_before: 0,
        num_after: 0,
        apply_markdown: false,
      })
    ).body
    const { content_type: _type, flags: _flags, ...message } = messages[0]
    expect(JSON.parse(call!.body)).toEqual({
      data: '@**Oracle** is it so?',
      message: {
        ...message,
        topic_links: [],
        rendered_content: `<p><span class="user-mention" data-user-id="${id}">@Oracle</span> is it so?</p>`,
      },
      bot_email: 'oracle-bot@chat.example.com',
      bot_full_name: 'Oracle',
      token: services[0].token,
      trigger: 'mention',
    })
    expect(call!.headers).toMatchObject({ 'content-type': 'application/json' })
    const { webhook_secret: secret } = (await world.cleo.get(`/bots/${id}/webhook_secret`)).body
    expect(verifyWebhook({ headers: call!.headers, body: call!.body }, secret, world.clock.now())).toMatch(
      /^post_/,
    )
  })

  it('a private message, alone or in a group: the answer goes to the same people', async () => {
    service.answerWith(200, { content: 'Psst' })
    await world.ben.post('/messages', { type: 'private', to: [id], content: 'alone' })
    await world.ben.post('/messages', {
      type: 'private',
      to: [id, world.demo.people.ada.id],
      content: 'group',
    })
    const said = await answers()
    expect(
      said.map((message) => message.display_recipient.map((one: { email: string }) => one.email)),
    ).toEqual([
      ['ben@example.com', 'oracle-bot@chat.example.com'],
      ['ada@example.com', 'ben@example.com', 'oracle-bot@chat.example.com'],
    ])
    expect(service.calls.map(({ body }) => JSON.parse(body))).toMatchObject([
      { trigger: 'private_message', data: 'alone', message: { type: 'private' } },
      { trigger: 'private_message', data: 'group' },
    ])
  })

  it('the interface of Slack: a form, answered by text', async () => {
    await world.cleo.patch(`/bots/${id}`, { service_interface: 2 })
    service.answerWith(200, { text: 'As Slack says' })
    const { body: sent } = await ask('@**Oracle** hi')
    await world.ben.post('/messages', { type: 'private', to: [id], content: 'ü&' })
    expect((await answers()).map((message) => message.content)).toEqual(['As Slack says', 'As Slack says'])
    const [first, second] = service.calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
    const { messages } = (
      await world.ben.get('/messages', {
        anchor: sent.id,
        num_before: 0,
        num_after: 0,
        apply_markdown: false,
      })
    ).body
    expect(service.calls[0]!.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(first).toEqual({
      token: expect.stringMatching(/^\w{32}$/),
      team_id: `T${world.demo.realm.id}`,
      team_domain: '',
      channel_id: `C${messages[0].stream_id}`,
      channel_name: 'test',
      thread_ts: String(messages[0].timestamp),
      timestamp: String(messages[0].timestamp),
      user_id: `U${world.demo.people.ben.id}`,
      user_name: 'Ben Okri',
      text: '@**Oracle** hi',
      trigger_word: 'mention',
      service_id: String(id),
    })
    expect(second).toMatchObject({
      text: 'ü&',
      channel_name: 'directmessage',
      trigger_word: 'private_message',
    })
  })

  it.each([
    ['by its older name', '{"response_string":"older"}', ['older']],
    ['that needs none', '{"response_not_required":true,"content":"x"}', []],
    ['of blanks', '{"content":"  "}', []],
    ['without anything to say', '{}', []],
    ['without a body', '', []],
    [
      'that is too long',
      JSON.stringify({ content: 'x'.repeat(10_001) }),
      [`${'x'.repeat(9_980)}\n[message truncated]`],
    ],
  ])('an answer %s', async (_name, body, said) => {
    service.answerWith(200, body)
    await ask('@**Oracle**')
    expect((await answers()).map((message) => message.content)).toEqual(said)
    expect(service.calls).toHaveLength(1)
  })

  it('what does not concern it leaves no trace', async () => {
    await ask('Oracle, @_**Oracle**, `@**Oracle**`, @**Echo Bot**, @**all**')
    await ask('@**Oracle**', 'loop', world.echoBot)
    await ask('@**Oracle** from itself', 'loop', bot)
    await world.echoBot.post('/messages', { type: 'private', to: [id], content: 'hello colleague' })
    const { body } = await ask('later')
    await world.ben.patch(`/messages/${body.id}`, { content: '@**Oracle**' })
    await world.ben.post('/messages', { type: 'private', to: [world.demo.bots.echoBot.id], content: 'x' })
    expect(await posts()).toEqual([])
    expect(service.calls).toEqual([])
  })

  it('a private stream: only where its owner is', async () => {
    await world.ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], invite_only: true })
    await ask('@**Oracle** secret', 'x', world.ben, 'vault')
    expect(await posts()).toEqual([])
    await ask('@**Oracle** for the leaders', 'x', world.ada, 'leadership')
    await done()
    await world.ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      principals: ['cleo@example.com'],
    })
    await ask('@**Oracle** now', 'x', world.ben, 'vault')
    await done()
    expect(service.calls.map(({ body }) => JSON.parse(body).data)).toEqual([
      '@**Oracle** for the leaders',
      '@**Oracle** now',
    ])
  })

  it('a private stream that the owner leaves while the service is down: the service gets nothing more', async () => {
    const subscriptions = [{ name: 'cellar' }]
    await world.ben.post('/users/me/subscriptions', {
      subscriptions,
      invite_only: true,
      principals: ['ben@example.com', 'cleo@example.com'],
    })
    service.answerWith(500)
    await ask('@**Oracle** wait', 'x', world.ben, 'cellar')
    await vi.waitFor(async () => expect(await posts()).toMatchObject([afterAttempts(1)]), soon)
    await world.cleo.delete('/users/me/subscriptions', { subscriptions: ['cellar'] })
    world.clock.advance(5)
    await done()
    expect(service.calls).toHaveLength(1)
  })

  it('a guest has no public streams: neither has the service of their bot', async () => {
    const guest = await createUser(world.chat, world.demo.realm, {
      email: 'dee@example.com',
      fullName: 'Dee',
    })
    const made = await world
      .as(guest.user)
      .post('/bots', { full_name: 'Pythia', short_name: 'pythia', bot_type: 3, payload_url: service.url })
    await world.ada.patch(`/users/${guest.user.id}`, { role: 600 })
    await ask(`@**Pythia|${made.body.user_id}** what do they say?`)
    expect(await posts()).toEqual([])
    expect(service.calls).toEqual([])
  })

  it('a deactivated bot is asked no more, also of what was waiting', async () => {
    const { body } = await world.ben.post('/bots', {
      full_name: 'Mayfly',
      short_name: 'mayfly',
      bot_type: 3,
      payload_url: service.url,
    })
    service.answerWith(500)
    await ask('@**Mayfly** wait')
    await vi.waitFor(async () => expect(await posts()).toMatchObject([afterAttempts(1)]), soon)
    await world.ben.delete(`/bots/${body.user_id}`)
    await ask(`@**Mayfly|${body.user_id}** gone`)
    expect(await posts()).toHaveLength(1)
    world.clock.advance(5)
    await done()
    expect(service.calls).toHaveLength(1)
  })
})
