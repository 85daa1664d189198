import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GLOBEX_KEY } from '../../../src/telephony/demo/create-demo-companies.ts'
import { signCarrierWebhook } from '../../../src/telephony/texting/delivery/carrier-webhook-routes.ts'
import { carryEvents } from '../../../src/workspace/bridge/carry-events.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { makePdf } from '../../harness/documents.ts'
import { engines } from '../../harness/engines.ts'
import { TelephonyClient } from '../../harness/telephony-client.ts'
import { uploadFile } from '../../harness/upload-file.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

const ACME = '+12025550101'
const GLOBEX = '+12025550199'
const SECRET = `whsec_${Buffer.from('a secret of the carrier and us').toString('base64')}`

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
    world = await startWorkspaceWorld(engine, { CARRIER_WEBHOOK_SECRET: SECRET })
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

  it('a name that a sender has chosen, and what they write, is plain text', async () => {
    const from = '@**all** [a](https://b.example)'
    const text = '# Offer\n> @_**Ada Lovelace** #**test** `code`\n```\nthe end'
    const body = JSON.stringify({ type: 'text.received', id: 'carrier 1', from, to: ACME, text })
    const headers = { ...signCarrierWebhook('msg_1', body, SECRET, world.clock.now()) }
    const hook = await new TelephonyClient(world.app, {}).call('POST', '/carrier/webhook', body, headers)
    expect(hook.status).toBe(200)
    await expect.poll(async () => (await find('Offer')).length).toBe(1)
    const [{ id, subject }] = (await find('Offer')) as [Message]
    expect(subject).toBe(from)
    const { body: shown } = await ada.get(`/messages/${id}`)
    expect(shown.message.flags).toEqual([])
    expect(shown.message.content).toBe(
      '<p><strong>@**all** [a](<a href="https://b.example">https://b.example</a>):</strong> # Offer<br>\n' +
        '&gt; @_**Ada Lovelace** #**test** `code`<br>\n```<br>\nthe end</p>',
    )
  })

  it('messages that were moved into the stream are not sent, nor those that were moved to another topic', async () => {
    await ada.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'plans',
      content: 'Our secret plan.',
    })
    const narrow = [{ operator: 'topic', operand: 'plans' }]
    const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow }
    const [{ id }] = (await ada.get('/messages', page)).body.messages
    const moved = await ada.patch(`/messages/${id}`, { stream_id: streamId, topic: 'the lair' })
    expect(moved.body.result).toBe('success')
    const { body } = await write('aside', 'Only between us.')
    await ada.patch(`/messages/${body.id}`, { topic: 'the lair' })
    await write('the lair', 'For all to know.')
    await expect.poll(atGlobex).toEqual(expect.arrayContaining(['For all to know.']))
    expect(await atGlobex()).not.toContain('Our secret plan.')
    expect(await atGlobex()).not.toContain('Only between us.')
    expect(await find('Not sent:')).toHaveLength(1)
  })

  it('a topic that names a number starts a conversation', async () => {
    await write('Order 12 +1 (202) 555-0199', 'Your order is here.')
    await expect.poll(atGlobex).toEqual(expect.arrayContaining(['Your order is here.']))
  })

  it.each([
    ['a conversation', () => 'the lair', [GLOBEX]],
    ['a number without a conversation', () => 'Call +1 (202) 555-0155', ['+12025550155']],
    ['neither', () => 'lunch', []],
  ])('the recipients of a topic, which is %s', async (_what, topic, expected) => {
    const path = `/workspace/numbers/${streamId}/recipients`
    const { number, recipients } = (await ada.get(path, { topic: topic() })).body
    expect(number).toBe(ACME)
    expect(recipients.map((one: { number: string }) => one.number)).toEqual(expected)
    const general = (await ada.get('/get_stream_id', { stream: 'general' })).body.stream_id
    const elsewhere = (await ada.get(`/workspace/numbers/${general}/recipients`, { topic: GLOBEX })).body
    expect(elsewhere).toMatchObject({ number: null, recipients: [] })
  })

  it('a file in the topic goes with the text', async () => {
    const bytes = makePdf(1)
    const { body } = await ada.upload('/user_uploads', { file: { bytes, name: 'plan.pdf' } })
    await write('the lair', `The plan. [plan.pdf](${body.uri})`)
    const sent = async () => {
      const path = `/workspace/numbers/${streamId}/recipients`
      const { conversation_id: id } = (await ada.get(path, { topic: 'the lair' })).body
      const { body: texts } = await world.owner.get(`/texting/conversations/${id}/messages`)
      return texts.filter((one: { text: string }) => one.text === 'The plan.')
    }
    await expect.poll(async () => (await sent()).length).toBe(1)
    const [{ files, user_id }] = await sent()
    expect(user_id).toBe(world.contacts.ada)
    expect(files).toMatchObject([{ name: 'plan.pdf', size: bytes.length }])
    expect((await world.owner.get(`/files/${files[0].id}/download`)).status).toBe(200)
  })

  it('a text from the portal is posted with its file, and for a group once', async () => {
    const bytes = makePdf(2)
    const file = await uploadFile(world.owner, bytes, 'map [1].pdf')
    const opened = await world.owner.post('/texting/conversations', {
      from_number: ACME,
      recipients: [{ number: GLOBEX }, { number: '+12025550177' }],
    })
    const path = `/texting/conversations/${opened.body.id}/messages/publish`
    await world.owner.post(path, { text: 'The way.', files: [file.id] })
    await expect.poll(async () => (await find('The way.')).length).toBe(1)
    const [{ content, subject }] = (await find('The way.')) as [Message]
    expect(subject).toBe(`${GLOBEX}, +12025550177`)
    expect(content).toContain('→')
    const [, name, url] = /\[(.*)\]\((.*)\)/.exec(content)!
    expect(name).toBe('map \\[1\\].pdf')
    const { body } = await ada.get(url!)
    const download = await world.app.inject({ url: body.url })
    expect(download.rawPayload.equals(bytes)).toBe(true)
    await carryEvents(world.workspace)
    expect(await find('The way.')).toHaveLength(1)
  })

  it('bots are not texted, and people without a phone user get an error that says so', async () => {
    const gus = world.chatAs(world.people.gus)
    await ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'test' }],
      principals: [world.people.gus.id],
    })
    await ada.post('/bots', { full_name: 'Order Bot', short_name: 'orders' })
    const { body } = await ada.get('/bots')
    const bot = body.bots.find((one: { full_name: string }) => one.full_name === 'Order Bot')
    const asBot = new ApiClient(world.app, { email: bot.username, key: bot.api_key })
    expect((await write('the lair', 'From a bot.', asBot)).body.result).toBe('success')
    await write('the lair', 'From a guest.', gus)
    await expect.poll(async () => (await find('Not sent: Gus')).length).toBe(1)
    expect(await atGlobex()).not.toEqual(expect.arrayContaining(['From a bot.']))
    expect(await atGlobex()).not.toEqual(expect.arrayContaining(['From a guest.']))
  })

  it('other topics are no conversations, and say so once', async () => {
    await write('lunch', 'Who is hungry?')
    await expect
      .poll(async () => {
        const refusals = await find('Not sent: This topic is no text conversation.')
        return refusals.filter(({ subject }) => subject === 'lunch').length
      })
      .toBe(1)
  })

  it('a text that is too long is not sent, and says so', async () => {
    await write('the lair', 'x'.repeat(1601))
    await expect.poll(async () => (await find('Not sent: A text has at most 1600')).length).toBe(1)
  })

  it('messages from before are not sent', async () => {
    expect(await atGlobex()).not.toContain('Before.')
    expect(await find('Not sent')).toHaveLength(4)
  })

  it('two servers that carry at once carry each text once', async () => {
    const count = 4
    for (let number = 0; number < count; number += 1) {
      await text(`from Globex ${number}.`)
      await write('the lair', `from Acme ${number}.`)
      await Promise.all([carryEvents(world.workspace), carryEvents(world.workspace)])
    }
    await expect
      .poll(async () => (await atGlobex()).filter((one) => one.startsWith('from Acme')).length)
      .toBe(count)
    await expect.poll(async () => (await find('from Globex')).length).toBe(count)
    const order = (await find('from Globex')).map(({ content }) => content.match(/Globex (\d+)/)![1])
    expect(order).toEqual(Array.from({ length: count }, (_, number) => String(number)))
  })

  it.each([
    ['a number of another company', () => GLOBEX, "The organization has no texting number '+12025550199'."],
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
    const ben = await watch(world.chatAs(world.people.ben), ['numbers_changed'])
    const gus = await watch(world.chatAs(world.people.gus), ['numbers_changed'])
    expect((await ada.delete(`/workspace/numbers/${streamId}`)).body.result).toBe('success')
    expect(await ben.news()).toHaveLength(1)
    expect(await gus.news()).toEqual([])
    const before = await atGlobex()
    await text('Anybody there?')
    await write('the lair', 'Only for us.')
    await carryEvents(world.workspace)
    expect(await find('Anybody there?')).toEqual([])
    expect(await atGlobex()).toEqual(before)
    expect((await ada.delete(`/workspace/numbers/${streamId}`)).body.msg).toBe('The stream has no number.')
  })

  it('a private stream is tied by an administrator who reads it, and an archived one gives its number back', async () => {
    const ben = world.chatAs(world.people.ben)
    await ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'desk' }], invite_only: true })
    const desk = (await ben.get('/get_stream_id', { stream: 'desk' })).body.stream_id
    expect((await ada.put(`/workspace/numbers/${desk}`, { number: ACME })).body.msg).toBe('Invalid stream ID')
    await ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'desk' }],
      principals: [world.people.ada.id],
    })
    expect((await ada.get('/workspace/free_numbers')).body.numbers).toContain(ACME)
    expect((await ada.put(`/workspace/numbers/${desk}`, { number: ACME })).body.result).toBe('success')
    expect((await ada.get('/workspace/free_numbers')).body.numbers).not.toContain(ACME)
    expect((await world.chatAs(world.people.cleo).get('/workspace/numbers')).body.numbers).toEqual([])
    await ada.delete(`/streams/${desk}`)
    await text('To an archive.')
    expect((await ada.get('/workspace/numbers')).body.numbers).toEqual([])
    expect((await ada.put(`/workspace/numbers/${streamId}`, { number: ACME })).body.result).toBe('success')
  })
})
