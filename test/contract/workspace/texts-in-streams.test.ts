import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GLOBEX_KEY } from '../../../src/telephony/demo/create-demo-companies.ts'
import { carryTexts } from '../../../src/workspace/workspace-jobs.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { TelephonyClient } from '../../harness/telephony-client.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

const ACME = '+12025550101'
const GLOBEX = '+12025550199'

interface Message {
  id: number
  subject: string
  content: string
  sender_full_name: string
  reactions: { emoji_name: string }[]
}

describe.each(engines)('texts in streams (%s)', (engine) => {
  let world: WorkspaceWorld
  let ada: ApiClient
  let hank: TelephonyClient
  let streamId: number
  let conversation: string
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    ada = world.chatAs(world.people.ada)
    hank = new TelephonyClient(world.app, { authorization: `Bearer ${GLOBEX_KEY}`, 'x-user-id': 'primary' })
    streamId = (await ada.get('/get_stream_id', { stream: 'test' })).body.stream_id
    await ada.post('/messages', { type: 'stream', to: 'test', topic: '+12025550177', content: 'Before.' })
    const tied = await ada.put(`/workspace/numbers/${streamId}`, { number: ACME })
    expect(tied.body.result).toBe('success')
    const opened = await hank.post('/texting/conversations', {
      from_number: GLOBEX,
      recipients: [{ number: ACME }],
    })
    conversation = opened.body.id
  })
  afterAll(() => world.stop())

  const text = (content: string) =>
    hank.post(`/texting/conversations/${conversation}/messages/publish`, { text: content })
  const write = (topic: string, content: string, who = ada) =>
    who.post('/messages', { type: 'stream', to: 'test', topic, content })
  async function inStream(): Promise<Message[]> {
    const narrow = [{ operator: 'stream', operand: 'test' }]
    const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false }
    return (await ada.get('/messages', page)).body.messages
  }
  const find = async (part: string) => (await inStream()).filter(({ content }) => content.includes(part))
  async function atGlobex(): Promise<string[]> {
    const { body } = await hank.get(`/texting/conversations/${conversation}/messages`)
    return body
      .filter((one: { direction: string }) => one.direction === 'inbound')
      .map((one: { text: string }) => one.text)
  }

  it('a text is a message in a topic with the number of its sender', async () => {
    await text('Is the lair free?')
    await expect.poll(async () => (await find('Is the lair free?')).length).toBe(1)
    const [message] = await find('Is the lair free?')
    expect(message).toMatchObject({ subject: GLOBEX, content: `**${GLOBEX}:** Is the lair free?` })
  })

  it('a reply in the topic is a text, once, and its delivery is shown', async () => {
    await write(GLOBEX, 'Until Friday.')
    await expect.poll(atGlobex).toEqual(['Until Friday.'])
    await expect
      .poll(async () => (await find('Until Friday.'))[0]!.reactions.map(({ emoji_name }) => emoji_name))
      .toEqual(['check'])
    expect(await find('Until Friday.')).toHaveLength(1)
  })

  it('a renamed topic is still the same conversation', async () => {
    const [message] = await find('Until Friday.')
    await ada.patch(`/messages/${message!.id}`, { topic: 'the lair', propagate_mode: 'change_all' })
    await text('And Saturday?')
    await expect
      .poll(async () => (await find('And Saturday?')).map((one) => one.subject))
      .toEqual(['the lair'])
    await write('the lair', 'Taken.')
    await expect.poll(atGlobex).toEqual(expect.arrayContaining(['Taken.']))
  })

  it('mentions and commands of strangers are plain text', async () => {
    await text('/poll Who? @**all** @**Ada Lovelace**')
    await expect.poll(async () => (await find('poll Who?')).length).toBe(1)
    const narrow = [{ operator: 'is', operand: 'mentioned' }]
    const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow }
    expect((await ada.get('/messages', page)).body.messages).toEqual([])
    expect((await find('poll Who?'))[0]).toMatchObject({ submessages: [] })
  })

  it('a topic that names a number starts a conversation', async () => {
    await write('Order 12 +1 (202) 555-0199', 'Your order is here.')
    await expect.poll(atGlobex).toEqual(expect.arrayContaining(['Your order is here.']))
  })

  it('other topics are no conversations, and say so once', async () => {
    await write('lunch', 'Who is hungry?')
    await expect
      .poll(async () => (await find('Not sent: This topic is no text conversation.')).length)
      .toBe(1)
  })

  it('a text that is too long is not sent, and says so', async () => {
    await write('the lair', 'x'.repeat(1601))
    await expect.poll(async () => (await find('Not sent: A text has at most 1600')).length).toBe(1)
  })

  it('messages from before are not sent', async () => {
    expect(await atGlobex()).not.toContain('Before.')
    expect(await find('Not sent')).toHaveLength(2)
  })

  it('two servers that carry at once carry each text once', async () => {
    const count = 10
    for (let number = 0; number < count; number += 1) {
      await text(`from Globex ${number}.`)
      await write('the lair', `from Acme ${number}.`)
      await Promise.all([carryTexts(world.workspace), carryTexts(world.workspace)])
    }
    await expect
      .poll(async () => (await atGlobex()).filter((one) => one.startsWith('from Acme')).length)
      .toBe(count)
    await expect.poll(async () => (await find('from Globex')).length).toBe(count)
    const order = (await find('from Globex')).map(({ content }) => content.match(/Globex (\d+)/)![1])
    expect(order).toEqual(Array.from({ length: count }, (_, number) => String(number)))
  })

  it.each([
    ['a number of another company', () => GLOBEX, "The company has no texting number '+12025550199'."],
    ['a number that has a stream', () => ACME, 'The stream has a number already, or the number a stream.'],
  ])('%s cannot be tied', async (_what, number, message) => {
    const general = (await ada.get('/get_stream_id', { stream: 'general' })).body.stream_id
    expect((await ada.put(`/workspace/numbers/${general}`, { number: number() })).body.msg).toBe(message)
  })

  it('members see which streams have numbers, and only administrators change them', async () => {
    const ben = world.chatAs(world.people.ben)
    expect((await ben.get('/workspace/numbers')).body.numbers).toEqual([
      { stream_id: streamId, number: ACME },
    ])
    expect((await ben.put(`/workspace/numbers/${streamId}`, { number: ACME })).status).toBe(400)
    expect((await ben.delete(`/workspace/numbers/${streamId}`)).status).toBe(400)
  })

  it('an untied number is texted as before, and the stream is only a stream', async () => {
    expect((await ada.delete(`/workspace/numbers/${streamId}`)).body.result).toBe('success')
    const before = await atGlobex()
    await text('Anybody there?')
    await write('the lair', 'Only for us.')
    await carryTexts(world.workspace)
    expect(await find('Anybody there?')).toEqual([])
    expect(await atGlobex()).toEqual(before)
    expect((await ada.delete(`/workspace/numbers/${streamId}`)).body.msg).toBe('The stream has no number.')
  })
})
