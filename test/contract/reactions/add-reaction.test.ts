import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  expectRefusal,
  makeStream,
  readMessage,
  sendPrivately,
  sendToStream,
} from '../messages/message-requests.ts'
import { insertEmoji } from './insert-emoji.ts'

describe.each(engines)('Reactions, adding, on %s', (engine) => {
  let world: World
  let id: number
  beforeAll(async () => {
    world = await startWorld(engine)
    id = await sendToStream(world.ada, 'general', 'reactions')
  })
  afterAll(() => world.stop())

  const add = (client: ApiClient, messageId: number, args: Arguments) =>
    client.post(`/messages/${messageId}/reactions`, args)
  const reactionsOf = async (messageId: number, client = world.ada) =>
    (await readMessage(client, messageId)).reactions
  const refuses = async (args: Arguments, msg: string, rest?: object, messageId = id) => {
    const before = await reactionsOf(messageId)
    expectRefusal(await add(world.ben, messageId, args), msg, rest)
    expect(await reactionsOf(messageId)).toEqual(before)
  }

  it('emoji_name | by its name alone: the code and type are found, and the message carries it', async () => {
    const answer = await add(world.ben, id, { emoji_name: 'octopus' })
    expect(answer.body).toEqual({ result: 'success', msg: '' })
    const { ben } = world.demo.people
    expect(await reactionsOf(id)).toEqual([
      {
        emoji_name: 'octopus',
        emoji_code: '1f419',
        reaction_type: 'unicode_emoji',
        user_id: ben.id,
        user: { id: ben.id, email: 'ben@example.com', full_name: 'Ben Okri' },
      },
    ])
  })

  it('emoji_code, reaction_type | named completely', async () => {
    const message = await sendToStream(world.ada, 'general', 'reactions')
    const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
    expect((await add(world.ben, message, emoji)).status).toBe(200)
    expect(await reactionsOf(message)).toMatchObject([emoji])
  })

  it('emoji_name | a name of the client that we do not have: the character gets our name', async () => {
    const message = await sendToStream(world.ada, 'general', 'reactions')
    const named = { emoji_name: 'smile', emoji_code: '1f642', reaction_type: 'unicode_emoji' }
    expect((await add(world.ben, message, named)).status).toBe(200)
    expect(await reactionsOf(message)).toMatchObject([
      { emoji_code: '1f642', emoji_name: 'slightly_smiling_face' },
    ])
  })

  it('emoji_code | hands can have a skin tone, which is another reaction with the same name', async () => {
    const message = await sendToStream(world.ada, 'general', 'reactions')
    const plain = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
    const toned = { ...plain, emoji_code: '1f44d-1f3fd' }
    expect((await add(world.ben, message, plain)).status).toBe(200)
    expect((await add(world.ben, message, toned)).status).toBe(200)
    expect(await reactionsOf(message)).toMatchObject([plain, toned])
    for (const code of [
      '1f680-1f3fd',
      '1f44d-1f3fd-1f3fd',
      '1f44d-1f3fa',
      'zz-1f3fd',
      '-1f3fd',
      '1f3fd-1f44d',
    ]) {
      await refuses({ ...plain, emoji_code: code }, 'Invalid emoji code.')
    }
  })

  it('a vote for a reaction that is there takes its name, in the order in which they came', async () => {
    const message = await sendToStream(world.ada, 'general', 'reactions')
    await add(world.cleo, message, { emoji_name: 'thumbs_up' })
    await add(world.ben, message, { emoji_name: 'tada' })
    await add(world.ada, message, { emoji_name: '+1' })
    const found = await reactionsOf(message)
    expect(
      found.map((one: { emoji_name: string; user_id: number }) => [one.emoji_name, one.user_id]),
    ).toEqual([
      ['thumbs_up', world.demo.people.cleo.id],
      ['tada', world.demo.people.ben.id],
      ['thumbs_up', world.demo.people.ada.id],
    ])
  })

  it('zulip_extra_emoji | the one that clients bring along', async () => {
    const message = await sendToStream(world.ada, 'general', 'reactions')
    await add(world.ben, message, { emoji_name: 'zulip' })
    const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
    expect(await reactionsOf(message)).toMatchObject([extra])
    const wrong = { ...extra, emoji_name: 'tada' }
    await refuses({ ...wrong }, 'Invalid emoji name.')
    await refuses({ ...extra, emoji_code: 'other' }, 'Invalid emoji code.')
  })

  it('realm_emoji | by name it comes before the one that everybody has; by its id', async () => {
    const party = await insertEmoji(world, world.demo.people.ada, 'party')
    const octopus = await insertEmoji(world, world.demo.people.ada, 'octopus')
    const message = await sendToStream(world.ada, 'general', 'reactions')
    const custom = { emoji_name: 'party', emoji_code: String(party), reaction_type: 'realm_emoji' }
    expect((await add(world.ben, message, custom)).status).toBe(200)
    await add(world.cleo, message, { emoji_name: 'octopus' })
    expect(await reactionsOf(message)).toMatchObject([
      custom,
      { emoji_name: 'octopus', emoji_code: String(octopus), reaction_type: 'realm_emoji' },
    ])
    await refuses({ ...custom, emoji_code: '4321' }, 'Invalid custom emoji.')
    await refuses({ ...custom, emoji_code: `0${party}` }, 'Invalid custom emoji.')
    await refuses({ ...custom, emoji_code: 'party' }, 'Invalid custom emoji.')
    await refuses({ ...custom, emoji_name: 'octopus' }, 'Invalid custom emoji name.')
  })

  it('realm_emoji | one that is deactivated cannot be added, but voted for', async () => {
    const old = await insertEmoji(world, world.demo.people.ada, 'old')
    const custom = { emoji_name: 'old', emoji_code: String(old), reaction_type: 'realm_emoji' }
    const message = await sendToStream(world.ada, 'general', 'reactions')
    await add(world.cleo, message, custom)
    await insertEmoji.deactivate(world, old)
    await refuses(custom, 'This custom emoji has been deactivated.')
    await refuses({ emoji_name: 'old' }, "Emoji 'old' does not exist")
    expect((await add(world.ben, message, custom)).status).toBe(200)
    expect(await reactionsOf(message)).toHaveLength(2)
  })

  it('errors name what is wrong, and nothing is stored', async () => {
    const unicode = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
    await refuses({}, "Missing 'emoji_name' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'emoji_name',
    })
    await refuses({ emoji_name: 'no_such_thing' }, "Emoji 'no_such_thing' does not exist")
    await refuses({ ...unicode, emoji_code: '1f000-1f000' }, 'Invalid emoji code.')
    await refuses({ ...unicode, emoji_name: 'two words' }, 'Invalid emoji name.')
    await refuses({ ...unicode, emoji_name: '<b>' }, 'Invalid emoji name.')
    await refuses({ ...unicode, reaction_type: 'other' }, 'Invalid emoji type.')
  })

  it('REACTION_ALREADY_EXISTS | once for each person, also under another name', async () => {
    const message = await sendToStream(world.ada, 'general', 'reactions')
    await add(world.ben, message, { emoji_name: '+1' })
    const twice = 'Reaction already exists.'
    const code = { code: 'REACTION_ALREADY_EXISTS' }
    await refuses({ emoji_name: '+1' }, twice, code, message)
    await refuses({ emoji_name: 'thumbs_up' }, twice, code, message)
  })

  it('a person has room for 50 different ones on a message', async () => {
    const message = await sendToStream(world.ada, 'general', 'reactions')
    for (let index = 0; index < 50; index += 1) {
      const emoji_code = (0x1f400 + index).toString(16)
      const answer = await add(world.ben, message, {
        emoji_name: 'x',
        emoji_code,
        reaction_type: 'unicode_emoji',
      })
      expect(answer.status, emoji_code).toBe(200)
    }
    await refuses({ emoji_name: 'tada' }, 'Too many reactions (limit: 50)', undefined, message)
    expect((await add(world.cleo, message, { emoji_name: 'tada' })).status).toBe(200)
  })

  it('who cannot read a message cannot react to it: the same as none', async () => {
    const refusal = async (client: ApiClient, messageId: number) =>
      expectRefusal(await add(client, messageId, { emoji_name: 'tada' }), 'Invalid message(s)')
    await refusal(world.ben, 987_654)
    const secret = await sendPrivately(world.ada, ['cleo'])
    for (const client of [world.ben, world.gus, world.echoBot]) await refusal(client, secret)
    const behind = await sendToStream(world.cleo, 'leadership', 'reactions')
    await refusal(world.ben, behind)
    await refusal(world.gus, await sendToStream(world.ada, 'general', 'reactions'))
    expect(await reactionsOf(secret, world.cleo)).toEqual([])
    expect(await reactionsOf(behind, world.cleo)).toEqual([])
  })

  it('who left a private stream cannot react to anything in it, received or not', async () => {
    await makeStream(world.cleo, 'once', ['cleo', 'ben'], { invite_only: true })
    const early = await sendToStream(world.cleo, 'once', 'reactions')
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['once'] })
    const late = await sendToStream(world.cleo, 'once', 'reactions')
    for (const id of [early, late])
      expectRefusal(await add(world.ben, id, { emoji_name: 'tada' }), 'Invalid message(s)')
  })

  it('a bot reacts, and a member does in the history of a public stream', async () => {
    const message = await sendToStream(world.ada, 'test', 'reactions')
    expect((await add(world.cleo, message, { emoji_name: 'tada' })).status).toBe(200)
    const own = await sendPrivately(world.ada, ['echo-bot'])
    expect((await add(world.echoBot, own, { emoji_name: 'tada' })).status).toBe(200)
    expect(await reactionsOf(own)).toMatchObject([{ user: { email: 'echo-bot@example.com' } }])
  })

  it('the message of another organization with the same number is another message', async () => {
    const other = await foundOrganization(world, 'reactions.example.com')
    const theirs = await sendToStream(other.chief, 'general', 'reactions')
    expect((await add(other.member, theirs, { emoji_name: 'sauropod' })).status).toBe(200)
    expect(await reactionsOf(theirs, other.chief)).toMatchObject([{ emoji_name: 'sauropod' }])
    const rows = await world.chat.database.read
      .selectFrom('reactions')
      .select(['realm_id', 'message_id'])
      .where('emoji_name', '=', 'sauropod')
      .execute()
    expect(rows).toEqual([{ realm_id: other.realm.id, message_id: theirs }])
    expectRefusal(await add(other.member, id + 500, { emoji_name: 'tada' }), 'Invalid message(s)')
  })

  it('they are gone with the message', async () => {
    const message = await sendToStream(world.ada, 'general', 'reactions')
    await add(world.ben, message, { emoji_name: 'tada' })
    await world.ada.delete(`/messages/${message}`)
    const rows = await world.chat.database.read
      .selectFrom('reactions')
      .selectAll()
      .where('realm_id', '=', world.demo.realm.id)
      .where('message_id', '=', message)
      .execute()
    expect(rows).toEqual([])
  })
})
