import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { indexEverything } from './index-everything.ts'
import { makeStream, readIds, sendPrivately, sendToStream } from './message-requests.ts'

const states = engines.flatMap((engine) => [
  { engine, state: 'before the index has it' },
  { engine, state: 'from the index' },
])

describe.each(states)('Narrow search, who finds what, $state, on $engine', ({ engine, state }) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const search = async (client: ApiClient, operand: string, ...others: [string, unknown][]) => {
    if (state === 'from the index') await indexEverything(world)
    const terms = [['search', operand] as const, ...others]
    return readIds(
      client,
      terms.map(([operator, given]) => ({ operator, operand: given })),
    )
  }

  it('a private stream: subscribers all, former subscribers and others nothing', async () => {
    await makeStream(world.ada, 'closed', ['ada', 'ben'], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const first = await sendToStream(world.ada, 'closed', 'x', 'zetaword')
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['closed'] })
    const second = await sendToStream(world.ada, 'closed', 'x', 'zetaword')
    expect(await search(world.ada, 'zetaword')).toEqual([first, second])
    for (const stranger of [world.ben, world.cleo, world.gus])
      expect(await search(stranger, 'zetaword')).toEqual([])
  })

  it('a private message: the people in it, not even administrators beside', async () => {
    const id = await sendPrivately(world.ben, ['cleo'], 'thetaword')
    expect(await search(world.ben, 'thetaword')).toEqual([id])
    expect(await search(world.cleo, 'thetaword')).toEqual([id])
    expect(await search(world.ada, 'thetaword')).toEqual([])
  })

  it('a public stream that one never joined: only with the stream in the narrow, and never for guests', async () => {
    await makeStream(world.ada, 'open')
    const id = await sendToStream(world.ada, 'open', 'x', 'etaword')
    expect(await search(world.cleo, 'etaword')).toEqual([])
    expect(await search(world.cleo, 'etaword', ['stream', 'open'])).toEqual([id])
    expect(await search(world.cleo, 'etaword', ['streams', 'public'])).toEqual([id])
    expect(await search(world.gus, 'etaword')).toEqual([])
    expect(await search(world.gus, 'etaword', ['streams', 'public'])).toEqual([])
  })

  it('another organization with messages of the same ids: everybody finds their own', async () => {
    const { chief, member } = await foundOrganization(world, 'rafts.example.com')
    await makeStream(chief, 'rafts')
    const theirs = await sendToStream(chief, 'rafts', 'x', 'iotaword of rafts')
    const ours = await sendToStream(world.ada, 'test', 'x', 'iotaword of ours')
    expect(await search(chief, 'iotaword')).toEqual([theirs])
    expect(await search(member, 'iotaword', ['stream', 'rafts'])).toEqual([theirs])
    expect(await search(world.ada, 'iotaword')).toEqual([ours])
  })

  it('somebody who receives little finds it behind many messages of others', async () => {
    await makeStream(world.ada, 'quiet', ['ada', 'cleo'])
    const id = await sendToStream(world.ada, 'quiet', 'x', 'kappaword')
    await makeStream(world.ada, 'loud')
    for (let count = 0; count < 40; count += 1) await sendToStream(world.ada, 'loud', 'x', 'kappaword')
    const answer = await world.cleo.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'kappaword' }],
    })
    expect(answer.body).toMatchObject({ messages: [{ id }], found_oldest: true, found_newest: true })
    expect(await search(world.cleo, 'kappaword')).toEqual([id])
  })
})
