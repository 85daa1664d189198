import { describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import {
  ADAS,
  BENS,
  converse,
  eventually,
  HANKS,
  messagesOf,
  OUTSIDE,
  ownTextingWorld,
  publish,
  typesOf,
  untilStatuses,
} from './texting-world.ts'

describe.each(engines)('texts between companies on %s', (engine) => {
  it('a text is outbound there and inbound here, and only its users get events', async () => {
    const world = await ownTextingWorld(engine)
    const { ada, hank } = world
    const conversation = await converse(ada, ADAS, HANKS)
    const [sent] = await publish(ada, conversation.id, 'Hello Globex')
    expect(sent).toMatchObject({
      direction: 'outbound',
      status: 'queued',
      frm: ADAS,
      to: HANKS,
      is_read: true,
    })
    await untilStatuses(ada, conversation.id, ['delivered'])

    const { body } = await hank.get('/texting/conversations')
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      from_number: '2025550199',
      conversation_type: 'direct',
      unread_msg_count: 1,
      countunreadmessages: 1,
      contactinfo: { number: ADAS, user_id: null },
      lastmessage: { text: 'Hello Globex', direction: 'inbound', status: 'received', is_read: false },
      last_msg: { text: 'Hello Globex', frm: ADAS, to: HANKS, is_unread: true },
    })

    const atAcme = await world.heardBy('ada')
    expect(typesOf(atAcme)).toEqual([
      'texting.chat.new',
      'texting.message.new',
      'texting.message.updated',
      'texting.message.updated',
      'texting.message.updated',
    ])
    expect(atAcme.slice(1).map(({ payload }) => payload.status)).toEqual([
      'queued',
      'sending',
      'sent',
      'delivered',
    ])
    const { warnings, ...stored } = sent
    expect(warnings).toEqual([])
    expect(atAcme[1]!.payload).toEqual(stored)
    expect(await world.heardBy('ben')).toEqual([])

    const atGlobex = await world.heardBy('hank')
    expect(typesOf(atGlobex)).toEqual(['texting.chat.new', 'texting.message.new'])
    expect(atGlobex[0]!.payload).toMatchObject({ id: body[0].id, lastmessage: null, unread_msg_count: 0 })
    expect(atGlobex[1]!.payload).toEqual(body[0].lastmessage)
    expect(atGlobex[1]!.payload.company_id).not.toBe(sent.company_id)
  })

  it('an answer arrives in the same conversation, which is not announced again', async () => {
    const world = await ownTextingWorld(engine)
    const conversation = await converse(world.ada, ADAS, HANKS)
    await publish(world.ada, conversation.id, 'Question')
    await untilStatuses(world.ada, conversation.id, ['delivered'])
    const [theirs] = (await world.hank.get('/texting/conversations')).body
    await publish(world.hank, theirs.id, 'Answer')
    await untilStatuses(world.hank, theirs.id, ['received', 'delivered'])
    const messages = await messagesOf(world.ada, conversation.id)
    expect(messages.map(({ text, direction }: Record<string, string>) => [text, direction])).toEqual([
      ['Answer', 'inbound'],
      ['Question', 'outbound'],
    ])
    const chats = (await world.heardBy('ada')).filter(({ type }) => type === 'texting.chat.new')
    expect(chats).toHaveLength(1)
  })

  it("a text to a colleague's number reaches the colleague, and the owner gets events of both sides", async () => {
    const world = await ownTextingWorld(engine)
    const conversation = await converse(world.ada, ADAS, BENS)
    expect(conversation.contactinfo.user_id).toBe(world.demo.acme.ben.id)
    await publish(world.ada, conversation.id, 'Lunch?')
    await untilStatuses(world.ada, conversation.id, ['delivered'])
    expect(typesOf(await world.heardBy('ben'))).toEqual(['texting.chat.new', 'texting.message.new'])
    const inbound = (await world.heardBy('ben'))[1]!.payload
    expect(inbound).toMatchObject({ direction: 'inbound', frm: ADAS, to: BENS, text: 'Lunch?' })
    expect((await world.heardBy('ada')).filter(({ payload }) => payload.id === inbound.id)).toHaveLength(1)
    expect((await world.ben.get('/texting/conversations')).body).toHaveLength(1)
    expect((await world.ada.get('/texting/conversations')).body).toHaveLength(2)
  })

  it('each recipient of a group gets a message of their own, and answers in a direct conversation', async () => {
    const world = await ownTextingWorld(engine)
    const group = await converse(world.ada, ADAS, HANKS, BENS, OUTSIDE)
    expect(group).toMatchObject({
      conversation_type: 'group',
      recipients: [expect.any(String), expect.any(String), expect.any(String)],
    })
    expect(group.contactsinfo.map(({ number }: { number: string }) => number)).toEqual([HANKS, BENS, OUTSIDE])
    const messages = await publish(world.ada, group.id, 'All hands')
    expect(messages.map(({ to }: { to: string }) => to)).toEqual([HANKS, BENS, OUTSIDE])
    // Nobody here has the last number: the loopback knows only that it was sent.
    await untilStatuses(world.ada, group.id, ['delivered', 'delivered', 'sent'])
    const [theirs] = (await world.hank.get('/texting/conversations')).body
    expect(theirs.conversation_type).toBe('direct')
    await publish(world.hank, theirs.id, 'Coming')
    const direct = await eventually(async () => {
      const { body } = await world.ada.get('/texting/conversations', { search: HANKS })
      expect(body).toHaveLength(2)
      return body[0]
    })
    expect(direct).toMatchObject({ conversation_type: 'direct', lastmessage: { text: 'Coming' } })
  })
})
