import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readIds, readUnread, sendToStream } from '../messages/message-requests.ts'
import { streamIds } from '../streams/stream-ids.ts'

const [none, muted, unmuted, followed] = [0, 1, 2, 3]

describe.each(engines)('POST /user_topics on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    ids = await streamIds(world.ada)
  })
  afterAll(() => world.stop())

  const types = ['user_topic', 'muted_topics']
  const choose = (topic: unknown, policy: unknown, client = world.ben, stream_id: unknown = ids.test) =>
    client.post('/user_topics', { stream_id, topic, visibility_policy: policy })
  const known = async (client = world.ben) => {
    const { body } = await client.post('/register', { event_types: types })
    return { userTopics: body.user_topics, mutedTopics: body.muted_topics }
  }
  const home = [{ operator: 'in', operand: 'home' }]

  it.each([muted, unmuted, followed])(
    'visibility_policy %d | kept, in register, told to oneself',
    async (policy) => {
      const topic = `Policy ${policy}`
      const ears = { ben: await watch(world.ben, types), ada: await watch(world.ada, types) }
      expect((await choose(topic, policy)).body).toEqual({ result: 'success', msg: '' })
      const { userTopics, mutedTopics } = await known()
      const item = {
        stream_id: ids.test,
        topic_name: topic,
        last_updated: expect.any(Number),
        visibility_policy: policy,
      }
      expect(userTopics).toContainEqual(item)
      const isMuted = mutedTopics.some(([, name]: [string, string]) => name === topic)
      expect(isMuted).toBe(policy === muted)
      const told = [{ type: 'user_topic', ...item, id: expect.any(Number) }]
      expect(await ears.ben.news()).toEqual(
        policy === muted
          ? [...told, { type: 'muted_topics', muted_topics: mutedTopics, id: expect.any(Number) }]
          : told,
      )
      expect(await ears.ada.news()).toEqual([])
      expect((await known(world.ada)).userTopics).toEqual([])
      // Again: nothing changes, no event is sent.
      expect((await choose(topic.toUpperCase(), policy)).status).toBe(200)
      expect(await ears.ben.news()).toEqual([])
      // And back.
      expect((await choose(topic.toLowerCase(), none)).status).toBe(200)
      expect(await known()).toEqual({ userTopics: [], mutedTopics: [] })
      const back = await ears.ben.news()
      expect(back[0]).toMatchObject({
        type: 'user_topic',
        visibility_policy: none,
        topic_name: topic.toLowerCase(),
      })
      expect(back.slice(1).map((event) => event.type)).toEqual(policy === muted ? ['muted_topics'] : [])
    },
  )

  it('0 for a topic of which nothing was decided: success, and no event', async () => {
    const ear = await watch(world.ben, types)
    expect((await choose('never heard of', none)).status).toBe(200)
    expect(await ear.news()).toEqual([])
  })

  it('from one policy to another | one row, and the list of muted topics follows', async () => {
    await choose('Change', muted)
    expect((await known()).mutedTopics).toHaveLength(1)
    const ear = await watch(world.ben, types)
    await choose('change', followed)
    expect((await ear.news()).map((event) => event.type)).toEqual(['user_topic', 'muted_topics'])
    const { userTopics, mutedTopics } = await known()
    expect(mutedTopics).toEqual([])
    expect(userTopics).toMatchObject([{ topic_name: 'change', visibility_policy: followed }])
    await choose('change', none)
  })

  it('PATCH /users/me/subscriptions/muted_topics | is the same under an older name', async () => {
    const path = '/users/me/subscriptions/muted_topics'
    await choose('Old way', followed)
    const notMuted = await world.ben.patch(path, { stream_id: ids.test, topic: 'old way', op: 'remove' })
    expect(notMuted.body).toEqual({ result: 'error', msg: 'Topic is not muted', code: 'BAD_REQUEST' })
    const ear = await watch(world.ben, types)
    expect((await world.ben.patch(path, { stream_id: ids.test, topic: 'old way', op: 'add' })).status).toBe(
      200,
    )
    expect(await ear.news()).toMatchObject([
      { type: 'user_topic', visibility_policy: muted },
      { type: 'muted_topics', muted_topics: [['test', 'old way', expect.any(Number)]] },
    ])
    expect((await known()).userTopics).toHaveLength(1)
    await world.ben.patch(path, { stream_id: ids.test, topic: 'OLD WAY', op: 'remove' })
    expect(await ear.news()).toMatchObject([
      { type: 'user_topic', visibility_policy: none, topic_name: 'old way' },
      { type: 'muted_topics', muted_topics: [] },
    ])
  })

  it('a muted stream | topics that are unmuted or followed are in the home view and count as unread', async () => {
    const id = await makeStream(world.ada, 'loud', ['ada', 'cleo'])
    await world.cleo.post('/mark_all_as_read')
    const sent: Record<string, number> = {}
    for (const topic of ['plain', 'Unmuted', 'Followed', 'Muted']) {
      sent[topic] = await sendToStream(world.ada, 'loud', topic)
    }
    const inHome = async () => {
      const found = await readIds(world.cleo, home)
      return Object.keys(sent).filter((topic) => found.includes(sent[topic]!))
    }
    const firstUnread = async () =>
      (await world.cleo.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0 })).body.anchor
    await choose('muted', muted, world.cleo, id)
    expect(await inHome()).toEqual(['plain', 'Unmuted', 'Followed'])
    expect((await readUnread(world.cleo)).count).toBe(3)
    const mute = { subscription_data: [{ stream_id: id, property: 'is_muted', value: true }] }
    await world.cleo.post('/users/me/subscriptions/properties', mute)
    expect(await inHome()).toEqual([])
    expect((await readUnread(world.cleo)).count).toBe(0)
    await choose('unmuted', unmuted, world.cleo, id)
    await choose('followed', followed, world.cleo, id)
    expect(await inHome()).toEqual(['Unmuted', 'Followed'])
    expect(await firstUnread()).toBe(sent.Unmuted)
    const unread = await readUnread(world.cleo)
    expect(unread.count).toBe(2)
    expect(unread.streams).toHaveLength(4)
    await choose('followed', none, world.cleo, id)
    expect(await inHome()).toEqual(['Unmuted'])
  })

  it('a stream that the user can no longer see | its policies are deleted, and the client gets an event', async () => {
    const id = await makeStream(world.ada, 'shrinking', ['ada'])
    await choose('x', followed, world.cleo, id)
    await choose('y', muted, world.cleo, id)
    const ears = await watch(world.cleo, ['user_topic', 'muted_topics'])
    await world.ada.patch(`/streams/${id}`, { is_private: true })
    const news = await ears.news()
    expect(news.filter((one) => one.type === 'user_topic')).toMatchObject([
      { stream_id: id, topic_name: 'x', visibility_policy: none },
      { stream_id: id, topic_name: 'y', visibility_policy: none },
    ])
    expect(JSON.stringify(news.filter((one) => one.type === 'muted_topics'))).not.toContain('shrinking')
    for (const policy of [muted, none])
      expectRefusal(await choose('x', policy, world.cleo, id), 'Invalid stream id')
    expect(JSON.stringify(await known(world.cleo))).not.toContain('shrinking')
    await world.ada.patch(`/streams/${id}`, { is_private: false })
    expect(
      (await known(world.cleo)).userTopics.filter((one: { stream_id: number }) => one.stream_id === id),
    ).toEqual([])
  })

  it('unknown streams and policies are refused, and nothing is stored', async () => {
    const before = await known()
    expectRefusal(await choose('x', muted, world.ben, 4321), 'Invalid stream id')
    expectRefusal(await choose('x', muted, world.ben, ids.leadership), 'Invalid stream id')
    expectRefusal(await choose('x', muted, world.gus), 'Invalid stream id')
    expectRefusal(await choose('x', muted, elsewhere.chief), 'Invalid stream id')
    expectRefusal(await choose('x', 4), 'Invalid visibility_policy')
    expectRefusal(await choose('x', '"1"'), 'Invalid visibility_policy')
    expectRefusal(await choose(' ', muted), "Topic can't be empty")
    expectRefusal(await choose('x'.repeat(61), muted), 'Topic is too long (limit: 60 characters)')
    expectRefusal(await choose('x', muted, world.ben, '"a"'), 'stream_id is not an integer')
    for (const missing of ['stream_id', 'topic', 'visibility_policy']) {
      const args = { stream_id: ids.test, topic: 'x', visibility_policy: muted, [missing]: undefined }
      expect((await world.ben.post('/user_topics', args)).body).toMatchObject({ var_name: missing })
    }
    expect((await choose('x', muted, world.hookBot)).status).toBe(401)
    expect(await known()).toEqual(before)
  })
})
