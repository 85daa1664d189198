import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, readMessage, sendPrivately, sendToStream } from '../messages/message-requests.ts'
import { insertEmoji } from './insert-emoji.ts'

describe.each(engines)('Reactions, removing, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const withReactions = async (...names: string[]) => {
    const id = await sendToStream(world.ada, 'general', 'reactions')
    for (const emoji_name of names) await world.ben.post(`/messages/${id}/reactions`, { emoji_name })
    return id
  }
  const remove = (client: ApiClient, id: number, args: Arguments) =>
    client.delete(`/messages/${id}/reactions`, args)
  const namesOn = async (id: number) =>
    (await readMessage(world.ada, id)).reactions.map((one: { emoji_name: string }) => one.emoji_name)
  const missing = { code: 'REACTION_DOES_NOT_EXIST' }

  it.each([
    ['its name', { emoji_name: '+1' }],
    ['another name of it', { emoji_name: 'thumbs_up' }],
    ['its code', { emoji_code: '1f44d' }],
    ['everything', { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }],
    ['its code and any name', { emoji_name: 'whatever', emoji_code: '1f44d' }],
  ])('by %s', async (_by, args) => {
    const id = await withReactions('+1', 'tada')
    const answer = await remove(world.ben, id, args)
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    expect(await namesOn(id)).toEqual(['tada'])
  })

  it('a user can only remove their own', async () => {
    const id = await withReactions('tada')
    await world.cleo.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    expect((await remove(world.ben, id, { emoji_name: 'tada' })).status).toBe(200)
    expect(await namesOn(id)).toEqual(['tada'])
    expectRefusal(await remove(world.ben, id, { emoji_name: 'tada' }), "Reaction doesn't exist.", missing)
    expect(await namesOn(id)).toEqual(['tada'])
  })

  it('realm_emoji | also when it has been deactivated since, by name and by id', async () => {
    const emoji = await insertEmoji(world, world.demo.people.ada, 'retired')
    const [first, second] = [await withReactions('retired'), await withReactions('retired')]
    await insertEmoji.deactivate(world, emoji)
    expect((await remove(world.ben, first, { emoji_name: 'retired' })).status).toBe(200)
    const byId = { emoji_code: String(emoji), reaction_type: 'realm_emoji' }
    expect((await remove(world.ben, second, byId)).status).toBe(200)
    expect([await namesOn(first), await namesOn(second)]).toEqual([[], []])
  })

  it('what does not exist, or is incomplete, is refused', async () => {
    const id = await withReactions('tada')
    expectRefusal(
      await remove(world.ben, id, {}),
      'At least one of the following arguments must be present: emoji_name, emoji_code',
    )
    expectRefusal(await remove(world.ben, id, { emoji_name: 'nothing' }), "Emoji 'nothing' does not exist")
    for (const args of [
      { emoji_name: 'octopus' },
      { emoji_code: '1f419' },
      { emoji_code: '1f389', reaction_type: 'realm_emoji' },
      { emoji_name: 'tada', reaction_type: 'realm_emoji' },
    ]) {
      expectRefusal(await remove(world.ben, id, args), "Reaction doesn't exist.", missing)
    }
    expect(await namesOn(id)).toEqual(['tada'])
  })

  it('of a message that is not there for somebody: Invalid message(s)', async () => {
    const secret = await sendPrivately(world.ada, ['cleo'])
    await world.cleo.post(`/messages/${secret}/reactions`, { emoji_name: 'tada' })
    for (const client of [world.ben, world.gus, world.echoBot]) {
      expectRefusal(await remove(client, secret, { emoji_name: 'tada' }), 'Invalid message(s)')
    }
    expect(await namesOn(secret)).toEqual(['tada'])
  })
})
