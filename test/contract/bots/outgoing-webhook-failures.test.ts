import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BotService, startBotService } from '../../harness/bot-service.ts'
import { engines } from '../../harness/engines.ts'
import { afterAttempts, entriesOf } from '../../harness/outbox-entries.ts'
import { type Watch, watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const soon = { timeout: 40_000, interval: 20 }

describe.each(engines)('Outgoing webhooks that fail, on %s', (engine) => {
  let world: World
  let service: BotService
  let id: number
  let owner: Watch
  let asker: Watch
  beforeAll(async () => {
    world = await startWorld(engine, { EVENT_QUEUE_IDLE_SECONDS: '100000' })
    service = await startBotService()
    const { body } = await world.cleo.post('/bots', {
      full_name: 'Oracle',
      short_name: 'oracle',
      bot_type: 3,
      payload_url: service.url,
    })
    id = body.user_id
  })
  beforeEach(async () => {
    // Starts new five minutes, in which the owner can get one message.
    world.clock.advance(301)
    service.calls.length = 0
    await world.cleo.patch(`/bots/${id}`, { service_payload_url: service.url })
    owner = await watch(world.cleo, ['message'])
    asker = await watch(world.ben, ['message'])
  })
  afterAll(async () => {
    await service.stop()
    await world.stop()
  })

  const ask = (content: string, to = 'test') =>
    world.ada.post('/messages', { type: 'stream', to, topic: 'x', content: `@**Oracle** ${content}` })
  const posts = () => entriesOf(world.chat.database, 'outgoing_webhook')
  const attempted = (attempts: number) =>
    vi.waitFor(async () => expect(await posts()).toMatchObject([afterAttempts(attempts)]), soon)
  const done = () => vi.waitFor(async () => expect(await posts()).toEqual([]), soon)
  const notices = async () => (await owner.news()).map((event) => event.message.content)
  const said = async () =>
    (await asker.news()).map((event) => event.message).filter((message) => message.sender_id === id)
  const failed = (problem: string) => [
    `The outgoing webhook of your bot \`oracle-bot@chat.example.com\` failed: ${problem}.`,
  ]

  it.each([500, 503, 429])('%i: tried again, as the same, and answered once', async (status) => {
    service.answerWith(status)
    await ask('patience')
    await attempted(1)
    world.clock.advance(4)
    await attempted(2)
    service.answerWith(200, { content: 'at last' })
    world.clock.advance(11)
    await done()
    expect(await said()).toMatchObject([{ content: 'at last' }])
    expect(service.calls).toHaveLength(3)
    expect(new Set(service.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await notices()).toEqual([])
  })

  it('nobody listens: given up after six attempts, and the owner gets a message', async () => {
    await world.cleo.patch(`/bots/${id}`, { service_payload_url: 'http://127.0.0.1:1/' })
    await ask('anybody?')
    for (const [index, seconds] of [4, 11, 61, 301, 1801].entries()) {
      await attempted(index + 1)
      world.clock.advance(seconds)
    }
    await done()
    expect(await notices()).toEqual(
      failed(
        'it cannot be reached (connect ECONNREFUSED 127.0.0.1:1). The message was given up after 6 attempts',
      ),
    )
    expect(await said()).toEqual([])
  })

  it.each([
    [404, '', 'it returned status 404'],
    [302, '', 'it returned status 302'],
    [200, 'hello', 'its response is not JSON'],
    [200, '[1]', 'its response is not a JSON object'],
    [200, '{"content":7}', 'its reply is not a string'],
    [200, JSON.stringify({ content: 'x'.repeat(70_000) }), 'its response is not JSON'],
  ])(
    '%i: not tried again, and the owner gets a message, at most once in five minutes',
    async (status, body, problem) => {
      service.answerWith(status, body, status === 302 ? { location: service.url } : {})
      await ask('first')
      await done()
      await ask('second')
      await done()
      expect(service.calls).toHaveLength(2)
      expect(await notices()).toEqual(failed(problem))
      expect(await said()).toEqual([])
    },
  )

  it('an answer that the bot may not send there: the owner gets a message', async () => {
    service.answerWith(200, { content: 'me too' })
    await ask('announce', 'announcements')
    await done()
    const [, notice] = (await owner.news()).map((event) => event.message.content)
    expect(notice).toBe(
      failed('its reply could not be sent: Only organization administrators can send to this stream.')[0],
    )
  })

  it('in order: one that failed holds up those behind it', async () => {
    service.answerWith(500)
    await ask('one')
    await attempted(1)
    await ask('two')
    service.answerWith(200)
    expect(await posts()).toMatchObject([{ attempts: 1 }, { attempts: 0 }])
    world.clock.advance(4)
    await done()
    expect(service.calls.map(({ body }) => JSON.parse(body).data)).toEqual([
      '@**Oracle** one',
      '@**Oracle** one',
      '@**Oracle** two',
    ])
  })

  it('a crash after the answer was sent: asked again, but it is not said twice', async () => {
    service.answerWith(200, { content: 'once' })
    service.calls.length = 0
    const { database } = world.chat
    await ask('fragile')
    const rows = await vi.waitFor(async () => {
      const found = await posts()
      expect(found).toHaveLength(1)
      return found
    }, soon)
    await done()
    await database.write(world.demo.realm.id, {
      work: ({ db }) => db.insertInto('outbox').values(rows).execute(),
    })
    world.chat.outbox.checkAll()
    world.clock.advance(31)
    await done()
    expect(service.calls).toHaveLength(2)
    expect(await said()).toMatchObject([{ content: 'once' }])
  })

  it('a message that is deleted while it waits is posted to nobody', async () => {
    service.answerWith(500)
    const { body } = await ask('oops')
    await attempted(1)
    await world.ada.delete(`/messages/${body.id}`)
    world.clock.advance(4)
    await done()
    expect(service.calls).toHaveLength(1)
  })
})

describe.each(engines)('Outgoing webhooks and the own network, on %s', (engine) => {
  it('are refused unless the server is set to allow it', async () => {
    const world = await startWorld(engine, { WEBHOOKS_TO_PRIVATE_NETWORKS: 'no' })
    const service = await startBotService()
    await world.cleo.post('/bots', {
      full_name: 'Spy',
      short_name: 'spy',
      bot_type: 3,
      payload_url: service.url,
    })
    await world.ben.post('/messages', { type: 'stream', to: 'test', topic: 'x', content: '@**Spy**' })
    const posts = () => entriesOf(world.chat.database, 'outgoing_webhook')
    await vi.waitFor(async () => expect(await posts()).toMatchObject([afterAttempts(1)]), soon)
    expect(service.calls).toEqual([])
    await service.stop()
    await world.stop()
  })
})
