import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, readMessage, sendPrivately, sendToStream } from '../messages/message-requests.ts'
import { whoHeard, witness } from '../messages/witnesses.ts'

const types = { event_types: ['reaction', 'message'] }

describe.each(engines)('Event reaction on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const react = (client: World['ada'], id: number, emoji_name = 'tada') =>
    client.post(`/messages/${id}/reactions`, { emoji_name })

  it('op add and remove, with every field', async () => {
    const id = await sendToStream(world.ada, 'general', 'reactions')
    const heard = await witness(
      world,
      async () => {
        await react(world.ben, id)
        await world.ben.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' })
      },
      types,
    )
    const { ben } = world.demo.people
    const event = {
      type: 'reaction',
      op: 'add',
      user_id: ben.id,
      user: { user_id: ben.id, email: 'ben@example.com', full_name: 'Ben Okri' },
      message_id: id,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
      id: expect.any(Number),
    }
    expect(heard.ada).toEqual([event, { ...event, op: 'remove' }])
    expect(whoHeard(heard)).toEqual(['ada', 'ben', 'cleo'])
  })

  it('of a private message: to its people', async () => {
    const id = await sendPrivately(world.ada, ['gus', 'ben'])
    expect(whoHeard(await witness(world, () => react(world.gus, id), types))).toEqual(['ada', 'ben', 'gus'])
  })

  it('of a public stream: to its subscribers, watchers, and the person who reacts', async () => {
    const id = await sendToStream(world.ada, 'test', 'reactions')
    expect(whoHeard(await witness(world, () => react(world.cleo, id), types))).toEqual(['ada', 'ben', 'cleo'])
    const watching = { ...types, all_public_streams: true }
    const heard = await witness(world, () => react(world.ben, id), watching)
    expect(whoHeard(heard)).toEqual(['ada', 'ben', 'cleo', 'echoBot'])
  })

  it('of a private stream with closed history: not to people who came after the message', async () => {
    await makeStream(world.cleo, 'closed', ['cleo', 'ada'], { invite_only: true })
    const early = await sendToStream(world.cleo, 'closed', 'reactions')
    await world.cleo.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'closed' }],
      principals: ['ben@example.com'],
    })
    const late = await sendToStream(world.cleo, 'closed', 'reactions')
    expect(whoHeard(await witness(world, () => react(world.ada, early), types))).toEqual(['ada', 'cleo'])
    expect(whoHeard(await witness(world, () => react(world.ada, late), types))).toEqual([
      'ada',
      'ben',
      'cleo',
    ])
  })

  it('a refused reaction is no event', async () => {
    const id = await sendToStream(world.ada, 'general', 'reactions')
    await react(world.ben, id)
    const heard = await witness(
      world,
      async () => {
        await react(world.ben, id)
        await react(world.ben, id, 'no_such_thing')
        await world.cleo.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' })
      },
      types,
    )
    expect(whoHeard(heard)).toEqual([])
  })

  it('a page that was read before shows what came since: the message is read anew', async () => {
    const id = await sendToStream(world.ada, 'general', 'reactions')
    expect((await readMessage(world.cleo, id)).reactions).toEqual([])
    await react(world.ben, id)
    expect((await readMessage(world.cleo, id)).reactions).toHaveLength(1)
    await world.ben.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    expect((await readMessage(world.cleo, id)).reactions).toEqual([])
  })

  it('the reaction of an account that was closed stays', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'leaver@example.com',
      fullName: 'Leaver',
    })
    const id = await sendToStream(world.ada, 'general', 'reactions')
    await react(world.as(user), id)
    await deactivateUser(world.chat, user)
    expect((await readMessage(world.ada, id)).reactions).toMatchObject([{ user_id: user.id }])
    const again = await world.as(user).delete(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    expect([again.status, again.body.code]).toEqual([401, 'USER_DEACTIVATED'])
  })
})
