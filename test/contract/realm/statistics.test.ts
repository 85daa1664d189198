import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countStatistics } from '../../../src/chat/history/statistics/count-statistics.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

const DAY_SECONDS = 86_400

describe.each(engines)('statistics of an organization on %s', (engine) => {
  let world: World
  let other: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    other = await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(() => world?.stop())

  const count = () => countStatistics(world.chat, new AbortController().signal)
  const show = async (args = {}, client = world.ada) => (await client.get('/realm/statistics', args)).body
  const say = (client: ApiClient, to: string) =>
    client.post('/messages', { type: 'stream', to, topic: 'x', content: 'hello' })
  const write = (client: ApiClient, to: string) =>
    client.post('/messages', { type: 'private', to: [to], content: 'hello' })
  const dateOf = (back: number) =>
    new Date(world.clock.now() - back * DAY_SECONDS * 1000).toISOString().slice(0, 10)

  it('counts messages, writers and streams of a day when it is over, once', async () => {
    await count()
    for (let index = 0; index < 3; index += 1) await say(world.ada, 'test')
    await say(world.ben, 'random')
    await write(world.ben, 'ada@example.com')
    await other.member.post('/messages', { type: 'stream', to: 'general', topic: 'x', content: 'elsewhere' })
    await count()
    const before = (await show()).days.at(-1)
    expect(before).toMatchObject({ date: dateOf(1), messages: 0, in_streams: 0, writers: 0 })
    world.clock.advance(DAY_SECONDS)
    await count()
    await count()
    const { days, streams } = await show()
    const written = days.at(-1)
    expect(written.date).toBe(dateOf(1))
    // The demo has announced its streams.
    expect(written.messages - written.in_streams).toBeGreaterThanOrEqual(1)
    expect(written.writers).toBeGreaterThanOrEqual(2)
    const { streams: known } = (await world.ada.get('/streams')).body
    const idOf = (name: string) => known.find((one: { name: string }) => one.name === name).stream_id
    expect(streams).toEqual(
      expect.arrayContaining([
        { stream_id: idOf('test'), messages: 3 },
        { stream_id: idOf('random'), messages: 1 },
      ]),
    )
    await say(world.ben, 'random')
    await count()
    expect((await show()).days.at(-1)).toEqual(written)
    world.clock.advance(DAY_SECONDS)
    await count()
    const next = await show()
    expect(next.days.at(-1)).toMatchObject({ date: dateOf(1), messages: 1, in_streams: 1, writers: 1 })
    expect((await show({ days: 1 })).streams).toEqual([{ stream_id: idOf('random'), messages: 1 }])
    expect((await show({ days: 1 }, other.chief)).streams).toEqual([])
  })

  it('counts files by kind, and people who were here', async () => {
    const bytes = Buffer.from('plain text that is a document')
    await world.ben.upload('/user_uploads', { file: { bytes, name: 'notes.txt', type: 'text/plain' } })
    await world.ben.post('/users/me/presence', { status: 'active' })
    world.clock.advance(DAY_SECONDS)
    await count()
    const { storage, people } = await show()
    expect(storage.reduce((total: number, one: { bytes: number }) => total + one.bytes, 0)).toBe(bytes.length)
    expect(people.accounts).toBe(4)
    expect((await show({}, other.chief)).storage).toEqual([])
  })

  it('takes only periods within a year', async () => {
    for (const days of [0, 367, -1, 'x', 1.5]) {
      const { status, body } = await world.ada.get('/realm/statistics', { days })
      expect([status, body.result], String(days)).toEqual([400, 'error'])
    }
  })

  it('is only for administrators', async () => {
    for (const client of [world.ben, world.gus]) {
      expect((await client.get('/realm/statistics')).body.msg).toBe('Must be an organization administrator')
    }
  })
})
