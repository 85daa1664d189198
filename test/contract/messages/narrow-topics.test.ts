import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, readIds, sendPrivately, sendToStream, type Term } from './message-requests.ts'

describe.each(engines)('Narrow with, is:followed and is:muted on %s', (engine) => {
  let world: World
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    world = await startWorld(engine)
    await makeStream(world.ada, 'garden', ['ada', 'ben'])
    await makeStream(world.ada, 'noise', ['ada', 'ben'])
    ids.roses = await sendToStream(world.ada, 'garden', 'Roses', 'one')
    ids.moreRoses = await sendToStream(world.ben, 'garden', 'roses', 'two')
    ids.weeds = await sendToStream(world.ada, 'garden', 'weeds', 'three')
    ids.hum = await sendToStream(world.ada, 'noise', 'hum', 'four')
    ids.song = await sendToStream(world.ada, 'noise', 'song', 'five')
    ids.direct = await sendPrivately(world.ada, ['ben'], 'six')
    ids.moreDirect = await sendPrivately(world.ben, ['ada'], 'seven')
    ids.other = await sendPrivately(world.ada, ['cleo'], 'eight')
    const { body } = await world.ben.get('/users/me/subscriptions')
    const idOf = (name: string) =>
      body.subscriptions.find((one: { name: string }) => one.name === name).stream_id
    const policy = (stream: string, topic: string, visibility_policy: number) =>
      world.ben.post('/user_topics', { stream_id: idOf(stream), topic, visibility_policy })
    await policy('garden', 'roses', 3)
    await policy('garden', 'weeds', 1)
    await policy('noise', 'song', 2)
    await world.ben.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: idOf('noise'), property: 'is_muted', value: true }],
    })
  })
  afterAll(() => world.stop())

  const named = async (narrow: Term[], client = world.ben) => {
    const found = new Set(await readIds(client, narrow))
    return Object.keys(ids).filter((name) => found.has(ids[name]!))
  }
  const is = (operand: string, negated = false) => ({ operator: 'is', operand, negated })
  const withId = (id: number | string) => ({ operator: 'with', operand: id })
  const refused = async (narrow: object[], client = world.ben) =>
    (await client.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow })).body

  it('is: followed | the topics that the user follows', async () => {
    expect(await named([is('followed')])).toEqual(['roses', 'moreRoses'])
    expect(await named([is('followed')], world.ada)).toEqual([])
    expect(await named([is('followed', true)])).toEqual(['weeds', 'hum', 'song', 'direct', 'moreDirect'])
  })

  it('is: muted | muted topics, and muted streams except their unmuted topics', async () => {
    expect(await named([is('muted')])).toEqual(['weeds', 'hum'])
    expect(await named([is('muted')], world.ada)).toEqual([])
    expect(await named([is('muted', true)])).toEqual(['roses', 'moreRoses', 'song', 'direct', 'moreDirect'])
  })

  it('with | the conversation of a message', async () => {
    expect(await named([withId(ids.roses!)])).toEqual(['roses', 'moreRoses'])
    expect(await named([withId(String(ids.direct))])).toEqual(['direct', 'moreDirect'])
    expect(await named([withId(ids.roses!), { operator: 'sender', operand: 'ben@example.com' }])).toEqual([
      'moreRoses',
    ])
  })

  it('with | wins over the stream and topic of an old link, after the topic was renamed', async () => {
    const link = [
      { operator: 'channel', operand: 'noise' },
      { operator: 'topic', operand: 'hum' },
      withId(ids.hum!),
    ]
    expect(await named(link)).toEqual(['hum'])
    await world.ada.patch(`/messages/${ids.hum}`, { topic: 'drone', propagate_mode: 'change_all' })
    expect(await named(link)).toEqual(['hum'])
  })

  it('with | a message that is gone or out of sight: the other terms choose, or it is an error', async () => {
    const topic = [
      { operator: 'channel', operand: 'garden' },
      { operator: 'topic', operand: 'roses' },
    ]
    for (const id of [999_999, ids.other!]) {
      expect(await named([...topic, withId(id)])).toEqual(['roses', 'moreRoses'])
      expect(await refused([withId(id)])).toMatchObject({
        result: 'error',
        msg: "Invalid narrow operator: invalid 'with' operand",
      })
    }
    expect(await refused([{ ...withId(ids.roses!), negated: true }])).toMatchObject({ result: 'error' })
    expect(await refused([withId('roses')])).toMatchObject({ result: 'error' })
  })
})
