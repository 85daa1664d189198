import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RealmSettings } from '../../../src/chat/identity/realms/realm-settings.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readMessage, sendPrivately, sendToStream } from './message-requests.ts'

const usual: Partial<RealmSettings> = {
  allow_message_editing: true,
  allow_community_topic_editing: true,
  message_content_edit_limit_seconds: 600,
}
const noPermission = "You don't have permission to edit this message"
const tooLate = 'The time limit for editing this message has passed'
const turnedOff = 'Your organization has turned off message editing'

describe.each(engines)('Edit a message, who may what and when, on %s', (engine) => {
  let world: World
  let id: number
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    await changeRealmSettings(world, usual)
    id = await sendToStream(world.ben, 'general', 'old topic', 'old')
  })

  const allow = async (client: ApiClient, args: Record<string, unknown>) => {
    expect(await client.patch(`/messages/${id}`, args)).toMatchObject({ status: 200 })
    expect(await readMessage(world.ben, id, { apply_markdown: false })).toMatchObject({
      content: args.content ?? 'old',
      subject: args.topic ?? 'old topic',
    })
  }
  const refuse = async (client: ApiClient, args: Record<string, unknown>, msg: string) => {
    expectRefusal(await client.patch(`/messages/${id}`, args), msg)
    expect(await readMessage(world.ben, id, { apply_markdown: false })).toMatchObject({
      content: 'old',
      subject: 'old topic',
    })
  }

  it('sender | may edit both', () => allow(world.ben, { content: 'new', topic: 'new topic' }))

  it('others | may edit the topic', () => allow(world.cleo, { topic: 'new topic' }))

  it('others | not the content', () => refuse(world.cleo, { content: 'new' }, noPermission))

  it('others | not the topic together with the content', () =>
    refuse(world.cleo, { content: 'new', topic: 'new topic' }, noPermission))

  it('administrator | not the content of others either', () =>
    refuse(world.ada, { content: 'new' }, noPermission))

  it('content | within the time limit of 600 s and 20 s of grace', async () => {
    world.clock.advance(610)
    await allow(world.ben, { content: 'new' })
  })

  it('content | not after it', async () => {
    world.clock.advance(621)
    await refuse(world.ben, { content: 'new' }, tooLate)
  })

  it('content | an administrator has the same limit for their own', async () => {
    id = await sendToStream(world.ada, 'general', 'old topic', 'old')
    world.clock.advance(621)
    await refuse(world.ada, { content: 'new' }, tooLate)
  })

  it('content | the limit is what the organization says', async () => {
    await changeRealmSettings(world, { message_content_edit_limit_seconds: 60 })
    world.clock.advance(81)
    await refuse(world.ben, { content: 'new' }, tooLate)
    await changeRealmSettings(world, { message_content_edit_limit_seconds: 3600 })
    await allow(world.ben, { content: 'new' })
  })

  it('content | 0 means no limit', async () => {
    await changeRealmSettings(world, { message_content_edit_limit_seconds: 0 })
    world.clock.advance(86_400 * 365)
    await allow(world.ben, { content: 'new' })
  })

  it('content | too late refuses the topic that came with it', async () => {
    world.clock.advance(621)
    await refuse(world.ben, { content: 'new', topic: 'new topic' }, tooLate)
  })

  it('topic | others within a day and 20 s of grace', async () => {
    world.clock.advance(86_410)
    await allow(world.cleo, { topic: 'new topic' })
  })

  it('topic | others not after it', async () => {
    world.clock.advance(86_421)
    await refuse(world.cleo, { topic: 'new topic' }, tooLate)
  })

  it('topic | the sender at any time', async () => {
    world.clock.advance(86_400 * 30)
    await allow(world.ben, { topic: 'new topic' })
  })

  it('topic | an administrator at any time', async () => {
    world.clock.advance(86_400 * 30)
    await allow(world.ada, { topic: 'new topic' })
  })

  it('topic | "(no topic)" by everybody at any time', async () => {
    await changeRealmSettings(world, { allow_community_topic_editing: false })
    id = await sendToStream(world.ben, 'general', '(no topic)', 'old')
    world.clock.advance(86_400 * 30)
    await allow(world.cleo, { topic: 'new topic' })
  })

  it('topic | community topic editing off: not by others', async () => {
    await changeRealmSettings(world, { allow_community_topic_editing: false })
    await refuse(world.cleo, { topic: 'new topic' }, noPermission)
  })

  it('topic | community topic editing off: by the sender and by administrators', async () => {
    await changeRealmSettings(world, { allow_community_topic_editing: false })
    await allow(world.ben, { topic: 'new topic' })
    await allow(world.ada, { topic: 'newer topic' })
  })

  it('message editing off: nobody edits anything', async () => {
    await changeRealmSettings(world, { allow_message_editing: false })
    await refuse(world.ben, { content: 'new' }, turnedOff)
    await refuse(world.ben, { topic: 'new topic' }, turnedOff)
    await refuse(world.ada, { topic: 'new topic' }, turnedOff)
  })

  it('a member who is not subscribed may edit topics of a public stream', async () => {
    id = await sendToStream(world.ben, 'test', 'old topic', 'old')
    await allow(world.cleo, { topic: 'new topic' })
  })

  it('inaccessible is the same as unknown: a private stream, a guest outside, a private message', async () => {
    await makeStream(world.ben, 'bens own', ['ben'], { invite_only: true })
    id = await sendToStream(world.ben, 'bens own', 'old topic', 'old')
    await refuse(world.ada, { topic: 'new topic' }, 'Invalid message(s)')
    id = await sendToStream(world.ben, 'test', 'old topic', 'old')
    await refuse(world.gus, { topic: 'new topic' }, 'Invalid message(s)')
    const secret = await sendPrivately(world.ben, ['cleo'], 'old')
    expectRefusal(await world.ada.patch(`/messages/${secret}`, { content: 'new' }), 'Invalid message(s)')
  })

  it('the other one of a private conversation may not edit', async () => {
    const secret = await sendPrivately(world.ben, ['cleo'], 'old')
    expectRefusal(await world.cleo.patch(`/messages/${secret}`, { content: 'new' }), noPermission)
    expect((await readMessage(world.ben, secret)).content).toBe('<p>old</p>')
  })

  it('a bot edits its own, and its owner does not', async () => {
    id = await sendToStream(world.echoBot, 'general', 'old topic', 'old')
    await refuse(world.ben, { content: 'new' }, noPermission)
    await allow(world.echoBot, { content: 'new' })
  })
})
