import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, sendToStream } from '../messages/message-requests.ts'
import { streamIds } from '../streams/stream-ids.ts'

describe.each(engines)('GET /users/me/{stream_id}/topics on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    ids = await streamIds(world.ada)
  })
  afterAll(() => world.stop())

  const topics = async (client: World['ada'], id: number | undefined) => {
    const { body } = await client.get(`/users/me/${id}/topics`)
    expect(body).toMatchObject({ result: 'success' })
    return body.topics
  }
  const join = (name: string, person: string) =>
    world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [`${person}@example.com`],
    })
  const leave = (name: string, person: string) =>
    world.ada.delete('/users/me/subscriptions', {
      subscriptions: [name],
      principals: [`${person}@example.com`],
    })

  it('newest first, each once, as the newest message calls it', async () => {
    const id = await makeStream(world.ada, 'talk', ['ada', 'ben'])
    expect(await topics(world.ben, id)).toEqual([])
    await sendToStream(world.ada, 'talk', 'lunch')
    const tea = await sendToStream(world.ben, 'talk', 'Tea')
    await sendToStream(world.ada, 'talk', 'Ärger')
    const lunch = await sendToStream(world.ada, 'talk', 'LUNCH')
    const trouble = await sendToStream(world.ada, 'talk', 'ärger')
    const { body } = await world.ben.get(`/users/me/${id}/topics`)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      topics: [
        { name: 'ärger', max_id: trouble },
        { name: 'LUNCH', max_id: lunch },
        { name: 'Tea', max_id: tea },
      ],
    })
    // A public stream is open to all members; what is deleted does not count.
    await world.ada.delete(`/messages/${lunch}`)
    expect((await topics(world.cleo, id)).map((topic: { name: string }) => topic.name)).toEqual([
      'ärger',
      'Tea',
      'lunch',
    ])
    await world.ada.patch(`/messages/${tea}`, { topic: 'Coffee' })
    expect(await topics(world.echoBot, id)).toContainEqual({ name: 'Coffee', max_id: tea })
  })

  it('private with a closed history | only what came while one was in it', async () => {
    const id = await makeStream(world.ada, 'closed', ['ada'], { invite_only: true })
    await sendToStream(world.ada, 'closed', 'before')
    await sendToStream(world.ada, 'closed', 'shared')
    await join('closed', 'gus')
    const shared = await sendToStream(world.ada, 'closed', 'shared')
    const during = await sendToStream(world.ada, 'closed', 'during')
    await leave('closed', 'gus')
    await sendToStream(world.ada, 'closed', 'during')
    await sendToStream(world.ada, 'closed', 'between')
    expectRefusal(await world.gus.get(`/users/me/${id}/topics`), 'Invalid stream id')
    await join('closed', 'gus')
    const again = await sendToStream(world.ada, 'closed', 'again')
    expect(await topics(world.gus, id)).toEqual([
      { name: 'again', max_id: again },
      { name: 'during', max_id: during },
      { name: 'shared', max_id: shared },
    ])
    expect(await topics(world.ada, id)).toHaveLength(5)
    await world.ada.patch(`/streams/${id}`, { history_public_to_subscribers: true })
    expect(await topics(world.gus, id)).toHaveLength(5)
  })

  it('a guest sees those of a public stream that they are in', async () => {
    const id = await makeStream(world.ada, 'visitors', ['ada'])
    const message = await sendToStream(world.ada, 'visitors', 'old')
    expectRefusal(await world.gus.get(`/users/me/${id}/topics`), 'Invalid stream id')
    await join('visitors', 'gus')
    expect(await topics(world.gus, id)).toEqual([{ name: 'old', max_id: message }])
  })

  it('a stream that is unknown or out of sight is refused', async () => {
    await world.ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'den' }], invite_only: true })
    const den = (await streamIds(world.ada)).den
    expectRefusal(await world.ben.get('/users/me/4321/topics'), 'Invalid stream id')
    expectRefusal(await world.ben.get(`/users/me/${ids.leadership}/topics`), 'Invalid stream id')
    // An administrator can see the stream, but not its messages.
    expectRefusal(await world.ada.get(`/users/me/${den}/topics`), 'Invalid stream id')
    expectRefusal(await elsewhere.chief.get(`/users/me/${den}/topics`), 'Invalid stream id')
    expect((await world.ben.get('/users/me/some/topics')).body).toMatchObject({ var_name: 'stream_id' })
    expect((await world.hookBot.get(`/users/me/${ids.test}/topics`)).status).toBe(401)
    await sendToStream(world.ada, 'general', 'ours')
    expect(await topics(elsewhere.chief, ids.general)).toEqual([])
    await deactivateUser(world.chat, world.demo.people.cleo)
    expect((await world.cleo.get(`/users/me/${ids.test}/topics`)).status).toBe(401)
  })
})
