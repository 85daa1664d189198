import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import {
  ADAS,
  BENS,
  converse,
  messagesOf,
  newOutsider,
  publish,
  startTextingWorld,
  type TextingWorld,
} from './texting-world.ts'

describe.each(engines)('messages on %s', (engine) => {
  let world: TextingWorld
  let number: string
  let path: string
  // biome-ignore lint/suspicious/noExplicitAny: a conversation as it is answered
  let conversation: any

  const begin = async () => {
    number = newOutsider()
    conversation = await converse(world.ben, BENS, number)
    path = `/texting/conversations/${conversation.id}`
  }
  const shown = async () => (await world.ben.get(path)).body

  beforeAll(async () => {
    world = await startTextingWorld(engine)
  })
  afterAll(() => world.stop())

  it('publishing returns one message for each recipient, with every field', async () => {
    await begin()
    await world.forget()
    const answer = await world.ben.post(`${path}/messages/publish`, {
      text: 'Grüße',
      with_warning: true,
      files: [],
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        conversation_id: conversation.id,
        company_id: world.demo.acme.company.public_id,
        direction: 'outbound',
        frm: BENS,
        to: number,
        text: 'Grüße',
        files: [],
        is_read: true,
        status: 'queued',
        error_code: null,
        error_message: null,
        segments: 1,
        encoding: 'GSM-7',
        user_id: world.demo.acme.ben.id,
        timezone: '',
        campaign_info: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        deleted_at: null,
        warnings: [],
      },
    ])
    const { warnings: _, ...message } = answer.body[0]
    const [told] = await world.heardBy('ada')
    expect(told).toEqual({ type: 'texting.message.new', payload: message })
    expect(await shown()).toMatchObject({
      has_direct_msg: true,
      unread_msg_count: 0,
      lastmessage: { id: message.id },
    })
  })

  it.each([
    ['a'.repeat(160), 1, 'GSM-7'],
    ['a'.repeat(161), 2, 'GSM-7'],
    ['ж'.repeat(71), 2, 'UCS-2'],
    ['a'.repeat(1600), 11, 'GSM-7'],
  ])('segments are counted (%#)', async (text, segments, encoding) => {
    await begin()
    expect((await publish(world.ben, conversation.id, text))[0]).toMatchObject({ segments, encoding })
  })

  it.each([
    ['nothing', {}, '/text'],
    ['an empty text', { text: '' }, '/text'],
    ['blanks', { text: ' \n' }, '/text'],
    ['more than 1600 characters', { text: 'a'.repeat(1601) }, '/text'],
    ['no text', { text: 7 }, '/text'],
    ['files that are none', { text: 'x', files: 'y' }, '/files'],
    ['a file that does not exist', { text: 'x', files: ['f'.repeat(24)] }, '/files/0'],
    ['a file with an odd name', { text: 'x', files: ['y'] }, '/files/0'],
    ['an unknown field', { text: 'x', more: 1 }, '/more'],
    ['a warning that is none', { text: 'x', with_warning: 'yes' }, '/with_warning'],
  ])('publishing %s is refused, and nothing is stored', async (_what, body, pointer) => {
    await begin()
    const answer = await world.ben.post(`${path}/messages/publish`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
    expect(await messagesOf(world.ben, conversation.id)).toEqual([])
  })

  it('an Idempotency-Key sends once', async () => {
    await begin()
    const once = world.ben.with({ 'idempotency-key': `key of ${conversation.id}` })
    const first = await once.post(`${path}/messages/publish`, { text: 'once' })
    const second = await once.post(`${path}/messages/publish`, { text: 'once' })
    expect(second.body).toEqual(first.body)
    expect(await messagesOf(world.ben, conversation.id)).toHaveLength(1)
  })

  it('they are listed newest first, in pages', async () => {
    await begin()
    for (const text of ['1', '2', '3']) await world.textComes(number, BENS, text)
    const textsOf = (body: { text: string }[]) => body.map(({ text }) => text)
    expect(textsOf(await messagesOf(world.ada, conversation.id))).toEqual(['3', '2', '1'])
    const page = await world.ben.get(`${path.replace('/texting', '/texting/v2')}/messages`, {
      page: 2,
      per_page: 2,
    })
    expect(textsOf(page.body)).toEqual(['1'])
    expect(page.headers).toMatchObject({ 'x-pagination-total-count': '3', 'x-pagination-page-count': '2' })
    for (const query of [{ page: 0 }, { per_page: 1001 }, { before: 1 }]) {
      expect((await world.ben.get(`${path}/messages`, query as never)).status).toBe(400)
    }
  })

  it('an inbound message is received and unread', async () => {
    await begin()
    await world.textComes(number, BENS, 'hi')
    expect((await messagesOf(world.ben, conversation.id))[0]).toMatchObject({
      direction: 'inbound',
      frm: number,
      to: BENS,
      status: 'received',
      is_read: false,
      user_id: null,
      timezone: '',
    })
  })

  it('marking as read changes and tells only what was unread', async () => {
    await begin()
    for (const text of ['1', '2', '3']) await world.textComes(number, BENS, text)
    await publish(world.ben, conversation.id, 'mine')
    const [mine, three, two] = await messagesOf(world.ben, conversation.id)
    expect(await shown()).toMatchObject({ unread_msg_count: 3, countunreadmessages: 3 })
    const read = (client: typeof world.ben, messagesIds: string[], timezone?: string) =>
      client.post(`${path}/messages/read`, { messagesIds, ...(timezone && { timezone }) })
    await read(world.ben, [two.id])
    await world.forget()
    const elsewhere = await converse(world.ben, BENS, newOutsider())
    const answer = await read(world.ada, [mine.id, two.id, three.id, three.id, elsewhere.id], 'Asia/Tokyo')
    const told = { conversation_id: conversation.id, messagesIds: [three.id], timezone: 'Asia/Tokyo' }
    expect(answer.body).toEqual(told)
    for (const person of ['ada', 'ben'] as const) {
      const heard = (await world.heardBy(person)).filter(({ type }) => type.endsWith('markAsRead'))
      expect(heard).toEqual([{ type: 'texting.message.markAsRead', payload: told }])
    }
    expect(await shown()).toMatchObject({ unread_msg_count: 1, lastmessage: { id: mine.id } })
    await world.forget()
    expect((await read(world.ben, [three.id])).body.messagesIds).toEqual([])
    expect((await world.heardBy('ben')).filter(({ type }) => type.endsWith('markAsRead'))).toEqual([])
  })

  it("a message of another conversation is not marked by way of one's own", async () => {
    const theirs = newOutsider()
    await world.textComes(theirs, '+12025550101', 'for Ada')
    const [hidden] = (await world.ada.get('/texting/conversations', { search: theirs })).body
    await begin()
    const answer = await world.ben.post(`${path}/messages/read`, { messagesIds: [hidden.lastmessage.id] })
    expect(answer.body.messagesIds).toEqual([])
    expect((await world.ben.delete(`${path}/messages?ids=${hidden.lastmessage.id}`)).status).toBe(404)
    expect((await world.ada.get(`/texting/conversations/${hidden.id}`)).body).toEqual(hidden)
  })

  it.each([
    {},
    { messagesIds: 'x' },
    { messagesIds: [1] },
    { messagesIds: [], timezone: 'Mars' },
    { ids: [] },
  ])('marking %o as read is refused', async (body) => {
    await begin()
    expect((await world.ben.post(`${path}/messages/read`, body)).status).toBe(400)
  })

  it('deleting messages tells of each, and the conversation shows what is left', async () => {
    await begin()
    for (const text of ['1', '2', '3']) await world.textComes(number, BENS, text)
    const [three, two, one] = await messagesOf(world.ben, conversation.id)
    await world.forget()
    const answer = await world.ben.delete(`${path}/messages?ids=${three.id},${two.id},${'f'.repeat(24)}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual([
      { ...two, deleted_at: expect.any(String) },
      { ...three, deleted_at: expect.any(String) },
    ])
    const told = [two, three].map(({ id }) => ({
      type: 'texting.message.delete',
      payload: { id, conversation_id: conversation.id },
    }))
    expect(await world.heardBy('ben')).toEqual(told)
    expect(await world.heardBy('ada')).toEqual(told)
    expect(await messagesOf(world.ben, conversation.id)).toEqual([one])
    expect(await shown()).toMatchObject({
      unread_msg_count: 1,
      has_hidden_msg: true,
      lastmessage: { id: one.id },
      last_message_created_at: one.created_at,
    })
    expect((await world.ben.delete(`${path}/messages?ids=${three.id}`)).status).toBe(404)
    await world.ben.delete(`${path}/messages?ids=${one.id}`)
    expect(await shown()).toMatchObject({
      unread_msg_count: 0,
      lastmessage: null,
      last_message_created_at: null,
    })
  })

  it.each([
    '',
    '?ids=',
    '?ids=x',
    '?ids=%00',
    `?ids=${Array.from({ length: 101 }, (_, at) => String(at).padStart(24, '0')).join(',')}`,
  ])('deleting without good ids is refused (%#)', async (query) => {
    await begin()
    expect((await world.ben.delete(`${path}/messages${query}`)).status).toBe(400)
  })

  it('reading the texts of a number of others is in the audit trail, once an hour for each conversation', async () => {
    await begin()
    await publish(world.ben, conversation.id, 'private')
    const opened = async () =>
      (await world.ada.get('/audit', { action: 'conversation.opened', subject_id: conversation.id })).body
    await messagesOf(world.ben, conversation.id)
    expect(await opened()).toEqual([])
    await messagesOf(world.ada, conversation.id)
    await messagesOf(world.ada, conversation.id)
    const entry = {
      contact: { id: world.demo.acme.owner.id, name: 'Ada Lovelace' },
      after: { from_number: BENS, name: conversation.name },
    }
    expect(await opened()).toMatchObject([entry])
    world.clock.advance(3601)
    await messagesOf(world.ada, conversation.id)
    expect(await opened()).toMatchObject([entry, entry])

    const adas = await converse(world.ada, ADAS, newOutsider())
    await messagesOf(world.ada, adas.id)
    expect(
      (await world.ada.get('/audit', { action: 'conversation.opened', subject_id: adas.id })).body,
    ).toEqual([])
  })
})
