import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countStreamTraffic } from '../../../src/chat/history/traffic/count-stream-traffic.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const DAY = 86_400

describe.each(engines)('The traffic of streams on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const count = () => countStreamTraffic(world.chat, new AbortController().signal)
  const send = () => world.ada.post('/messages', { type: 'stream', to: 'busy', topic: 'x', content: 'x' })
  const traffic = async () => {
    const { body } = await world.ada.get('/users/me/subscriptions')
    const stream = body.subscriptions.find((one: { name: string }) => one.name === 'busy')
    return [stream.stream_weekly_traffic, stream.is_old_stream]
  }

  it('is unknown in the first week, then the average of up to four weeks, counted once a day', async () => {
    await world.ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'busy' }] })
    for (let sent = 0; sent < 8; sent++) await send()
    await count()
    expect(await traffic()).toEqual([null, false])
    world.clock.advance(14 * DAY)
    const watching = await watch(world.ada, ['stream'])
    await count()
    expect(await traffic()).toEqual([4, true])
    const of = (events: { name?: string }[]) => events.filter((event) => event.name === 'busy')
    expect(of(await watching.news())).toMatchObject([
      { op: 'update', property: 'stream_weekly_traffic', value: 4 },
    ])
    for (let sent = 0; sent < 8; sent++) await send()
    await count()
    expect(await traffic()).toEqual([4, true])
    world.clock.advance(DAY)
    await count()
    expect(await traffic()).toEqual([7, true])
    world.clock.advance(20 * DAY)
    await count()
    expect(await traffic()).toEqual([2, true])
    world.clock.advance(30 * DAY)
    await count()
    expect(await traffic()).toEqual([0, true])
  })
})
