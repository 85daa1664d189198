import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../../../src/telephony/company/api-keys/create-api-key.ts'
import { engines } from '../../../harness/engines.ts'
import type { SocketClient } from '../../../harness/socket-client.ts'
import { type SocketWorld, startSocketWorld } from './socket-world.ts'

const ADA = '+12025550101'
const BEN = '+12025550102'
const HANK = '+12025550199'

describe.each(engines)('texting over sockets on %s', (engine) => {
  let world: SocketWorld
  let ada: SocketClient
  let ben: SocketClient
  let hank: SocketClient
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    ada = await world.asAda()
    ben = await world.asBen()
    hank = await world.asHank()
  })
  afterAll(() => world.stop())

  /** Hank writes to Acme; the conversation and the message as Ada's socket gets them. */
  async function textFromHank(to: string, text: string) {
    const conversation = await world.hank.post('/texting/conversations', {
      recipients: [{ number: to }],
      from_number: HANK,
    })
    await world.hank.post(`/texting/conversations/${conversation.body.id}/messages/publish`, { text })
    const isIt = ({ payload }: { payload: { text?: string; direction?: string } }) =>
      payload.text === text && payload.direction === 'inbound'
    await ada.until(() => ada.named('texting.message.new').some(isIt), text)
    return ada.named('texting.message.new').find(isIt)!.payload
  }

  it('connect, disconnect: the lifecycle of a connection', async () => {
    const client = await world.asAda()
    expect(client.socket.connected).toBe(true)
    client.close()
    await client.until(() => client.disconnected === 'io client disconnect', 'disconnect')
  })

  it('texting.chat.new comes before the first texting.message.new', async () => {
    const message = await textFromHank(ADA, 'first')
    const names = ada.events
      .filter(({ payload }) => [payload.id, payload.conversation_id].includes(message.conversation_id))
      .map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['texting.chat.new', 'texting.message.new'])
    expect(message).toMatchObject({ frm: HANK, to: ADA, is_read: false, status: 'received' })
  })

  it('the owner gets events of all numbers; a user of their own numbers; another company none', async () => {
    const forAda = await textFromHank(ADA, 'for Ada alone')
    const forBen = await textFromHank(BEN, 'for Ben and Ada')
    await ben.until(() => ben.named('texting.message.new').length > 0, 'the text for Ben')
    const heard = (client: SocketClient) => JSON.stringify(client.heard)
    expect(heard(ben)).toContain(forBen.id)
    expect(heard(ben)).not.toContain(forAda.id)
    expect(heard(ben)).not.toContain(forAda.conversation_id)
    for (const id of [forAda.id, forBen.id, forAda.conversation_id]) expect(heard(hank)).not.toContain(id)
  })

  it('texting.message.markAsRead: done, acknowledged, and echoed to everybody who sees it', async () => {
    const { id, conversation_id } = await textFromHank(ADA, 'read me')
    const second = await world.asAda()
    expect(
      await ada.ask('texting.message.markAsRead', {
        conversation_id,
        messagesIds: [id, 'unknown'],
        timezone: 'Europe/Paris',
      }),
    ).toEqual({})
    for (const client of [ada, second]) {
      const [heard] = await client.untilHeard('texting.message.markAsRead')
      expect(heard!.payload).toEqual({ conversation_id, messagesIds: [id], timezone: 'Europe/Paris' })
    }
    expect(ben.named('texting.message.markAsRead')).toEqual([])
    const messages = await world.ada.get(`/texting/conversations/${conversation_id}/messages`)
    expect(messages.body.find((message: { id: string }) => message.id === id).is_read).toBe(true)
    // What is read already changes nothing, and is not told again.
    expect(await ada.ask('texting.message.markAsRead', { conversation_id, messagesIds: [id] })).toEqual({})
    await textFromHank(ADA, 'after that')
    expect(ada.named('texting.message.markAsRead')).toHaveLength(1)
  })

  it('the timezone of a socket is that of what it marks', async () => {
    const { id, conversation_id } = await textFromHank(ADA, 'in Tokyo')
    const client = await world.asAda({ timezone: 'Asia/Tokyo' })
    client.socket.emit('texting.message.markAsRead', { conversation_id, messagesIds: [id] })
    const [heard] = await client.untilHeard('texting.message.markAsRead')
    expect(heard!.payload.timezone).toBe('Asia/Tokyo')
  })

  it('markAsRead that cannot be done: told to the acknowledgement, or as exception', async () => {
    const { id, conversation_id } = await textFromHank(ADA, 'not for Ben')
    const command = { conversation_id, messagesIds: [id] }
    expect((await ben.ask('texting.message.markAsRead', command)).error).toMatchObject({ status: 404 })
    expect((await hank.ask('texting.message.markAsRead', command)).error).toMatchObject({ status: 404 })
    expect((await ada.ask('texting.message.markAsRead', { conversation_id })).error).toEqual({
      status: 400,
      title: 'Bad Request',
      type: 'about:blank',
      detail: '/messagesIds is required',
      errors: [{ pointer: '/messagesIds', detail: 'is required' }],
    })
    ada.socket.emit('texting.message.markAsRead', null)
    expect((await ada.untilHeard('exception'))[0]!.payload.status).toBe(400)
    const { key } = await createApiKey(world.telephony, world.demo.acme.actor, {
      name: 'reader',
      scopes: ['read'],
    })
    const reader = await world.asAda({ token: key })
    expect((await reader.ask('texting.message.markAsRead', command)).error).toMatchObject({ status: 403 })
    const messages = await world.ada.get(`/texting/conversations/${conversation_id}/messages`)
    expect(messages.body.find((message: { id: string }) => message.id === id).is_read).toBe(false)
  })

  it('texting.message.delete and texting.chat.delete name what is gone', async () => {
    const { id, conversation_id } = await textFromHank(ADA, 'to be deleted')
    await world.ada.call('DELETE', `/texting/conversations/${conversation_id}/messages?ids=${id}`)
    const [gone] = await ada.untilHeard('texting.message.delete')
    expect(gone!.payload).toEqual({ id, conversation_id })
    await world.ada.delete(`/texting/conversations/${conversation_id}`)
    expect((await ada.untilHeard('texting.chat.delete'))[0]!.payload).toEqual({ id: conversation_id })
    expect(ben.named('texting.message.delete')).toEqual([])
    expect(ben.named('texting.chat.delete')).toEqual([])
  })

  it('a text that Ben may not see is not among what he missed either', async () => {
    const from = ben.events.at(-1)!.eventId
    await textFromHank(ADA, 'while Ben was away')
    await textFromHank(BEN, 'for Ben while away')
    const back = await world.asBen({ last_event_id: from })
    await back.until(() => JSON.stringify(back.heard).includes('for Ben while away'), 'what he missed')
    expect(JSON.stringify(back.heard)).not.toContain('while Ben was away')
  })
})
