import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('A generic bot that is mentioned, on %s', (engine) => {
  let world: World
  let bot: ApiClient
  let botId: number
  beforeAll(async () => {
    world = await startWorld(engine)
    const { body } = await world.ben.post('/bots', { full_name: 'Caller', short_name: 'caller', bot_type: 1 })
    bot = new ApiClient(world.app, { email: 'caller-bot@chat.example.com', key: body.api_key })
    botId = body.user_id
  })
  afterAll(() => world.stop())

  const say = async (to: string, content: string) =>
    (await world.ada.post('/messages', { type: 'stream', to, topic: 'x', content })).body.id
  const heard = async (to: string, content: string, options = {}) => {
    const watching = await watch(bot, ['message'], options)
    await say(to, content)
    return (await watching.news()).map(({ message, flags }) => [message.content, flags])
  }

  it('receives the message of a public stream without a subscription, once', async () => {
    expect(await heard('test', '@**Caller** hello')).toEqual([['@**Caller** hello', ['mentioned']]])
    expect(await heard('test', '@**Caller** hello', { all_public_streams: true })).toEqual([
      ['@**Caller** hello', ['mentioned']],
    ])
    expect(await heard('test', '@**Caller** hello', { narrow: [['is', 'mentioned']] })).toEqual([
      ['@**Caller** hello', ['mentioned']],
    ])
  })

  it('receives it once if it is subscribed, too', async () => {
    await bot.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
    expect(await heard('general', '@**Caller** there')).toEqual([['@**Caller** there', ['mentioned']]])
  })

  it('finds it again in the history of the stream, with the same flags', async () => {
    const id = await say('test', '@**Caller** again')
    const { body } = await bot.get(`/messages/${id}`)
    expect(body.message.flags).toContain('mentioned')
  })

  it.each([
    ['silently', '@_**Caller** psst'],
    ['as a part of everybody', '@**all** look'],
    ['not at all', 'hello'],
  ])('hears nothing when mentioned %s', async (_how, content) => {
    expect(await heard('test', content)).toEqual([])
  })

  it('hears nothing of a private stream', async () => {
    expect(await heard('leadership', '@**Caller** hush')).toEqual([])
  })

  it('hears nothing when it is deactivated', async () => {
    const watching = await watch(bot, ['message'])
    await world.ada.delete(`/bots/${botId}`)
    const before = await say('test', '@**Caller** gone')
    expect(before).toEqual(expect.any(Number))
    expect((await bot.get('/events', { queue_id: watching.queueId, last_event_id: -1 })).status).not.toBe(200)
  })

  it('people who are mentioned without a subscription receive nothing', async () => {
    const cleo = await watch(world.cleo, ['message'])
    await say('test', '@**Cleo Vance** hello')
    expect(await cleo.news()).toEqual([])
  })
})
