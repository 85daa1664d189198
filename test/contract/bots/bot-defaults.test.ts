import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('What a bot is set to applies where its program does not say, on %s', (engine) => {
  let world: World
  let bot: ApiClient
  let id: number
  beforeAll(async () => {
    world = await startWorld(engine)
    const { body } = await world.ben.post('/bots', { full_name: 'Quiet', short_name: 'quiet' })
    bot = new ApiClient(world.app, { email: 'quiet-bot@chat.example.com', key: body.api_key })
    id = body.user_id
  })
  afterAll(() => world.stop())

  const set = (args: object) => world.ben.patch(`/bots/${id}`, { ...args })
  const send = (to: string) => world.ben.post('/messages', { type: 'stream', to, topic: 'x', content: to })
  const heard = async (options: object = {}) => {
    const watching = await watch(bot, ['message'], { ...options })
    await send('test')
    await send('random')
    return (await watching.news()).map((event) => event.message.display_recipient)
  }

  it('default_sending_stream: where it writes to when it names no stream', async () => {
    const say = (args: object) => bot.post('/messages', { type: 'stream', topic: 'x', content: 'x', ...args })
    expect(await say({})).toMatchObject({ status: 400, body: { msg: 'Missing stream' } })
    await set({ default_sending_stream: 'test' })
    const watching = await watch(world.ben, ['message'])
    await say({})
    await say({ to: 'random' })
    expect((await watching.news()).map((event) => event.message.display_recipient)).toEqual([
      'test',
      'random',
    ])
    await set({ default_sending_stream: '' })
    expect((await say({})).body.msg).toBe('Missing stream')
  })

  it('default_all_public_streams: unless it says otherwise when it registers', async () => {
    expect(await heard()).toEqual([])
    await set({ default_all_public_streams: true })
    expect(await heard()).toEqual(['test', 'random'])
    expect(await heard({ all_public_streams: false })).toEqual([])
    await set({ default_all_public_streams: false })
    expect(await heard({ all_public_streams: true })).toEqual(['test', 'random'])
  })

  it('default_events_register_stream: unless it registers with a narrow', async () => {
    await set({ default_events_register_stream: 'random' })
    expect(await heard()).toEqual(['random'])
    expect(await heard({ narrow: [['stream', 'test']] })).toEqual(['test'])
    const polled = await bot.get('/events', { dont_block: true, event_types: ['message'] })
    await send('test')
    await send('random')
    const { queue_id } = polled.body
    const { body } = await bot.get('/events', { queue_id, last_event_id: -1, dont_block: true })
    expect(body.events).toMatchObject([{ message: { display_recipient: 'random' } }])
    await set({ default_events_register_stream: '' })
    expect(await heard()).toEqual([])
  })
})
